extension PlayerCommand {
    /// What anybody may ask of a stream that is being made while it plays.
    public enum Live: Hashable, Sendable {
        /// To the newest moment that can be played.
        case goLive
        /// To what happened then: microseconds since 1970.
        case seekToDate(Int64)
    }
}

extension PlayerNotice {
    /// What happens to live streams.
    public enum Live: Hashable, Sendable {
        /// What was paused at is gone: playback continues at the oldest position that is left.
        case fellBehind(MediaTime)
    }
}

/// The time of the current item as its stream tells it.
public struct LiveSnapshot: Hashable, Sendable {
    /// Whether more of it is being made.
    public var isLive = false
    /// What of it can be sought to; nil where nothing can.
    public var seekable: TimeRange?
    /// Where the newest moment is; nil where it is not live, or cannot be sought in.
    public var edge: MediaTime? { isLive ? seekable?.end : nil }
    /// What it says of dates.
    public var timeline: StreamTimeline?

    public init() {}
}
