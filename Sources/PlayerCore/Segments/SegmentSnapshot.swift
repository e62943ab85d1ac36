/// The published segments of the current item.
public struct SegmentSnapshot: Hashable, Sendable {
    /// Increases whenever ``segments`` or ``policies`` change, so that readers need not compare lists.
    public var revision: UInt64 = 0
    public var segments: [Segment] = []
    /// The indices of the segments that contain the position.
    public var active: [Int] = []
    /// The actions for kinds of segments, where they differ from the default.
    public var policies: [SegmentKind: SegmentAction] = [:]
    /// The segment that can be skipped now.
    public var offer: SegmentMachine.Offer?
    /// Whether the offered segment can be skipped.
    public var canTakeOffer = false
    /// Whether forward seeks, faster rates, skips and steps to the next chapter are refused.
    public var requiresLinearPlayback = false
    /// The displayed time.
    public var display = DisplayTimeline(interstitials: [TimeRange]())

    public init() {}
}
