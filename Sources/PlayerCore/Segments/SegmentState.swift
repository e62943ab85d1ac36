/// What the player keeps of the current item's segments between two events.
struct SegmentState: Sendable {
    /// What they were made from; they are made anew when any of it changes.
    struct Source: Hashable, Sendable {
        var item: ItemID?
        var details: MediaDetails?
        var findings: ItemFindings?
        var duration: MediaTime?
        var policies: [SegmentKind: SegmentAction] = [:]
        var titleRules: ChapterTitleRules?
        var areInterstitialsLinear = false
        /// As they are said, whether or not they can be true.
        var points = TrimPoints()
    }

    var source = Source()
    var machine = SegmentMachine()
    /// What lies outside of ``points`` is in it, too.
    var blocked = BlockedRanges([TimeRange]())
    /// What the item is played between.
    var points = TrimPoints()
    /// Sorted, disjoint.
    var silent: [TimeRange] = []
    var interstitials = InterstitialMachine()
    var published = SegmentSnapshot()
    /// The item that the machine follows, and where it was last.
    var item: ItemID?
    var position: MediaTime?
    /// Whether the position was sought to since.
    var hasJumped = false
    /// When anything changes by itself.
    var armed: MonotonicTime?
    /// What the engine was last told to leave out, and to silence.
    var told = EditsTold()
    /// What the log was told of segments that were left out or trusted less.
    var doubts: Set<String> = []
    /// What is known of the item that comes next.
    var ahead = Ahead()

    /// What a pipeline was told to leave out and to silence.
    struct EditsTold: Sendable {
        var generation: Generation?
        /// By start; what follows the first one soon is told with it, because sound is on its way before it is heard.
        var cuts: [TimeRange] = []
        /// The engine cannot leave the first one out by itself.
        var cutHasFailed = false
        var silent: [TimeRange] = []
        var hidden: [TimeRange] = []
    }

    /// What is left out and silenced of an item that is not current yet.
    struct Ahead: Sendable {
        var source = Source()
        var points = TrimPoints()
        var blocked = BlockedRanges([TimeRange]())
        var silent: [TimeRange] = []
    }
}
