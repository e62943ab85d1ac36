/// What is true of an item about which several sources say something: the client's description counts more than the
/// sidecar `NAME.mediad.json`, and that more than the container, field by field.
public enum FindingsMerge {
    /// Every field from the first source that has it; an empty list is something that is said.
    ///
    /// Chapters are as ``ChapterPrecedence`` gives them (nil if there are none), and an untitled group of markers is those
    /// chapters: only titled groups stay. Chapters whose source says what kind of segment they are become segments where
    /// nobody else gives segments.
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
        let segments = chapters.compactMap(segment)
        fields.segments = first(\.segments) ?? (segments.isEmpty ? nil : segments)
        return fields
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
