/// What is true of an item about which several sources say something: the client's description counts more than the
/// sidecar `NAME.mediad.json`, and that more than the container, field by field.
public enum FindingsMerge {
    /// Every field from the first source that has it; an empty list is something that is said.
    ///
    /// Chapters are as ``ChapterPrecedence`` gives them (nil if there are none), and an untitled group of markers is those
    /// chapters: only titled groups stay. Segments are the first of these: the description's, those of the sidecar
    /// `NAME.mediad.json`, those of the first sidecar of segments that has any, and the chapters whose source says what
    /// kind of segment they are.
    public static func fields(
        description: MediaDetails.Fields?, findings: ItemFindings?, duration: MediaTime?
    ) -> MediaDetails.Fields {
        let sources = [description, findings?.sidecar, findings?.container.fields].compactMap { $0 }
        func first<Value>(_ field: (MediaDetails.Fields) -> Value?) -> Value? {
            for source in sources {
                if let value = field(source) { return value }
            }
            return nil
        }
        var fields = MediaDetails.Fields()
        fields.identifier = first(\.identifier)
        fields.title = first(\.title)
        fields.subtitle = first(\.subtitle)
        fields.description = first(\.description)
        fields.genre = first(\.genre)
        fields.contentRating = first(\.contentRating)
        fields.language = first(\.language)
        fields.artist = first(\.artist)
        fields.album = first(\.album)
        fields.season = first(\.season)
        fields.episode = first(\.episode)
        fields.date = first(\.date)
        fields.artwork = first(\.artwork)
        fields.start = first(\.start)
        fields.inPoint = first(\.inPoint)
        fields.outPoint = first(\.outPoint)
        fields.markers = first(\.markers)?.filter { !$0.title.isEmpty }
        fields.next = first(\.next)
        fields.custom = first(\.custom)
        let chapters = ChapterPrecedence.chapters(description: description, findings: findings, duration: duration)
        fields.chapters = chapters.isEmpty ? nil : chapters
        fields.chaptersURI = first(\.chaptersURI)
        let found = [sidecarSegments(findings), chapters.compactMap(segment)].first { !$0.isEmpty }
        fields.segments = first(\.segments) ?? found
        return fields
    }

    /// What one sidecar says, by start: several of them often say the same thing (comskip writes two files at once). What
    /// ends before it begins is none.
    private static func sidecarSegments(_ findings: ItemFindings?) -> [SegmentDescription] {
        let proposals = (findings?.sidecarSegments ?? []).filter { $0.start <= $0.end }
        let segments = proposals.filter { $0.source == proposals.first?.source }.map { proposal in
            var segment = SegmentDescription(start: proposal.start, end: proposal.end, kind: proposal.kind)
            segment.action = proposal.action
            segment.title = proposal.title
            segment.source = proposal.source
            return segment
        }
        return segments.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// The picture of the whole, from the first source that has one.
    public static func artwork(description: MediaDetails.Fields?, findings: ItemFindings?) -> ImageSource? {
        if let uri = description?.artwork ?? findings?.sidecar?.artwork { return .uri(uri) }
        return findings?.container.artwork ?? findings?.container.fields.artwork.map { .uri($0) }
    }

    /// Nil for a chapter that is no segment, or whose end nobody knows.
    private static func segment(_ chapter: Chapter) -> SegmentDescription? {
        guard let kind = chapter.kind, let end = chapter.end else { return nil }
        var segment = SegmentDescription(start: chapter.start, end: end, kind: kind)
        segment.title = chapter.titles.first?.text
        segment.source = chapter.source
        return segment
    }
}
