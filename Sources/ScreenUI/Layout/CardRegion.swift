public import PlayerCore

/// A target and the area that it covers, in pixels of the displayed picture.
public struct CardRegion: Hashable, Sendable {
    public var target: CardTarget
    public var rect: WindowRect
}
