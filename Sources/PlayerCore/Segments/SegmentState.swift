/// What the player keeps of the current item's segments between two events.
struct SegmentState: Sendable {
    /// What they were made from; they are made anew when any of it changes.
    struct Source: Hashable, Sendable {
        var item: ItemID?
        var details: MediaDetails?
        var findings: ItemFindings?
        var duration: MediaTime?
        var policies: [SegmentKind: SegmentAction] = [:]
        var infersKinds = true
    }

    var source = Source()
    var machine = SegmentMachine()
    var blocked = BlockedRanges([TimeRange]())
    var interstitials = InterstitialMachine()
    var published = SegmentSnapshot()
    /// The item that the machine follows, and where it was last.
    var item: ItemID?
    var position: MediaTime?
    /// Whether the position was sought to since.
    var hasJumped = false
    /// When anything changes by itself.
    var armed: MonotonicTime?
}
