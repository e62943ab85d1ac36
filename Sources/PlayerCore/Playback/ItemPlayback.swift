/// One playing of an item, from its turn to its end; a repeat of the same item is another one.
public struct ItemPlayback: Hashable, Sendable {
    public let generation: Generation
    public let item: ItemID
    /// When it became the current one: by a command, or because the one before it ended.
    public let begunAt: MonotonicTime
    /// When its pipeline was made: before ``begunAt`` if it was prepared in advance.
    public let openedAt: MonotonicTime
    /// When it could have been heard.
    public internal(set) var preparedAt: MonotonicTime?
    /// When it was first heard or seen.
    public internal(set) var startedAt: MonotonicTime?
    /// Where a seek that runs or waits shall land; a change of the rate is one to where it is.
    public internal(set) var seekTarget: MediaTime?
    /// How many seeks and changes of the rate arrived.
    public internal(set) var landings: UInt64 = 0
    /// Pictures that came too late to be shown, as far as was asked for.
    public internal(set) var droppedFrames: UInt64 = 0
}

/// How a ``ItemPlayback`` came to its end.
public struct PlaybackEnding: Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        /// It was heard to its end.
        case finished
        case failed(PlaybackFault)
        /// Something else plays, or the same from its beginning.
        case left
        /// Nothing plays any more.
        case stopped
    }

    public var generation: Generation
    public var item: ItemID
    /// The last one that clients could see; the item's duration when it was heard to its end.
    public var position: MediaTime
    public var cause: Cause
}

/// When a pipeline was made, and when it could have been heard.
struct PipelineTiming: Hashable, Sendable {
    var openedAt = MonotonicTime(nanoseconds: 0)
    var preparedAt: MonotonicTime?
}
