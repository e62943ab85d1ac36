extension PlayerSnapshot {
    /// The indices of the items in the order of play: all of them, those that were played first.
    public var playingOrder: [Int] {
        guard let round else { return Array(items.indices) }
        var indices = [ItemID: Int](minimumCapacity: items.count)
        for (index, item) in items.enumerated() { indices[item.id] = index }
        return round.order.compactMap { indices[$0] }
    }

    /// The place of the current item in the order of play; nil without one.
    public var currentPlace: Int? { round?.cursor ?? currentIndex }

    /// Returns the items at these places of the order of play. The queue is traversed at most once.
    public func played(_ places: Range<Int>) -> [QueueItem] {
        guard let round else { return Array(items[places.clamped(to: items.indices)]) }
        let ids = round.order[places.clamped(to: round.order.indices)]
        let wanted = Set(ids)
        var found: [ItemID: QueueItem] = [:]
        for item in items where wanted.contains(item.id) {
            found[item.id] = item
            if found.count == wanted.count { break }
        }
        return ids.compactMap { found[$0] }
    }

    /// Whether the order of play differs from that of another snapshot. Costs nothing if the queue is the same.
    public func isPlayedInOtherOrder(than other: PlayerSnapshot) -> Bool {
        guard let round, let former = other.round else {
            return (round == nil) != (other.round == nil) || items.count != other.items.count
        }
        return round.order != former.order || items != other.items
    }
}
