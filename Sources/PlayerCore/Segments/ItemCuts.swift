/// The parts to leave out and to silence of an item that is not current yet, as far as they are known without its
/// chapters.
struct ItemCuts: Sendable {
    /// The inputs.
    struct Source: Hashable, Sendable {
        var item: ItemID?
        var details: MediaDetails?
        var findings: ItemFindings?
        var duration: MediaTime?
        var policies: [SegmentKind: SegmentAction] = [:]
        /// The points as given, plausible or not.
        var points = TrimPoints()
    }

    let source: Source
    let range: PlayableRange
    /// Sorted, disjoint.
    let silent: [TimeRange]

    init(_ source: Source = Source()) {
        self.source = source
        // Without its chapters, which have not been derived: blocked chapters are rare.
        let proposals = SegmentSources.proposals(
            description: source.details?.fields, findings: source.findings, chapters: [], rules: nil)
        let (made, _) = SegmentNormalizer(policies: source.policies, duration: source.duration).segments(proposals)
        range = PlayableRange(
            .init(points: source.points, duration: source.duration, blocked: Self.blocked(made)))
        silent = Self.silent(made)
    }

    /// Returns the ranges that are never played, by their own action or by policy.
    static func blocked(_ segments: [Segment]) -> [TimeRange] {
        segments.filter { $0.action == .block }.map(\.range)
    }

    /// Returns the silent ranges, by their own action or by policy: sorted, disjoint.
    static func silent(_ segments: [Segment]) -> [TimeRange] {
        BlockedRanges(segments.filter { $0.action == .mute }.map(\.range)).ranges
    }
}

/// The parts that a pipeline knows it must leave out and silence.
struct SentEdits: Sendable {
    var generation: Generation?
    /// Sorted by start. Cuts that closely follow the first one are included, because sound is queued before it is
    /// heard.
    var cuts: [TimeRange] = []
    /// Whether the engine cannot leave out the first cut by itself.
    var cutHasFailed = false
    var silent: [TimeRange] = []
    var hidden: [TimeRange] = []
}
