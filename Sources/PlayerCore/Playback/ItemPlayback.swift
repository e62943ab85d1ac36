/// One playback of an item, from its turn to its end; a repeat of the same item is another one.
public struct ItemPlayback: Hashable, Sendable {
    public let generation: Generation
    public let item: ItemID
    /// When it became current: by a command, or because the item before it ended.
    public let begunAt: MonotonicTime
    /// When its pipeline was made: before ``begunAt`` if it was prepared in advance.
    public let openedAt: MonotonicTime
    /// When it was ready to be heard.
    public internal(set) var preparedAt: MonotonicTime?
    /// When it was first heard or seen.
    public internal(set) var startedAt: MonotonicTime?
    /// The target of a running or waiting seek; a change of the rate is a seek to the current position.
    public internal(set) var seekTarget: MediaTime?
    /// The number of landed seeks and changes of the rate.
    public internal(set) var landings: UInt64 = 0
    /// The number of pictures that were too late to be shown, as far as it was requested.
    public internal(set) var droppedFrames: UInt64 = 0
}

/// How an ``ItemPlayback`` ended.
public struct PlaybackEnding: Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        /// It was heard to its end.
        case finished
        case failed(PlaybackFault)
        /// Another item plays, or the same one from its beginning.
        case left
        /// Nothing plays any more.
        case stopped
    }

    public var generation: Generation
    public var item: ItemID
    /// The last position that clients could see; the item's duration if it was heard to its end.
    public var position: MediaTime
    public var cause: Cause
    /// Whether it finished long before the end that its container states.
    public var isShort = false
}

/// When a pipeline was made, and when it was ready to be heard.
struct PipelineTiming: Hashable, Sendable {
    var openedAt = MonotonicTime(nanoseconds: 0)
    var preparedAt: MonotonicTime?
}
