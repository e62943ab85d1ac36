/// What the panel with information shows of the current item.
struct InformationContent {
    let scene: Scene

    var card: InformationCard {
        let metadata = scene.metadata
        let language = scene.settings.language
        var card = InformationCard(title: metadata?.title ?? "")
        card.subtitle = subtitle(metadata)
        var facts = [
            metadata?.genres.prefix(3).joined(separator: ", "), metadata?.contentRating,
            metadata?.date.map { ReadableDate.text($0, language) },
        ].compactMap(\.self)
        let length = scene.item.map { $0.description.length(in: scene.facts.duration) } ?? scene.facts.duration
        if let length { facts.append(ClockTime.text(length.nanoseconds / 1_000_000_000)) }
        card.facts = facts.filter { !$0.isEmpty }.joined(separator: " · ")
        card.summary = metadata?.summary ?? metadata?.comments.first
        card.artworkURI = metadata?.artworkURI
        card.technical = technical
        return card
    }

    /// The series with season and episode, and the subtitle; otherwise the artist or the album.
    private func subtitle(_ metadata: ItemMetadata?) -> String? {
        guard let metadata else { return nil }
        let place = EpisodePlace(metadata)
        var parts = [metadata.series ?? (place == nil ? nil : metadata.album), place?.text, metadata.subtitle]
            .compactMap(\.self).filter { !$0.isEmpty }
        if parts.joined(separator: " · ") == metadata.title { parts = [] }
        if parts.isEmpty, let other = metadata.artists.first ?? metadata.album { parts = [other] }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The container, the size of the picture, and what the streams are.
    private var technical: String {
        let tracks = scene.facts.tracks
        func shown(_ tracks: [MediaTrack], _ selected: UInt32?) -> MediaTrack? {
            tracks.first { $0.id == selected } ?? tracks.first
        }
        let video = shown(tracks.video, tracks.selectedVideo)
        let audio = shown(tracks.audio, tracks.selectedAudio)
        let sound = [
            audio?.channels.map { TrackLabel.channels($0, scene.settings.language) },
            audio?.codec.map(ShortCodecName.short),
        ]
        .compactMap(\.self).joined(separator: " ")
        return [
            scene.facts.findings?.container.container, video?.size.map { "\($0.width)×\($0.height)" },
            video?.codec.map(ShortCodecName.short), sound,
        ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

/// Season and episode of an item.
struct EpisodePlace: Hashable, Sendable {
    let season: Int32?
    let episode: Int32?

    /// Nil if it is not an episode.
    init?(_ metadata: ItemMetadata) {
        guard metadata.season != nil || metadata.episode != nil else { return nil }
        (season, episode) = (metadata.season, metadata.episode)
    }

    /// `S1 E6`.
    var text: String {
        [season.map { "S\($0)" }, episode.map { "E\($0)" }].compactMap(\.self).joined(separator: " ")
    }
}
