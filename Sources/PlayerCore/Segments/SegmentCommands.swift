extension PlayerCommand {
    /// What anybody may ask of segments.
    public enum Segments: Hashable, Sendable {
        /// Skips the segment that is offered.
        case takeOffer
        case dismissOffer
        /// Back to where the last skip left from.
        case unskip
        /// Of the current item, in place of what its description says.
        case set([SegmentDescription])
        case setPolicies([SegmentKind: SegmentAction])
        /// Whether a client wants the current item to be played as it comes. Each client has a wish of its own.
        case setLinear(Bool, by: String)
    }
}

extension PlayerNotice {
    /// What happens to segments.
    public enum Segments: Hashable, Sendable {
        case entered(Int, kind: SegmentKind)
        case left(Int, kind: SegmentKind)
        case skipped(Int, kind: SegmentKind, from: MediaTime, to: MediaTime, reason: SkipReason)
        case unskipped(Int, to: MediaTime)
    }
}
