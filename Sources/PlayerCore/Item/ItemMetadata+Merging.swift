extension ItemMetadata {
    /// Folds what a client says of an item over what its source says, field by field.
    ///
    /// The title is the description's, else the tags'; else for files the last component of the path, and for streams
    /// the station's name or the host. It is never empty.
    public init(_ description: MediaDescription, tags: MediaTags, isLive: Bool) {
        let fields = description.details?.fields
        let title =
            Self.text(fields?.title) ?? Self.text(tags.title)
            ?? URIParts(description.uri).title(isLive: isLive, station: Self.text(tags.organization))
        self.init(title: title)
        artists = fields?.artist ?? tags.artists
        albumArtists = tags.albumArtists
        composers = tags.composers
        genres = fields?.genre ?? tags.genres
        comments = tags.comments
        album = fields?.album ?? tags.album
        lyrics = tags.lyrics
        date = fields?.date ?? tags.date
        trackNumber = tags.trackNumber
        discNumber = tags.discNumber
        beatsPerMinute = tags.beatsPerMinute
        // A picture that is no local file is fetched by the engine, whose tags then name its place in the cache.
        artworkURI = fields?.artwork.flatMap { $0.hasPrefix("file:") ? $0 : nil } ?? tags.artworkURI
        subtitle = fields?.subtitle
        summary = fields?.description
        contentRating = fields?.contentRating
        season = fields?.season
        episode = fields?.episode
    }

    /// Nil for what shows as nothing.
    private static func text(_ string: String?) -> String? {
        guard let string, string.contains(where: { !$0.isWhitespace && $0 != "\0" }) else { return nil }
        return string
    }
}
