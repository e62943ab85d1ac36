/// Where to look for a neighbour in the order of playing.
public enum Direction: Hashable, Sendable { case forward, backward }

/// What is to be played, in the order people see, and the order in which it is played.
///
/// A queue with items always has a current one. Looking ahead, stepping and going to an item cost the same for ten items
/// and for 100,000; an edit costs one pass. Ids are counted up and never used again.
public struct Queue: Sendable {
    /// Items that it may have; the largest collections of music have fewer.
    public static let limit = 500_000

    public private(set) var items: [QueueItem] = [] { didSet { revision += 1 } }
    /// Counted up with each edit of the items, of the order of playing and of which is current; never down.
    public private(set) var revision: UInt64 = 0
    /// Nil exactly when the queue is empty.
    public private(set) var currentIndex: Int? { didSet { revision += 1 } }
    public var loop: LoopMode = .none

    /// The id of the next item that is inserted or reserved.
    private(set) var nextID: UInt64
    private var generator: SplitMix64
    /// Nil when the order of playing is the order of the items.
    private var round: ShuffleRound?
    /// Where each id stands; nil after an edit until somebody asks.
    private var indices: [ItemID: Int]?

    /// - Parameters:
    ///   - firstID: the first item's id; later ones count up from it.
    ///   - seed: what shuffling starts from; the same seed and edits give the same order.
    public init(firstID: UInt64, seed: UInt64) {
        nextID = firstID
        generator = SplitMix64(seed: seed)
    }

    /// The item that plays or would play.
    public var current: QueueItem? { currentIndex.map { items[$0] } }

    /// Whether the items are played in random rounds; set with ``setShuffled(_:)``.
    public var isShuffled: Bool { round != nil }

    /// The index of an item; nil when it is not here.
    public mutating func index(of id: ItemID) -> Int? {
        if let indices { return indices[id] }
        var built = [ItemID: Int](minimumCapacity: items.count)
        for (index, item) in items.enumerated() { built[item.id] = index }
        indices = built
        return built[id]
    }

    // MARK: The order of playing

    /// Whether stepping that way reaches another item.
    public func hasNeighbour(_ direction: Direction) -> Bool {
        guard let currentIndex, items.count > 1 else { return false }
        switch direction {
        case .forward: return loop == .playlist || (round?.hasRest ?? (currentIndex + 1 < items.count))
        case .backward: return round.map { $0.cursor > 0 } ?? (loop == .playlist || currentIndex > 0)
        }
    }

    /// The neighbour of the current item, or with `skipping` the one that many further on; nil past the end.
    ///
    /// Wraps around only with ``LoopMode/playlist`` (then, of a single item, the item itself); ``LoopMode/track`` is for
    /// the caller. Backwards a shuffled queue ends where its round began. Asked twice it answers the same.
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

    /// The nearest neighbour that is none of these, and how many of them are before it.
    ///
    /// As many as are left out are passed over at most, twice at the end of a shuffled round; so this ends soon.
    mutating func neighbour(_ direction: Direction, except left: Set<ItemID>) -> (item: QueueItem, skipped: Int)? {
        var skipped = 0
        while let item = neighbour(direction, skipping: skipped) {
            if !left.contains(item.id) { return (item, skipped) }
            skipped += 1
        }
        return nil
    }

    /// Makes what ``neighbour(_:skipping:)`` answers current; what is skipped counts as played in a shuffled round.
    ///
    /// - Returns: the item now current; nil, and nothing happened, when there is none that way.
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

    /// Turning it on starts a round with the current item; turning it off goes on in the items' own order from it.
    public mutating func setShuffled(_ isShuffled: Bool) {
        guard isShuffled != self.isShuffled else { return }
        revision += 1
        round = nil
        if isShuffled { startRound() }
    }

    private mutating func startRound() {
        round = ShuffleRound(of: items.map(\.id), startingWith: current?.id, using: &generator)
    }

    // MARK: From run to run

    /// The order of playing, to be written down; nil when it is the order of the items.
    public var shuffle: StoredSession.Shuffle? {
        round.map { StoredSession.Shuffle(order: $0.order, cursor: $0.cursor) }
    }

    /// Goes on with what was written down, in place of everything that is here; new ids count up from the largest.
    ///
    /// What does not fit together is mended: an index outside the items is the first one, an order of playing that is not
    /// theirs is drawn anew.
    public mutating func restore(_ session: StoredSession) {
        var restored = session.items
        let largest = restored.lazy.map(\.id.rawValue).filter { $0 < Self.idLimit }.max()
        nextID = max(nextID, (largest ?? 0) + 1)
        // Mostly they are as they were first inserted: then no two are the same.
        let isAscending = zip(restored, restored.dropFirst()).allSatisfy { $0.id.rawValue < $1.id.rawValue }
        if !isAscending || restored.last.map({ $0.id.rawValue >= Self.idLimit }) == true {
            // An id that is there twice could not be told apart, and no other could follow the largest there is.
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

    /// Only a damaged file has ids from here on: counting up from 1 nobody gets here.
    private static let idLimit: UInt64 = 1 << 62

    // MARK: Edits

    /// Inserts before `index`; past the end appends. The first items ever make the first of them current.
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

    /// An item with an id of its own that is not in the queue yet, see ``insert(_:at:)-(QueueItem,_)``.
    public mutating func reserve(_ description: MediaDescription) -> QueueItem {
        defer { nextID += 1 }
        return QueueItem(id: ItemID(rawValue: nextID), description: description)
    }

    /// Ids before this one were given away.
    mutating func noteReserved(before id: UInt64) { nextID = max(nextID, id) }

    /// The index of an item, looked for without remembering where the others stand; nil when it is not here.
    func knownIndex(of id: ItemID) -> Int? {
        guard let indices else { return items.firstIndex { $0.id == id } }
        return indices[id]
    }

    /// Inserts what ``reserve(_:)`` gave before `index`; past the end appends.
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
            round?.insert(inserted.map(\.id), using: &generator)
        } else {
            currentIndex = 0
            if isShuffled { startRound() }
        }
    }

    /// Puts items into the place of the one at `index`; where that was current, the first of them is.
    ///
    /// In a shuffled round the others come at random places behind what was played.
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

    /// Throws everything away and begins anew with the item at `index` current (the last when it is past the end).
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

    /// Removes the items with these ids; unknown ones are passed over.
    ///
    /// If the current item goes, the one that would have been played after it becomes current; where there is none, the
    /// last.
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

    /// Moves the item at `source` so that it stands at `target` (the last place when past it); the current item stays it.
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

    /// Gives the item at `index` another description; it keeps its id and place.
    public mutating func describe(_ index: Int, as description: MediaDescription) {
        precondition(items.indices.contains(index), "Only an index of the queue can be described.")
        items[index] = QueueItem(id: items[index].id, description: description)
    }
}

/// What a removal did to a ``Queue``.
public struct QueueRemoval: Hashable, Sendable {
    /// Removed stretches as indices before the removal, ascending.
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
