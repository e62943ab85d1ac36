/// What is true of an item about which several sources say something: the client's description counts more than the
/// sidecar `NAME.mediad.json`, and that more than the container, field by field.
public enum FindingsMerge {
    /// Every field from the first source that has it; an empty list is something that is said.
    ///
    /// Chapters are as ``ChapterPrecedence`` gives them (nil if there are none), and an untitled group of markers is those
    /// chapters: only titled groups stay. Segments are as ``segments(description:findings:chapters:duration:)`` makes them.
    public static func fields(
        description: MediaDetails.Fields?, findings: ItemFindings?, duration: MediaTime?
    ) -> MediaDetails.Fields {
        var fields = description ?? MediaDetails.Fields()
        if let sidecar = findings?.sidecar { fields.fill(from: sidecar) }
        if let container = findings?.container.fields { fields.fill(from: container) }
        fields.markers = fields.markers?.filter { !$0.title.isEmpty }
        let chapters = ChapterPrecedence.chapters(description: description, findings: findings, duration: duration)
        fields.chapters = chapters.isEmpty ? nil : chapters
        let segments = segments(description: description, findings: findings, chapters: chapters, duration: duration)
        fields.segments = segments.segments.isEmpty ? nil : segments.segments
        return fields
    }

    /// The segments that the player would make of all that, where the configuration says nothing else, and a sentence for
    /// each that it would leave out or trust less.
    public static func segments(
        description: MediaDetails.Fields?, findings: ItemFindings?, chapters: [Chapter], duration: MediaTime?
    ) -> (segments: [SegmentDescription], problems: [String]) {
        let proposals = SegmentSources.proposals(
            description: description, findings: findings, chapters: chapters, rules: ChapterTitleRules())
        let (made, problems) = SegmentNormalizer(duration: duration).segments(proposals)
        let segments = made.map { segment in
            var described = SegmentDescription(start: segment.start, end: segment.end, kind: segment.kind.rawValue)
            described.action = segment.action == segment.kind.defaultAction ? nil : segment.action.rawValue
            (described.id, described.title, described.source) = (segment.id, segment.title, segment.source)
            return described
        }
        return (segments, problems)
    }

    /// The picture of the whole, from the first source that has one.
    public static func artwork(description: MediaDetails.Fields?, findings: ItemFindings?) -> ImageSource? {
        if let uri = description?.artwork ?? findings?.sidecar?.artwork { return .uri(uri) }
        return findings?.container.artwork ?? findings?.container.fields.artwork.map { .uri($0) }
            ?? findings?.pictureBeside.map { .uri($0) }
    }
}
