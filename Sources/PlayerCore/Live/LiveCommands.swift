extension PlayerCommand {
    /// Commands for live streams.
    public enum Live: Hashable, Sendable {
        /// Seeks to one second before the live edge, unless playback is nearer to it.
        case goLive
        /// Seeks to a date: microseconds since 1970.
        case seekToDate(Int64)
    }
}

extension PlayerNotice {
    /// Notices about live streams.
    public enum Live: Hashable, Sendable {
        /// The paused position is no longer available: playback continues at the oldest position that is left.
        case fellBehind(MediaTime)
    }
}

/// The published time of the current item according to its stream.
public struct LiveSnapshot: Hashable, Sendable {
    /// Whether more of it is being produced.
    public var isLive = false
    /// The seekable range; nil if the item is not seekable.
    public var seekable: TimeRange?
    /// The newest position; nil if the item is not live or not seekable.
    public var edge: MediaTime? { isLive ? seekable?.end : nil }
    /// The dates of the stream.
    public var timeline: StreamTimeline?

    public init() {}
}
