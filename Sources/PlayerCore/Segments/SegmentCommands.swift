extension PlayerCommand {
    /// Commands for segments.
    public enum Segments: Hashable, Sendable {
        /// Skips the offered segment.
        case takeOffer
        case dismissOffer
        /// Returns to where the last skip began.
        case unskip
        /// Replaces the segments in the description of the current item.
        case set([SegmentDescription])
        case setPolicies([SegmentKind: SegmentAction])
        /// Whether a client wants the current item to be played linearly. Each client has its own setting.
        case setLinear(Bool, by: String)
    }
}

extension PlayerNotice {
    /// Notices about segments.
    public enum Segments: Hashable, Sendable {
        case entered(Int, kind: SegmentKind)
        case left(Int, kind: SegmentKind)
        case skipped(Int, kind: SegmentKind, from: MediaTime, to: MediaTime, reason: SkipReason)
        case unskipped(Int, to: MediaTime)
    }
}
