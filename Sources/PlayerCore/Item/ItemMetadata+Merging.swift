extension ItemMetadata {
    /// Folds what is said of an item, field by field: a client's description counts most, then the sidecar, then the tags
    /// that come with the stream, then what was read of the container.
    ///
    /// The title is the first of these; else for files the last component of the path, and for streams the station's name
    /// or the host. It is never empty.
    /// A picture that is no local file has no URI here: the owner of the item has it fetched.
    public init(
        _ description: MediaDescription, findings: ItemFindings? = nil, tags: MediaTags = MediaTags(), isLive: Bool
    ) {
        let client = description.details?.fields
        let sidecar = findings?.sidecar
        let container = findings?.container.fields
        let tags = tags.filled(from: findings?.container.tags ?? MediaTags())
        func said<Value>(_ field: KeyPath<MediaDetails.Fields, Value?>) -> Value? {
            client?[keyPath: field] ?? sidecar?[keyPath: field]
        }
        func list(_ field: KeyPath<MediaDetails.Fields, [String]?>, _ tags: [String]) -> [String] {
            said(field) ?? (tags.isEmpty ? container?[keyPath: field] ?? [] : tags)
        }
        let title =
            Self.text(client?.title) ?? Self.text(sidecar?.title) ?? Self.text(tags.title)
            ?? Self.text(container?.title)
            ?? URIParts(description.uri).title(isLive: isLive, station: Self.text(tags.organization))
        self.init(title: title)
        artists = list(\.artist, tags.artists)
        albumArtists = tags.albumArtists
        composers = tags.composers
        genres = list(\.genre, tags.genres)
        comments = tags.comments
        lyrics = tags.lyrics
        trackNumber = tags.trackNumber
        discNumber = tags.discNumber
        beatsPerMinute = tags.beatsPerMinute
        artworkURI = said(\.artwork).flatMap { $0.hasPrefix("file:") ? $0 : nil } ?? tags.artworkURI
        func show<Value>(_ field: ShownField<Value>) {
            self[keyPath: field.shown] =
                said(field.said) ?? field.tag.flatMap { tags[keyPath: $0] } ?? container?[keyPath: field.said]
        }
        Self.shownTexts.forEach(show)
        Self.shownNumbers.forEach(show)
    }

    /// Nil for what shows as nothing.
    private static func text(_ string: String?) -> String? {
        guard let string, string.contains(where: { !$0.isWhitespace && $0 != "\0" }) else { return nil }
        return string
    }
}
