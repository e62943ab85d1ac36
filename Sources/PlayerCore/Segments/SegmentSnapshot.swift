/// The current item's segments as the outside may read them.
public struct SegmentSnapshot: Hashable, Sendable {
    /// Counts up whenever ``segments`` or ``policies`` change, so that readers need not compare lists.
    public var revision: UInt64 = 0
    public var segments: [Segment] = []
    /// Indices of those that the position is in.
    public var active: [Int] = []
    /// What is done with each kind, where that is not its default.
    public var policies: [SegmentKind: SegmentAction] = [:]
    /// What may be skipped now.
    public var offer: SegmentMachine.Offer?
    /// Whether what is offered can be skipped.
    public var canTakeOffer = false
    /// No forward seek, no faster rate, no skip and no next chapter.
    public var requiresLinearPlayback = false
    /// The time that people see.
    public var display = DisplayTimeline(interstitials: [TimeRange]())

    public init() {}
}
