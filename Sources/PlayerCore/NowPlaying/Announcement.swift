/// Announces a change of item as one change, and remembers the item for the next time.
struct Announcement: Feature {
    private var announcement = ItemAnnouncement()

    /// Decides whether clients are told of the current item now, and remembers what is known of it.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        guard scene.settings.readsAhead else { return }
        announcement.follow(situation(scene, &requests), now: scene.now)
    }

    func wakesAt(_ scene: Scene) -> MonotonicTime? { announcement.until }

    func describe(into published: inout Published) {
        published.snapshot.isMetadataHeld = announcement.isHeld
    }

    private func situation(_ scene: Scene, _ requests: inout Requests) -> ItemAnnouncement.Situation? {
        guard let item = scene.item, let metadata = scene.metadata else { return nil }
        let facts = scene.facts
        let (isOpen, isOpened) = (scene.generation != nil, scene.published.isOpened)
        var remembered = scene.memory.item(item)
        if isOpen, isOpened, !facts.isLive {
            let known = RememberedItem(item.description, facts: facts, artworkURI: metadata.artworkURI)
            requests.remember(item.id, known)
            remembered = known
        }
        let isLocal = FileURI.escapedPath(of: item.description.uri) != nil
        return ItemAnnouncement.Situation(
            item: item,
            content: ItemAnnouncement.Content(
                metadata: metadata, duration: facts.duration, revision: scene.published.snapshot.chapters.revision),
            isKnown: remembered?.isComplete(for: item.description) ?? false,
            isSettled: isOpen ? isOpened : remembered != nil || !isLocal,
            tellsPosition: scene.notices.contains { if case .seeked = $0 { true } else { false } })
    }
}
