import PlayerCore

extension PlayerSnapshot {
    /// Item `current` of `count` plays, 10 s into its 100 s.
    static func sample(_ count: Int = 3, current: Int? = 0) -> PlayerSnapshot {
        var snapshot = PlayerSnapshot()
        snapshot.items = (0..<count).map { .sample($0) }
        snapshot.status = .playing
        snapshot.select(current)
        snapshot.position = .standing(at: MediaTime(microseconds: 10_000_000))
        return snapshot
    }

    /// Makes another item the current one and derives what follows from that.
    mutating func select(_ index: Int?) {
        currentIndex = index
        current = index.map { CurrentItem.sample(items[$0]) }
        canPlay = index != nil
        canPause = index != nil
        canSeek = index != nil
        canGoNext = (index ?? items.count) < items.count - 1
        canGoPrevious = index != nil
        position = .standing(at: .zero)
        if index == nil { status = .stopped }
    }
}

extension QueueItem {
    static func sample(_ number: Int) -> QueueItem {
        var fields = MediaDetails.Fields()
        fields.title = "Title \(number)"
        return QueueItem(
            id: ItemID(rawValue: UInt64(number) + 1),
            description: MediaDescription(uri: "file:///music/\(number).flac", details: MediaDetails(fields)))
    }

    /// The item's object path.
    var path: String { "/org/mediad/track/i" + String(id.rawValue, radix: 36) }
}

extension CurrentItem {
    static func sample(_ item: QueueItem) -> CurrentItem {
        CurrentItem(
            id: item.id, description: item.description,
            metadata: ItemMetadata(item.description, tags: MediaTags(), isLive: false),
            duration: MediaTime(microseconds: 100_000_000), isLive: false, hasVideo: false)
    }
}
