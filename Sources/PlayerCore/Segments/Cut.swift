/// A stretch of an item that the engine leaves out when playback reaches it, without a gap.
public struct Cut: Hashable, Sendable {
    /// From here on nothing is heard or shown.
    public var start: MediaTime
    /// Where playback goes on; nil: the item ends at ``start``.
    public var end: MediaTime?

    public init(start: MediaTime, end: MediaTime?) {
        self.start = start
        self.end = end
    }
}
