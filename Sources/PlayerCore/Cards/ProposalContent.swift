/// What is shown of the proposed item: its description, completed by what was found when it was prepared.
struct ProposalContent {
    let scene: Scene

    /// Nil while no proposal is presented.
    var card: ProposalCard? {
        let proposed = scene.published.snapshot.proposal
        guard proposed.state == .presented, let description = proposed.proposal?.description else { return nil }
        let told = ItemMetadata(description, findings: nil, tags: MediaTags(), isLive: false)
        let found = proposed.item.flatMap { scene.memory.item($0)?.metadata(of: $0.description) }
        var card = ProposalCard(title: told.title, subtitle: told.subtitle ?? found?.subtitle)
        if description.details?.fields.title == nil, let title = found?.title { card.title = title }
        card.artworkURI = proposed.artworkURI ?? found?.artworkURI ?? proposed.momentURI
        let metadata = found ?? told
        card.place = place(metadata, title: card.title)
        // Of an episode without a title of its own, the place is all that the title says.
        if let series = metadata.series, let place = EpisodePlace(metadata)?.text,
            card.title == "\(series) · \(place)"
        {
            (card.title, card.place) = (place, series)
        }
        card.detail = detail(told, found, of: proposed.item)
        card.summary = told.summary ?? found?.summary
        return card
    }

    private func place(_ metadata: ItemMetadata, title: String) -> String? {
        let place = EpisodePlace(metadata)?.text
        let name = metadata.series ?? (place == nil ? metadata.artists.first : metadata.album)
        let parts = [name == title ? nil : name, place].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The rating and the length.
    private func detail(_ told: ItemMetadata, _ found: ItemMetadata?, of item: QueueItem?) -> String? {
        var parts = [told.contentRating ?? found?.contentRating].compactMap(\.self).filter { !$0.isEmpty }
        if let item, let duration = scene.memory.item(item)?.duration {
            parts.append(ClockTime.text(duration.nanoseconds / 1_000_000_000))
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
