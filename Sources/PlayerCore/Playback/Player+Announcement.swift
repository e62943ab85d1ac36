// One change for a change of item, and what is remembered of the item for the next time.
extension Player {
    /// Whether nothing more is expected of the item that was opened: its tags, its sidecars and its picture are here.
    var isOpened: Bool {
        facts.isPrepared && (facts.findings != nil || !isCurrentLocal) && !facts.tags.isArtworkOnItsWay
            && !isArtworkOnItsWay
    }

    /// Whether it is a file of this machine.
    private var isCurrentLocal: Bool {
        queue.current.map { FileURI.escapedPath(of: $0.description.uri) != nil } ?? false
    }

    /// Decides whether clients are told of the current item now, and remembers what is known of it.
    mutating func settleAnnouncement(now: MonotonicTime) {
        guard settings.readsAhead else { return }
        var scene: ItemAnnouncement.Scene?
        if let item = queue.current {
            if generation != nil, isOpened, !facts.isLive {
                memory.remember(
                    item.id,
                    RememberedItem(item.description, facts: facts, artworkURI: metadata(of: item).artworkURI))
            }
            let remembered = memory.item(item)
            scene = ItemAnnouncement.Scene(
                item: item,
                content: ItemAnnouncement.Content(
                    metadata: metadata(of: item), duration: facts.duration, revision: chapters.published.revision),
                isKnown: remembered?.isComplete(for: item.description) ?? false,
                isSettled: generation == nil ? remembered != nil || !isCurrentLocal : isOpened,
                tellsPosition: outcome.notices.contains { if case .seeked = $0 { true } else { false } })
        }
        announcement.follow(scene, now: now)
        guard announcement.until != announcement.armed else { return }
        announcement.armed = announcement.until
        if let until = announcement.until {
            perform(.arm(.announcement, until))
        } else {
            perform(.disarm(.announcement))
        }
    }
}
