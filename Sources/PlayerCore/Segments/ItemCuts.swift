/// What is left out and silenced of an item that is not current yet, as far as it is known before its chapters are made.
struct ItemCuts: Sendable {
    /// What it is made from.
    struct Source: Hashable, Sendable {
        var item: ItemID?
        var details: MediaDetails?
        var findings: ItemFindings?
        var duration: MediaTime?
        var policies: [SegmentKind: SegmentAction] = [:]
        /// As they are said, whether or not they can be true.
        var points = TrimPoints()
    }

    let source: Source
    let range: PlayableRange
    /// Sorted, disjoint.
    let silent: [TimeRange]

    init(_ source: Source = Source()) {
        self.source = source
        // Without its chapters, which are not made yet: hardly anybody has a chapter blocked.
        let proposals = SegmentSources.proposals(
            description: source.details?.fields, findings: source.findings, chapters: [], rules: nil)
        let (made, _) = SegmentNormalizer(policies: source.policies, duration: source.duration).segments(proposals)
        range = PlayableRange(
            .init(points: source.points, duration: source.duration, blocked: Self.blocked(made)))
        silent = Self.silent(made)
    }

    /// What is never played by its own wish or policy.
    static func blocked(_ segments: [Segment]) -> [TimeRange] {
        segments.filter { $0.action == .block }.map(\.range)
    }

    /// What is silent by its own wish or policy: sorted, disjoint.
    static func silent(_ segments: [Segment]) -> [TimeRange] {
        BlockedRanges(segments.filter { $0.action == .mute }.map(\.range)).ranges
    }
}

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
