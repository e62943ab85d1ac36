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
        card.detail = detail(found ?? told, of: proposed.item)
        return card
    }

    private func detail(_ metadata: ItemMetadata, of item: QueueItem?) -> String? {
        var parts: [String] = []
        let language = scene.settings.language
        if let season = metadata.season, let episode = metadata.episode {
            parts.append(Words.episode(episode, ofSeason: season, language))
        } else if let artist = metadata.artists.first {
            parts.append(artist)
        }
        if let item, let duration = scene.memory.item(item)?.duration {
            parts.append(ClockTime.text(duration.nanoseconds / 1_000_000_000))
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
