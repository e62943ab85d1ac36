extension PlayerNotice {
    /// What happens to timed metadata.
    public enum TimedMetadata: Hashable, Sendable {
        /// The position came into a range (its index).
        case entered(Int)
        case left(Int)
        /// The stream said something about itself at this position.
        case tagged(MediaTime, MediaTags)
    }
}

/// The current item's timed metadata as the outside may read it.
public struct TimedMetadataSnapshot: Hashable, Sendable {
    /// Counts up whenever ``ranges`` changes, so that readers need not compare lists.
    public var revision: UInt64 = 0
    /// By start.
    public var ranges: [TimedRange] = []
    /// Indices of those that the position is in.
    public var current: [Int] = []

    public init() {}
}
