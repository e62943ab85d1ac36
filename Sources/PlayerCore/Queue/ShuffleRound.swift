/// One round through a shuffled queue: a permutation of its ids and how far it was played.
///
/// What was played stands before what was not, in the order in which it was played; so walking back is counting down,
/// and nothing comes twice before the round is over.
struct ShuffleRound: Sendable {
    private(set) var order: [ItemID]
    /// Index of the current item in ``order``; 0 when it is empty.
    private(set) var cursor = 0
    /// How many of ``order`` were current in this round: more than `cursor + 1` after walking back.
    private var playedCount: Int
    /// The round after this one, once somebody looked ahead that far; kept so that what was seen is what comes.
    private var following: [ItemID]?

    /// A new round of `ids` in which `first` (nil for any) comes first and counts as played.
    init(of ids: [ItemID], startingWith first: ItemID?, using generator: inout SplitMix64) {
        order = ids
        order.shuffle(using: &generator)
        if let first, let index = order.firstIndex(of: first) { order.swapAt(0, index) }
        playedCount = order.isEmpty ? 0 : 1
    }

    /// One that was written down: what is behind its cursor counts as not played.
    init(_ shuffle: StoredSession.Shuffle) {
        order = shuffle.order
        cursor = shuffle.cursor
        playedCount = shuffle.cursor + 1
    }

    /// Whether this round has more after the current item.
    var hasRest: Bool { cursor + 1 < order.count }

    /// The item `count` further than the one after the current, in the next round if `wraps`; nil past the end.
    mutating func item(after count: Int, wraps: Bool, using generator: inout SplitMix64) -> ItemID? {
        let index = cursor + 1 + count
        if index < order.count { return order[index] }
        guard wraps, index - order.count < order.count else { return nil }
        let round = following ?? nextRound(using: &generator)
        following = round
        return round[index - order.count]
    }

    /// The item `count` further back than the one before the current; nil before the start of the round.
    func item(before count: Int) -> ItemID? {
        let index = cursor - 1 - count
        return index >= 0 ? order[index] : nil
    }

    /// Makes what `item(after:wraps:using:)` answers current; what is jumped over counts as played.
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

    /// Makes what `item(before:)` answers current.
    mutating func retreat(over count: Int) {
        guard item(before: count) != nil else { return }
        moveCursor(to: cursor - 1 - count)
    }

    /// Chosen by hand: becomes the one after the current, wherever it was, and then the current.
    mutating func choose(_ id: ItemID) {
        guard let index = order.firstIndex(of: id), index != cursor else { return }
        order.remove(at: index)
        if index < playedCount { playedCount -= 1 }
        if index < cursor { cursor -= 1 }
        order.insert(id, at: cursor + 1)
        playedCount += 1
        moveCursor(to: cursor + 1)
    }

    /// New ids join what was not played yet, each at a random place (the inside-out Fisher–Yates step).
    mutating func insert(_ ids: [ItemID], using generator: inout SplitMix64) {
        order.reserveCapacity(order.count + ids.count)
        for id in ids {
            order.append(id)
            let last = order.count - 1
            order.swapAt(last, Int.random(in: min(playedCount, last)...last, using: &generator))
        }
        following = nil
    }

    /// New ids come in place of one: the first of them in its place, if that is current or not played yet.
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

    /// Removes ids. If the current one goes, the one after it becomes current, else the one before.
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

    /// All ids again, the current one not first where there is another.
    private func nextRound(using generator: inout SplitMix64) -> [ItemID] {
        var round = order
        round.shuffle(using: &generator)
        if round.count > 1, round[0] == order[cursor] {
            round.swapAt(0, Int.random(in: 1..<round.count, using: &generator))
        }
        return round
    }
}
