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
        var until: MonotonicTime { at + FormerQueue.lifetime }
    }

    /// Remembers the present order and items, which a command is about to change.
    mutating func keepOrder() {
        guard !queue.items.isEmpty else { return }
        origin.rearranged = Replaced(queue: presentQueue(now: moment), at: moment)
    }

    /// Keeps the present queue, which is about to be replaced, if it is long enough.
    mutating func keepQueue(now: MonotonicTime) {
        guard queue.items.count >= FormerQueue.leastItems else { return }
        let queue = presentQueue(now: now)
        origin.replaced = Replaced(queue: queue, at: now)
        if settings.hasJournal { outbox.outcome.effects.append(.library(.keepQueue(queue))) }
    }

    private func presentQueue(now: MonotonicTime) -> FormerQueue {
        let position = facts.isMadeNow ? .zero : interlude?.left ?? (generation == nil ? start : position(at: now))
        return FormerQueue(
            items: queue.items, currentIndex: queue.currentIndex, shuffle: queue.shuffle,
            point: ResumePoint(position: position), wasPlaying: status == .playing, playlist: origin.playlist)
    }

    /// Takes back the last change of the queue: an order, a move or a removal; without one, brings back the replaced queue where
    /// it was left. The present one is kept in its place if it is long enough.
    mutating func bringBack(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        if let former = origin.rearranged, now < former.until {
            origin.rearranged = nil
            if queue.items.isEmpty { bringBack(former, now: now) } else { arrangeAsBefore(former.queue) }
            return .success(.done)
        }
        guard let replaced = origin.replaced, now < replaced.until else {
            return .failure(
                .notPossible(
                    "There is nothing to undo: the last sorting, move or removal and a replaced queue of more than "
                        + "\(FormerQueue.leastItems - 1) items can be undone for an hour."))
        }
        forgetReplaced()
        keepQueue(now: now)
        bringBack(replaced, now: now)
        return .success(.done)
    }

    private mutating func bringBack(_ replaced: Replaced, now: MonotonicTime) {
        let former = replaced.queue
        let state = StoredSession.State(
            position: former.point.position, wasPlaying: former.wasPlaying, loop: queue.loop,
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
        if let former = origin.rearranged, now >= former.until { origin.rearranged = nil }
    }

    private mutating func forgetReplaced() {
        origin.replaced = nil
        if settings.hasJournal { outbox.outcome.effects.append(.library(.dropQueue)) }
    }
}
