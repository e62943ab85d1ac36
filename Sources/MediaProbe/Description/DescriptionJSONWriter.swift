internal import PlayerCore

/// An inspected item as JSON, in the order of the contract.
enum DescriptionJSONWriter {
    static func text(_ item: InspectedItem) -> String {
        let fields = item.description.details?.fields ?? MediaDetails.Fields()
        let locales = item.locales
        return JSONText.object([
            ("uri", JSONText.string(item.description.uri)),
            ("identifier", fields.identifier.map(JSONText.string)),
            ("title", fields.title.map(JSONText.string)),
            ("subtitle", fields.subtitle.map(JSONText.string)),
            ("description", fields.description.map(JSONText.string)),
            ("genre", fields.genre.map(JSONText.strings)),
            ("contentRating", fields.contentRating.map(JSONText.string)),
            ("language", fields.language.map(JSONText.string)),
            ("artist", fields.artist.map(JSONText.strings)),
            ("album", fields.album.map(JSONText.string)),
            ("season", fields.season.map { "\($0)" }),
            ("episode", fields.episode.map { "\($0)" }),
            ("date", fields.date.map(JSONText.string)),
            ("artwork", fields.artwork.map(JSONText.string)),
            ("start", fields.start.map(JSONText.seconds)),
            ("in", fields.inPoint.map(JSONText.seconds)),
            ("out", fields.outPoint.map(JSONText.seconds)),
            (
                "chapters",
                fields.chapters.map { JSONText.array($0.map(chapter)) }
                    ?? fields.chaptersURI.map { JSONText.string($0) }
            ),
            ("markers", fields.markers.flatMap { $0.isEmpty ? nil : JSONText.array($0.map(group)) }),
            ("segments", fields.segments.map { JSONText.array($0.map(segment)) }),
            ("next", fields.next.map(next)),
            ("custom", fields.custom.map { JSONText.object($0) }),
            ("duration", item.duration.map(JSONText.seconds)),
            ("container", item.container.map(JSONText.string)),
            ("locales", locales.isEmpty ? nil : JSONText.strings(locales)),
            ("problems", item.problems.isEmpty ? nil : JSONText.strings(item.problems)),
        ])
    }

    /// Pictures inside the resource have no URI and are left out.
    private static func chapter(_ chapter: Chapter) -> String {
        var image: String?
        if case .uri(let uri) = chapter.image { image = uri }
        return JSONText.object([
            ("start", JSONText.seconds(chapter.start)),
            ("end", chapter.end.map(JSONText.seconds)),
            ("title", (chapter.titles.first?.text).map(JSONText.string)),
            ("titles", titles(chapter.titles)),
            ("image", image.map(JSONText.string)),
            ("url", chapter.url.map(JSONText.string)),
            ("id", chapter.id.map(JSONText.string)),
            ("level", chapter.level > 0 ? "\(chapter.level)" : nil),
            ("hidden", chapter.isHidden ? "true" : nil),
            ("source", chapter.source.map(JSONText.string)),
        ])
    }

    /// By language, the first title of each; nil where no language is known.
    private static func titles(_ titles: [ChapterTitle]) -> String? {
        let known = Dictionary(
            titles.filter { $0.language != "und" }.map { ($0.language, DescriptionValue.string($0.text)) },
            uniquingKeysWith: { first, _ in first })
        return known.isEmpty ? nil : JSONText.object(known)
    }

    private static func group(_ group: MarkerGroupDescription) -> String {
        JSONText.object([
            ("title", JSONText.string(group.title)), ("markers", JSONText.array(group.markers.map(chapter))),
        ])
    }

    private static func segment(_ segment: SegmentDescription) -> String {
        JSONText.object([
            ("start", JSONText.seconds(segment.start)), ("end", JSONText.seconds(segment.end)),
            ("kind", JSONText.string(segment.kind)), ("action", segment.action.map(JSONText.string)),
            ("id", segment.id.map(JSONText.string)), ("title", segment.title.map(JSONText.string)),
            ("source", segment.source.map(JSONText.string)),
        ])
    }

    private static func next(_ next: NextDescription) -> String {
        JSONText.object([
            ("uri", JSONText.string(next.uri)), ("title", next.title.map(JSONText.string)),
            ("subtitle", next.subtitle.map(JSONText.string)), ("artwork", next.artwork.map(JSONText.string)),
            ("presentAt", next.presentAt.map(JSONText.seconds)),
            ("automaticAcceptanceInterval", next.automaticAcceptanceInterval.map(JSONText.number)),
        ])
    }
}
