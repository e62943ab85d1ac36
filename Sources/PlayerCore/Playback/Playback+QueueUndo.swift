// The order of the queue, and the queue before it.
extension Playback {
    /// Reorders the queue without interrupting playback, and tells clients which part changed.
    mutating func rearrange(_ body: (inout Queue) -> Void) {
        let before = queue.items
        body(&queue)
        let after = queue.items
        guard let first = before.indices.first(where: { before[$0].id != after[$0].id }),
            let last = before.indices.last(where: { before[$0].id != after[$0].id })
        else { return }
        notify(.itemsChanged(from: first, removed: last - first + 1, inserted: last - first + 1))
    }

    /// A replaced queue, until it is too old.
    struct Replaced: Sendable {
        var queue: FormerQueue
        var at: MonotonicTime
        /// Whether it was emptied, and so kept as a replaced queue, too.
        var wasCleared = false
        var until: MonotonicTime { at + FormerQueue.lifetime }
    }

    /// Items that were added, and what played then.
    struct Added: Sendable {
        var ids: Set<ItemID>
        var before: Place
        var intent: Intent
        var at: MonotonicTime
        var until: MonotonicTime { at + FormerQueue.lifetime }

        /// An item of the queue and the position in it.
        struct Place: Sendable {
            var item: ItemID
            var position: MediaTime
        }

        /// A list was added, and its entries take its place.
        mutating func expanded(_ list: ItemID, into entries: [ItemID]) {
            if ids.remove(list) != nil { ids.formUnion(entries) }
        }
    }

    /// Adds items, and remembers them; those of an empty queue are the queue.
    mutating func noteAddition(
        now: MonotonicTime, _ body: (inout Playback) -> Result<CommandReply, CommandRefusal>
    ) -> Result<CommandReply, CommandRefusal> {
        let before = queue.current.map { Added.Place(item: $0.id, position: presentPosition(now: now)) }
        let (intent, firstID) = (intent, queue.nextID)
        let result = body(&self)
        guard case .success = result, let before, firstID < queue.nextID else { return result }
        let ids = Set((firstID..<queue.nextID).map(ItemID.init(rawValue:)))
        origin.added = Added(ids: ids, before: before, intent: intent, at: now)
        return result
    }

    /// Removes what was added last; if it plays, what played before goes on where it was left.
    private mutating func takeBack(_ added: Added, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        let before = added.before
        if let current = queue.current?.id, added.ids.contains(current), let index = queue.index(of: before.item) {
            beginAnew()
            leaveCurrent(.idle)
            queue.choose(index)
            if added.intent == .stopped { halt(.idle) } else { intent = added.intent }
            enterCurrent(start: before.position)
        }
        let former = origin.rearranged
        let result = remove(queue.items.map(\.id).filter(added.ids.contains), now: now)
        origin.rearranged = former
        return result
    }

    /// The present queue, if it is too short to be kept: one of which nothing can be played must not replace it for good.
    var queueToFallBackTo: Replaced? {
        // A second try after a failed one falls back to what was heard.
        if let unheard = origin.unheard, nothingPlays { return unheard }
        guard (1..<FormerQueue.leastItems).contains(queue.items.count) else { return nil }
        return Replaced(queue: presentQueue(now: moment), at: moment)
    }

    /// Whether playback stopped because nothing of the queue can be played.
    private var nothingPlays: Bool { if case .failed = phase { true } else { false } }

    /// Remembers the present order and items, which a command is about to change.
    mutating func keepOrder() {
        guard !queue.items.isEmpty else { return }
        origin.rearranged.append(Replaced(queue: presentQueue(now: moment), at: moment))
        func items() -> Int { origin.rearranged.reduce(0) { $0 + $1.queue.items.count } }
        while origin.rearranged.count > 1,
            origin.rearranged.count > FormerQueue.mostSteps || items() > FormerQueue.mostItemsOfSteps
        {
            origin.rearranged.removeFirst()
        }
    }

    /// Keeps the present queue, which is about to be replaced, if it is long enough.
    mutating func keepQueue(now: MonotonicTime, least: Int = FormerQueue.leastItems) {
        guard queue.items.count >= least else { return }
        let queue = presentQueue(now: now)
        origin.replaced = Replaced(queue: queue, at: now)
        if settings.hasJournal { outbox.outcome.effects.append(.library(.keepQueue(queue))) }
    }

    /// Where the queue's current item goes on when it comes back.
    private func presentPosition(now: MonotonicTime) -> MediaTime {
        facts.isMadeNow ? .zero : interlude?.left ?? (generation == nil ? start : position(at: now))
    }

    private func presentQueue(now: MonotonicTime) -> FormerQueue {
        FormerQueue(
            items: queue.items, currentIndex: queue.currentIndex, shuffle: queue.shuffle,
            point: ResumePoint(position: presentPosition(now: now)), wasPlaying: status == .playing,
            playlist: origin.playlist)
    }

    /// Takes back the last order, move or removal; without one, what was added last; without that, brings back the replaced
    /// queue where it was left. The present one is kept in its place if it is long enough.
    mutating func bringBack(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        settleReplaced(now: now)
        if let former = origin.rearranged.popLast() {
            let earlier = origin.rearranged
            origin.added = nil
            if former.wasCleared, origin.replaced?.at == former.at { forgetReplaced() }
            if queue.items.isEmpty {
                bringBack(former, now: now)
                origin.rearranged = earlier
            } else {
                arrangeAsBefore(former.queue)
            }
            return .success(.done)
        }
        if let added = origin.added, queue.items.contains(where: { added.ids.contains($0.id) }) {
            origin.added = nil
            return takeBack(added, now: now)
        }
        if let unheard = origin.unheard, nothingPlays {
            origin.unheard = nil
            bringBack(unheard, now: now)
            return .success(.done)
        }
        guard let replaced = origin.replaced else {
            return .failure(
                .notPossible(
                    "There is nothing to undo: the last sorting, move, removal or addition and a replaced queue of more "
                        + "than \(FormerQueue.leastItems - 1) items can be undone for an hour."))
        }
        forgetReplaced()
        // Whoever did not mean it takes it back, too. One item is played again at once.
        keepQueue(now: now, least: 2)
        bringBack(replaced, now: now)
        return .success(.done)
    }

    private mutating func bringBack(_ replaced: Replaced, now: MonotonicTime) {
        let former = replaced.queue
        // What a person paused stays so. After a restart everything is paused, and says nothing.
        let isPaused = status == .paused && run.startedAt != nil
        let state = StoredSession.State(
            position: former.point.position, wasPlaying: former.wasPlaying && !isPaused, loop: queue.loop,
            volume: output.level.volume,
            rate: rate, savedAt: 0)
        attempts.error = nil
        restore(
            StoredSession(
                items: former.items, currentIndex: former.currentIndex, shuffle: former.shuffle, state: state),
            absence: now - replaced.at, plays: true)
        origin.playlist = former.playlist
    }

    /// Puts removed items back, and all in their former order. What was added since stays, at the end.
    private mutating func arrangeAsBefore(_ former: FormerQueue) {
        let present = Set(queue.items.map(\.id))
        let missing = former.items.filter { !present.contains($0.id) }
        var new: [ItemID: ItemID] = [:]
        if case .success(.items(let ids)) = insert(missing.map(\.description), at: .max) {
            for (item, id) in zip(missing, ids) { new[item.id] = id }
        }
        // They are meant by the steps before this one, too.
        for step in origin.rearranged.indices {
            let items = origin.rearranged[step].queue.items
            origin.rearranged[step].queue.items = items.map { item in
                new[item.id].map { QueueItem(id: $0, description: item.description) } ?? item
            }
        }
        rearrange { $0.arrange(former.items.map { new[$0.id] ?? $0.id }) }
    }

    /// Takes over the queue that the last run replaced.
    mutating func recall(_ former: FormerQueue, age: MediaTime, now: MonotonicTime) {
        guard origin.replaced == nil, age < FormerQueue.lifetime else { return }
        origin.replaced = Replaced(
            queue: former, at: MonotonicTime(nanoseconds: now.nanoseconds - max(0, age.nanoseconds)))
    }

    /// Drops a replaced queue that is too old.
    mutating func settleReplaced(now: MonotonicTime) {
        if let replaced = origin.replaced, now >= replaced.until { forgetReplaced() }
        origin.rearranged.removeAll { now >= $0.until }
        if let unheard = origin.unheard, now >= unheard.until { origin.unheard = nil }
        if let added = origin.added, now >= added.until { origin.added = nil }
    }

    private mutating func forgetReplaced() {
        origin.replaced = nil
        if settings.hasJournal { outbox.outcome.effects.append(.library(.dropQueue)) }
    }
}
