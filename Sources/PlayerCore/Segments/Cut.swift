/// A part of an item that the engine leaves out without a gap when playback reaches it.
public struct Cut: Hashable, Sendable {
    /// From here on nothing is heard or shown.
    public var start: MediaTime
    /// Where playback continues; nil: the item ends at ``start``.
    public var end: MediaTime?

    public init(start: MediaTime, end: MediaTime?) {
        self.start = start
        self.end = end
    }
}
