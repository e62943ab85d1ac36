/// A round through a shuffled queue: a permutation of its ids, and how far it was played.
///
/// Played items come before the others, in the order in which they were played. So stepping back means counting down,
/// and no item comes twice before the round is over.
struct ShuffleRound: Sendable {
    private(set) var order: [ItemID]
    /// The index of the current item in ``order``; 0 if it is empty.
    private(set) var cursor = 0
    /// How many items of ``order`` were current in this round: more than `cursor + 1` after stepping back.
    private var playedCount: Int
    /// The next round, once it was looked ahead into; kept so that it really comes.
    private var following: [ItemID]?

    /// Creates a round of `ids` in which `first` (nil: any) comes first and counts as played.
    init(of ids: [ItemID], startingWith first: ItemID?, using generator: inout SplitMix64) {
        order = ids
        order.shuffle(using: &generator)
        if let first, let index = order.firstIndex(of: first) { order.swapAt(0, index) }
        playedCount = order.isEmpty ? 0 : 1
    }

    /// Restores a saved round; items after its cursor count as not played.
    init(_ shuffle: StoredSession.Shuffle) {
        order = shuffle.order
        cursor = shuffle.cursor
        playedCount = shuffle.cursor + 1
    }

    /// Whether this round continues after the current item.
    var hasRest: Bool { cursor + 1 < order.count }

    /// Returns the item `count` further than the one after the current one, in the next round if `wraps`; nil past the
    /// end.
    mutating func item(after count: Int, wraps: Bool, using generator: inout SplitMix64) -> ItemID? {
        let index = cursor + 1 + count
        if index < order.count { return order[index] }
        guard wraps, index - order.count < order.count else { return nil }
        let round = following ?? nextRound(using: &generator)
        following = round
        return round[index - order.count]
    }

    /// Returns the item `count` further back than the one before the current one; nil before the start of the round.
    func item(before count: Int) -> ItemID? {
        let index = cursor - 1 - count
        return index >= 0 ? order[index] : nil
    }

    /// Makes the item that `item(after:wraps:using:)` returns current; skipped items count as played.
    mutating func advance(over count: Int, wraps: Bool, using generator: inout SplitMix64) {
        guard item(after: count, wraps: wraps, using: &generator) != nil else { return }
        var index = cursor + 1 + count
        if index >= order.count, let round = following {
            index -= order.count
            order = round
            playedCount = 0
        }
        moveCursor(to: index)
    }

    /// Makes the item that `item(before:)` returns current.
    mutating func retreat(over count: Int) {
        guard item(before: count) != nil else { return }
        moveCursor(to: cursor - 1 - count)
    }

    /// Moves a chosen item directly after the current one, and makes it current.
    mutating func choose(_ id: ItemID) {
        guard let index = order.firstIndex(of: id), index != cursor else { return }
        order.remove(at: index)
        if index < playedCount { playedCount -= 1 }
        if index < cursor { cursor -= 1 }
        order.insert(id, at: cursor + 1)
        playedCount += 1
        moveCursor(to: cursor + 1)
    }

    /// Inserts new ids among the items not yet played, each at a random place (the inside-out Fisher–Yates step).
    mutating func insert(_ ids: [ItemID], using generator: inout SplitMix64) {
        order.reserveCapacity(order.count + ids.count)
        for id in ids {
            order.append(id)
            let last = order.count - 1
            order.swapAt(last, Int.random(in: min(playedCount, last)...last, using: &generator))
        }
        following = nil
    }

    /// Inserts new ids directly after the current one.
    mutating func insertNext(_ ids: [ItemID]) {
        order.insert(contentsOf: ids, at: cursor + 1)
        if playedCount > cursor + 1 { playedCount += ids.count }
        following = nil
    }

    /// Replaces an id with new ids: the first of them takes its place if that is current or not played yet.
    mutating func replace(_ id: ItemID, with ids: [ItemID], using generator: inout SplitMix64) {
        guard let place = order.firstIndex(of: id), place == cursor || place >= playedCount, let first = ids.first
        else {
            insert(ids, using: &generator)
            _ = remove([id])
            return
        }
        order[place] = first
        insert(Array(ids.dropFirst()), using: &generator)
    }

    /// Removes ids. If the current item is removed, the one after it becomes current, or else the one before.
    ///
    /// - Returns: whether the item now current (if any) was the current one or came after it.
    mutating func remove(_ ids: Set<ItemID>) -> Bool {
        let keptBeforeCursor = order[..<min(cursor, order.count)].count { !ids.contains($0) }
        let keptPlayed = order[..<min(playedCount, order.count)].count { !ids.contains($0) }
        order.removeAll { ids.contains($0) }
        let hasFollower = keptBeforeCursor < order.count
        cursor = max(0, min(keptBeforeCursor, order.count - 1))
        playedCount = order.isEmpty ? 0 : max(keptPlayed, cursor + 1)
        following = nil
        return hasFollower
    }

    private mutating func moveCursor(to index: Int) {
        cursor = index
        playedCount = max(playedCount, index + 1)
        following = nil
    }

    /// All ids in a new order; the current item does not come first if there is another.
    private func nextRound(using generator: inout SplitMix64) -> [ItemID] {
        var round = order
        round.shuffle(using: &generator)
        if round.count > 1, round[0] == order[cursor] {
            round.swapAt(0, Int.random(in: 1..<round.count, using: &generator))
        }
        return round
    }
}
