extension PlayerNotice {
    /// Notices about timed metadata.
    public enum TimedMetadata: Hashable, Sendable {
        /// The position entered a range (its index).
        case entered(Int)
        case left(Int)
        /// The tags of the stream changed at this position.
        case tagged(MediaTime, MediaTags)
        /// Another line of the song is sung (its index), or none.
        case lyric(Int?)
    }
}

/// The published timed metadata of the current item.
public struct TimedMetadataSnapshot: Hashable, Sendable {
    /// Increases whenever ``ranges`` changes, so that readers need not compare lists.
    public var revision: UInt64 = 0
    /// Sorted by start.
    public var ranges: [TimedRange] = []
    /// The indices of the ranges that contain the position.
    public var current: [Int] = []

    public init() {}
}
