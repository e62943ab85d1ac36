extension ItemMetadata {
    /// Merges what the sources say about an item, field by field, in this order: the client's description, the
    /// sidecar, the tags of the stream, the container.
    ///
    /// Without a title in any of them, the title is that of an episode or a film according to the name of a local file
    /// (``MediaName``), otherwise the last path component for files, and the station's name or the host for streams. It is
    /// never empty. A picture that is not a local file has no URI here; the owner of the item has it fetched.
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
        let named = isLive ? nil : MediaName(uri: description.uri)
        // A list names the station; only the stream knows what it plays now.
        let onAir = tags.isStation && client?.namesStation == true ? Self.text(tags.title) : nil
        let title =
            onAir ?? Self.text(client?.title) ?? Self.text(sidecar?.title) ?? Self.text(tags.title)
            ?? Self.text(container?.title) ?? named?.text
            ?? URIParts(description.uri).title(isLive: isLive || tags.isStation, station: Self.text(tags.organization))
        self.init(title: title)
        artists = list(\.artist, tags.artists)
        albumArtists = tags.albumArtists
        composers = tags.composers
        genres = list(\.genre, tags.genres)
        comments = tags.comments
        // Times are for those who follow the song.
        lyrics = (findings?.lyrics ?? tags.lyrics).map { Lyrics($0).plain }
        trackNumber = said(\.track) ?? tags.trackNumber
        discNumber = tags.discNumber
        beatsPerMinute = tags.beatsPerMinute
        musicBrainz = tags.musicBrainz
        artworkURI = said(\.artwork).flatMap { $0.hasPrefix("file:") ? $0 : nil } ?? tags.artworkURI
        func show<Value>(_ field: ShownField<Value>) {
            self[keyPath: field.shown] =
                said(field.said) ?? field.tag.flatMap { tags[keyPath: $0] } ?? container?[keyPath: field.said]
        }
        Self.shownTexts.forEach(show)
        Self.shownNumbers.forEach(show)
        if let named { fill(from: named) }
        if tags.isStation {
            station = Self.text(client?.namesStation == true ? client?.title : nil) ?? Self.text(tags.organization)
            album = album ?? station
        }
        splitSong(tags, saying: client?.artist ?? sidecar?.artist)
        if season != nil || episode != nil { series = series ?? Self.text(album) }
        if onAir != nil, subtitle == nil { subtitle = Self.text(client?.title) }
    }

    /// Takes from the name of the file what nothing else says about an episode.
    private mutating func fill(from name: MediaName) {
        guard let series = name.series else { return }
        self.series = series
        album = album ?? series
        season = season ?? name.season.flatMap(Int32.init(exactly:))
        episode = episode ?? name.episodes.flatMap { Int32(exactly: $0.lowerBound) }
    }

    /// Nil for text that is invisible.
    static func text(_ string: String?) -> String? {
        guard let string, string.contains(where: { !$0.isWhitespace && $0 != "\0" }) else { return nil }
        return string
    }
}
