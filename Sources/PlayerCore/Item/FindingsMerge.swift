/// Merges what several sources say about an item, field by field: the client's description takes precedence over the
/// sidecar `NAME.mediad.json`, and the sidecar over the container.
public enum FindingsMerge {
    /// Returns every field from the first source that has it; an empty list counts as a value.
    ///
    /// Chapters come from ``ChapterPrecedence`` (nil if there are none). An untitled group of markers is those
    /// chapters, so only titled groups remain. Segments come from
    /// ``segments(description:findings:chapters:duration:)``.
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

    /// Returns the segments that the player would derive from these sources with the default configuration, and a
    /// sentence for each segment that it would leave out or trust less.
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

    /// The picture of the item, from the first source that has one.
    public static func artwork(description: MediaDetails.Fields?, findings: ItemFindings?) -> ImageSource? {
        if let uri = description?.artwork ?? findings?.sidecar?.artwork { return .uri(uri) }
        return findings?.container.artwork ?? findings?.container.fields.artwork.map { .uri($0) }
            ?? findings?.pictureBeside.map { .uri($0) }
    }
}
