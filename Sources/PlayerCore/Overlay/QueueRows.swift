/// The rows of the queue in the window: its items in the order of play, and behind them the proposed item that is not in it.
struct QueueRows {
    let scene: Scene

    /// Rows on each side of the middle: more than a panel has room for, and few of a large queue.
    private static let reach = 60

    var count: Int { scene.items.count + (proposed == nil ? 0 : 1) }

    /// The place of the current item.
    var current: Int? { scene.queue.shuffle?.cursor ?? scene.queue.currentIndex }

    /// The rows around one of them, and the place of the first.
    func rows(around middle: Int) -> (first: Int, rows: [ListCard.Row]) {
        let first = min(max(0, middle - Self.reach), max(0, count - 2 * Self.reach))
        let places = first..<min(count, first + 2 * Self.reach)
        return (first, places.compactMap(row))
    }

    /// What a press on a row means; nil: there is no such row.
    func command(at place: Int) -> PlayerCommand? {
        if let item = item(at: place) { return .goTo(item.id) }
        return proposed != nil && place == scene.items.count ? .proposals(.goOn) : nil
    }

    private func row(at place: Int) -> ListCard.Row? {
        guard let item = item(at: place) ?? proposed else { return nil }
        let shown = item.id == scene.item?.id ? scene.metadata : nil
        let metadata = shown ?? scene.memory.metadata(of: item)
        // Of an episode, the series is in the title.
        let artist = metadata.series == nil ? metadata.artists.first : nil
        let title = [metadata.title, artist].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        let isProposed = place == scene.items.count
        let length = duration(of: item).map { ClockTime.text($0.nanoseconds / 1_000_000_000) }
        let isFailed = scene.fault(of: item) != nil
        let word: Words.Word? = isProposed ? .upNext : isFailed ? .failed : nil
        return ListCard.Row(
            title: title, detail: word.map { Words.text($0, scene.settings.language) } ?? length ?? "",
            isCurrent: place == current, isFailed: isFailed)
    }

    /// Why the item of a row could not be played; nil: it could, or was not tried.
    func note(at place: Int) -> String? { item(at: place).flatMap { scene.fault(of: $0)?.briefly } }

    private func item(at place: Int) -> QueueItem? {
        if let round = scene.queue.shuffle {
            guard round.order.indices.contains(place) else { return nil }
            return scene.index(of: round.order[place]).map { scene.items[$0] }
        }
        return scene.items.indices.contains(place) ? scene.items[place] : nil
    }

    private func duration(of item: QueueItem) -> MediaTime? {
        item.description.length(
            in: item.id == scene.item?.id ? scene.facts.duration : scene.memory.item(item)?.duration)
    }

    /// The item that is proposed and would enter the queue.
    private var proposed: QueueItem? {
        let rule = scene.published.rules.proposed
        guard rule.followsQueue || rule.held != nil else { return nil }
        let item = scene.published.snapshot.proposal.item
        return item.flatMap { scene.isInQueue($0.id) ? nil : $0 }
    }
}
