/// A direction in playing order.
public enum Direction: Hashable, Sendable { case forward, backward }

/// The items to be played, in display order, and their playing order.
///
/// A non-empty queue always has a current item. Looking ahead, stepping and going to an item have the same cost for
/// ten items and for 100,000; an edit costs one pass. Ids increase and are never reused.
public struct Queue: Sendable {
    /// The maximum number of items; the largest music collections are smaller.
    public static let limit = 500_000

    public private(set) var items: [QueueItem] = [] { didSet { revision += 1 } }
    /// Increases with each edit of the items, of the playing order and of the current item; never decreases.
    public private(set) var revision: UInt64 = 0
    /// Nil exactly when the queue is empty.
    public private(set) var currentIndex: Int? { didSet { revision += 1 } }
    public var loop: LoopMode = .none

    /// The id of the next item that is inserted or reserved.
    private(set) var nextID: UInt64
    private var generator: SplitMix64
    /// Nil if the playing order is the order of the items.
    private var round: ShuffleRound?
    /// The index of each id; nil after an edit until it is needed.
    private var indices: [ItemID: Int]?

    /// - Parameters:
    ///   - firstID: the first item's id; later ones count up from it.
    ///   - seed: the seed of shuffling; the same seed and edits give the same order.
    public init(firstID: UInt64, seed: UInt64) {
        nextID = firstID
        generator = SplitMix64(seed: seed)
    }

    /// The item that plays or would play.
    public var current: QueueItem? { currentIndex.map { items[$0] } }

    /// Whether the items are played in random rounds; set with ``setShuffled(_:)``.
    public var isShuffled: Bool { round != nil }

    /// Returns the index of an item; nil if it is not in the queue.
    public mutating func index(of id: ItemID) -> Int? {
        if let indices { return indices[id] }
        var built = [ItemID: Int](minimumCapacity: items.count)
        for (index, item) in items.enumerated() { built[item.id] = index }
        indices = built
        return built[id]
    }

    // MARK: Playing order

    /// Whether there is another item in a direction.
    public func hasNeighbour(_ direction: Direction) -> Bool {
        guard let currentIndex, items.count > 1 else { return false }
        switch direction {
        case .forward: return loop == .playlist || (round?.hasRest ?? (currentIndex + 1 < items.count))
        case .backward: return round.map { $0.cursor > 0 } ?? (loop == .playlist || currentIndex > 0)
        }
    }

    /// Returns the neighbour of the current item, or with `skipping` the item that many further on; nil past the end.
    ///
    /// Wraps around only with ``LoopMode/playlist`` (with a single item, to the item itself); ``LoopMode/track`` is up
    /// to the caller. Backward, a shuffled queue ends where its round began. Repeated calls return the same item.
    public mutating func neighbour(_ direction: Direction, skipping count: Int = 0) -> QueueItem? {
        guard let currentIndex else { return nil }
        if round != nil {
            let id =
                switch direction {
                case .forward: round?.item(after: count, wraps: loop == .playlist, using: &generator)
                case .backward: round?.item(before: count)
                }
            return id.flatMap { index(of: $0) }.map { items[$0] }
        }
        return plainIndex(direction, from: currentIndex, skipping: count).map { items[$0] }
    }

    /// Returns the nearest neighbour that is not in the set, and how many items of the set are before it.
    ///
    /// Terminates, because it passes at most as many items as are left out, or twice as many at the end of a shuffled
    /// round.
    mutating func neighbour(_ direction: Direction, except left: Set<ItemID>) -> (item: QueueItem, skipped: Int)? {
        var skipped = 0
        while let item = neighbour(direction, skipping: skipped) {
            if !left.contains(item.id) { return (item, skipped) }
            skipped += 1
        }
        return nil
    }

    /// Makes the item that ``neighbour(_:skipping:)`` returns current; skipped items count as played in a shuffled
    /// round.
    ///
    /// - Returns: the item that is now current; nil without any change if there is none in that direction.
    public mutating func step(_ direction: Direction, skipping count: Int = 0) -> QueueItem? {
        guard let currentIndex, let item = neighbour(direction, skipping: count) else { return nil }
        if round != nil {
            switch direction {
            case .forward: round?.advance(over: count, wraps: loop == .playlist, using: &generator)
            case .backward: round?.retreat(over: count)
            }
            self.currentIndex = index(of: item.id)
        } else {
            self.currentIndex = plainIndex(direction, from: currentIndex, skipping: count)
        }
        return item
    }

    private func plainIndex(_ direction: Direction, from index: Int, skipping count: Int) -> Int? {
        guard count < items.count else { return nil }
        let target = direction == .forward ? index + 1 + count : index - 1 - count
        if items.indices.contains(target) { return target }
        guard loop == .playlist else { return nil }
        return target < 0 ? target + items.count : target - items.count
    }

    /// Makes the item at an index current; in a shuffled round it comes next, whether it was played or not.
    public mutating func choose(_ index: Int) {
        precondition(items.indices.contains(index), "Only an index of the queue can become current.")
        round?.choose(items[index].id)
        currentIndex = index
    }

    /// Turns shuffling on, which starts a round with the current item, or off, which continues in display order from
    /// it.
    public mutating func setShuffled(_ isShuffled: Bool) {
        guard isShuffled != self.isShuffled else { return }
        revision += 1
        round = nil
        if isShuffled { startRound() }
    }

    private mutating func startRound() {
        round = ShuffleRound(of: items.map(\.id), startingWith: current?.id, using: &generator)
    }

    // MARK: Saving and restoring

    /// The playing order, to be saved; nil if it is the order of the items.
    public var shuffle: StoredSession.Shuffle? {
        round.map { StoredSession.Shuffle(order: $0.order, cursor: $0.cursor) }
    }

    /// Restores a saved queue in place of the present one; new ids count up from the largest.
    ///
    /// Inconsistent data are repaired: an index outside the items becomes the first one, and a playing order that does
    /// not match the items is drawn again.
    public mutating func restore(_ session: StoredSession) {
        var restored = session.items
        let largest = restored.lazy.map(\.id.rawValue).filter { $0 < Self.idLimit }.max()
        nextID = max(nextID, (largest ?? 0) + 1)
        // Usually the items are as they were first inserted, so that no two ids are equal.
        let isAscending = zip(restored, restored.dropFirst()).allSatisfy { $0.id.rawValue < $1.id.rawValue }
        if !isAscending || restored.last.map({ $0.id.rawValue >= Self.idLimit }) == true {
            // Duplicate ids are indistinguishable, and no id could follow the largest possible one.
            var seen: Set<ItemID> = []
            for (index, item) in restored.enumerated()
            where !seen.insert(item.id).inserted || item.id.rawValue >= Self.idLimit {
                restored[index] = reserve(item.description)
            }
        }
        items = restored
        indices = nil
        loop = session.state.loop
        round = nil
        currentIndex = items.isEmpty ? nil : session.currentIndex.flatMap { items.indices.contains($0) ? $0 : nil } ?? 0
        guard let shuffle = session.shuffle else { return }
        if let current, shuffle.order.indices.contains(shuffle.cursor), shuffle.order[shuffle.cursor] == current.id,
            shuffle.order.count == items.count, Set(shuffle.order) == Set(items.map(\.id))
        {
            round = ShuffleRound(shuffle)
        } else {
            startRound()
        }
    }

    /// Ids from here on occur only in a damaged file: counting up from 1 never gets here.
    private static let idLimit: UInt64 = 1 << 62

    // MARK: Edits

    /// Inserts items before `index`; past the end, appends them. In an empty queue the first of them becomes current.
    ///
    /// - Returns: the new ids, in order.
    @discardableResult
    public mutating func insert(_ descriptions: [MediaDescription], at index: Int) -> [ItemID] {
        var inserted: [QueueItem] = []
        inserted.reserveCapacity(descriptions.count)
        for description in descriptions { inserted.append(reserve(description)) }
        insert(inserted, at: index)
        return inserted.map(\.id)
    }

    /// Returns an item with an id of its own that is not in the queue yet, see ``insert(_:at:)-(QueueItem,_)``.
    public mutating func reserve(_ description: MediaDescription) -> QueueItem {
        defer { nextID += 1 }
        return QueueItem(id: ItemID(rawValue: nextID), description: description)
    }

    /// Reserves the ids before this one.
    mutating func noteReserved(before id: UInt64) { nextID = max(nextID, id) }

    /// Returns the index of an item without building the index of all items; nil if it is not in the queue.
    func knownIndex(of id: ItemID) -> Int? {
        guard let indices else { return items.firstIndex { $0.id == id } }
        return indices[id]
    }

    /// Inserts an item from ``reserve(_:)`` before `index`; past the end, appends it.
    public mutating func insert(_ item: QueueItem, at index: Int) { insert([item], at: index) }

    private mutating func insert(_ inserted: [QueueItem], at index: Int) {
        guard !inserted.isEmpty else { return }
        let index = max(0, min(index, items.count))
        let isAppending = index == items.count
        items.insert(contentsOf: inserted, at: index)
        if isAppending, indices != nil {
            for (offset, item) in inserted.enumerated() { indices?[item.id] = index + offset }
        } else {
            indices = nil
        }
        if let currentIndex {
            if index <= currentIndex { self.currentIndex = currentIndex + inserted.count }
            // Whoever puts something behind what plays wants to hear it next.
            if index == currentIndex + 1, !isAppending {
                round?.insertNext(inserted.map(\.id))
            } else {
                round?.insert(inserted.map(\.id), using: &generator)
            }
        } else {
            currentIndex = 0
            if isShuffled { startRound() }
        }
    }

    /// Replaces the item at `index` with items; if it was current, the first of them becomes current.
    ///
    /// In a shuffled round the others get random places after what was played.
    ///
    /// - Parameter descriptions: at least one.
    /// - Returns: the new ids, in order.
    public mutating func expand(_ index: Int, into descriptions: [MediaDescription]) -> [ItemID] {
        precondition(items.indices.contains(index), "Only an index of the queue can be expanded.")
        precondition(!descriptions.isEmpty, "An item is expanded into at least one.")
        let old = items[index].id
        var inserted: [QueueItem] = []
        inserted.reserveCapacity(descriptions.count)
        for description in descriptions { inserted.append(reserve(description)) }
        items.replaceSubrange(index...index, with: inserted)
        indices = nil
        if let currentIndex, index < currentIndex { self.currentIndex = currentIndex + inserted.count - 1 }
        let ids = inserted.map(\.id)
        round?.replace(old, with: ids, using: &generator)
        return ids
    }

    /// Replaces everything; the item at `index` becomes current (the last if the index is past the end).
    @discardableResult
    public mutating func replace(_ descriptions: [MediaDescription], current index: Int = 0) -> [ItemID] {
        let wasShuffled = isShuffled
        items = []
        indices = nil
        currentIndex = nil
        round = nil
        let ids = insert(descriptions, at: 0)
        if !ids.isEmpty { currentIndex = max(0, min(index, ids.count - 1)) }
        if wasShuffled { startRound() }
        return ids
    }

    /// Removes the items with these ids; unknown ids are ignored.
    ///
    /// If the current item is removed, the item that would have been played after it becomes current, or else the last
    /// one.
    public mutating func remove(_ ids: Set<ItemID>) -> QueueRemoval {
        var removed: [Range<Int>] = []
        var kept: [QueueItem] = []
        kept.reserveCapacity(items.count)
        var keptBeforeCurrent = 0
        var isCurrentRemoved = false
        for (index, item) in items.enumerated() {
            if ids.contains(item.id) {
                if let last = removed.last, last.upperBound == index {
                    removed[removed.count - 1] = last.lowerBound..<(index + 1)
                } else {
                    removed.append(index..<(index + 1))
                }
                if index == currentIndex { isCurrentRemoved = true }
            } else {
                if let currentIndex, index < currentIndex { keptBeforeCurrent += 1 }
                kept.append(item)
            }
        }
        guard !removed.isEmpty else { return QueueRemoval() }
        items = kept
        indices = nil
        var hasFollower = keptBeforeCurrent < kept.count
        if round != nil {
            hasFollower = round?.remove(ids) ?? false
            currentIndex = round.flatMap { kept.isEmpty ? nil : $0.order[$0.cursor] }.flatMap { index(of: $0) }
        } else {
            currentIndex = kept.isEmpty ? nil : min(keptBeforeCurrent, kept.count - 1)
        }
        if isCurrentRemoved, !hasFollower, !kept.isEmpty, loop == .playlist {
            hasFollower = true
            if isShuffled {
                currentIndex = Int.random(in: kept.indices, using: &generator)
                startRound()
            } else {
                currentIndex = 0
            }
        }
        return QueueRemoval(ranges: removed, isCurrentRemoved: isCurrentRemoved, hasFollower: hasFollower)
    }

    /// Moves the item at `source` to `target` (past the end: to the last place); the current item does not change.
    public mutating func move(_ source: Int, to target: Int) {
        precondition(items.indices.contains(source), "Only an index of the queue can be moved.")
        let target = max(0, min(target, items.count - 1))
        guard source != target else { return }
        items.insert(items.remove(at: source), at: target)
        indices = nil
        guard let currentIndex else { return }
        if currentIndex == source {
            self.currentIndex = target
        } else if source < currentIndex, target >= currentIndex {
            self.currentIndex = currentIndex - 1
        } else if source > currentIndex, target <= currentIndex {
            self.currentIndex = currentIndex + 1
        }
    }

    /// Brings the items into another order. The current item and the playing order of a shuffled queue do not change.
    ///
    /// - Parameter ids: the order; unknown ids are ignored, and the other items follow in their present order.
    public mutating func arrange(_ ids: [ItemID]) {
        let id = current?.id
        var rest = [ItemID: QueueItem](minimumCapacity: items.count)
        for item in items { rest[item.id] = item }
        var arranged = ids.compactMap { rest.removeValue(forKey: $0) }
        if !rest.isEmpty { arranged += items.filter { rest[$0.id] != nil } }
        guard arranged != items else { return }
        items = arranged
        indices = nil
        if let id { currentIndex = items.firstIndex { $0.id == id } }
    }

    /// Brings the items into a random order that begins with the current one. A shuffled queue begins a new round.
    public mutating func mix() {
        var ids = items.map(\.id)
        ids.shuffle(using: &generator)
        if let current, let index = ids.firstIndex(of: current.id) { ids.swapAt(0, index) }
        arrange(ids)
        guard isShuffled else { return }
        revision += 1
        startRound()
    }

    /// Replaces the description of the item at `index`; the item keeps its id and place.
    public mutating func describe(_ index: Int, as description: MediaDescription) {
        precondition(items.indices.contains(index), "Only an index of the queue can be described.")
        items[index] = QueueItem(id: items[index].id, description: description)
    }
}

/// The result of a removal from a ``Queue``.
public struct QueueRemoval: Hashable, Sendable {
    /// The removed ranges as indices before the removal, ascending.
    public var ranges: [Range<Int>] = []
    public var isCurrentRemoved = false
    /// Whether the item now current is the old one or one that was to be played after it; false: the end was reached.
    public var hasFollower = false

    public init() {}

    init(ranges: [Range<Int>], isCurrentRemoved: Bool, hasFollower: Bool) {
        self.ranges = ranges
        self.isCurrentRemoved = isCurrentRemoved
        self.hasFollower = hasFollower
    }
}
