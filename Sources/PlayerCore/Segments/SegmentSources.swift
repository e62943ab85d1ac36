/// Chooses the sources of an item's segments.
public enum SegmentSources {
    /// Returns the segments of all sources, each kind from the first source that has any of it: the client's
    /// description, the sidecar `NAME.mediad.json`, the segment sidecars, the stream's own marks (SCTE-35), the kinds
    /// that chapters state (Matroska's ChapterSkipType), and the titles of chapters that state no kind.
    ///
    /// - Parameters:
    ///   - chapters: the item's chapters, with ends.
    ///   - streamed: the ranges of the stream.
    ///   - rules: for chapter titles; nil to ignore titles.
    public static func proposals(
        description: MediaDetails.Fields?, findings: ItemFindings?, chapters: [Chapter], streamed: [TimedRange] = [],
        rules: ChapterTitleRules?
    ) -> [SegmentProposal] {
        let sidecars = findings?.sidecarSegments ?? []
        // Each of the sidecars is a separate source, in the contract's order.
        var names: [String] = []
        for proposal in sidecars where !names.contains(proposal.source) { names.append(proposal.source) }
        let sources =
            [
                given(description?.segments, by: "description"), given(findings?.sidecar?.segments, by: "sidecar"),
            ] + names.map { name in sidecars.filter { $0.source == name } } + [
                streamed.compactMap(spliced),
                chapters.compactMap { chapter in
                    chapter.kind.flatMap { $0 == Chapter.content ? nil : proposal(chapter, kind: $0) }
                },
                rules.map { titled(chapters, by: $0) } ?? [],
            ]
        var proposals: [SegmentProposal] = []
        var kinds: Set<String> = []
        for source in sources {
            proposals += source.filter { !kinds.contains($0.kind) }
            kinds.formUnion(source.map(\.kind))
        }
        return proposals
    }

    private static func given(_ segments: [SegmentDescription]?, by source: String) -> [SegmentProposal] {
        (segments ?? []).map {
            var proposal = SegmentProposal(
                start: $0.start, end: $0.end, kind: $0.kind, action: $0.action, id: $0.id, title: $0.title,
                source: $0.source ?? source)
            proposal.isLinear = $0.linear ?? false
            return proposal
        }
    }

    /// Content inserted into a programme (SCTE 35: out of the network and back to it).
    private static func spliced(_ range: TimedRange) -> SegmentProposal? {
        guard range.attributes["SCTE35-OUT"] != nil, let end = range.end, range.start < end else { return nil }
        return SegmentProposal(
            start: range.start, end: end, kind: SegmentKind.advertisement.rawValue, id: range.id, source: "hls")
    }

    private static func titled(_ chapters: [Chapter], by rules: ChapterTitleRules) -> [SegmentProposal] {
        // The kind that a chapter states takes precedence over its title.
        chapters.filter { $0.kind == nil }.compactMap { chapter in
            let kind = chapter.titles.lazy.compactMap { rules.kind(of: $0) }.first
            return kind.flatMap { proposal(chapter, kind: $0.rawValue, source: "title") }
        }
    }

    private static func proposal(_ chapter: Chapter, kind: String, source: String? = nil) -> SegmentProposal? {
        guard let end = chapter.end else { return nil }
        return SegmentProposal(
            start: chapter.start, end: end, kind: kind, id: chapter.id, title: chapter.titles.first?.text,
            source: source ?? chapter.source ?? "chapter")
    }
}
