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

    /// Keeps the present queue, which is about to be replaced, if it is long enough.
    mutating func keepQueue(now: MonotonicTime) {
        guard let queue = presentQueue(now: now) else { return }
        origin.replaced = Replaced(queue: queue, at: now)
        if settings.hasJournal { outbox.outcome.effects.append(.library(.keepQueue(queue))) }
    }

    /// Nil if the queue is too short to be kept.
    private func presentQueue(now: MonotonicTime) -> FormerQueue? {
        guard queue.items.count >= FormerQueue.leastItems else { return nil }
        let position = facts.isMadeNow ? .zero : interlude?.left ?? (generation == nil ? start : position(at: now))
        return FormerQueue(
            items: queue.items, currentIndex: queue.currentIndex, shuffle: queue.shuffle,
            point: ResumePoint(position: position), wasPlaying: status == .playing, playlist: origin.playlist)
    }

    /// Brings back the replaced queue where it was left; the present one is kept in its place if it is long enough.
    mutating func bringBack(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        guard let replaced = origin.replaced, now < replaced.until else {
            return .failure(
                .notPossible(
                    "There is no replaced queue: one of more than \(FormerQueue.leastItems - 1) items is kept, for an "
                        + "hour."))
        }
        let former = replaced.queue
        forgetReplaced()
        keepQueue(now: now)
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
        return .success(.done)
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
    }

    private mutating func forgetReplaced() {
        origin.replaced = nil
        if settings.hasJournal { outbox.outcome.effects.append(.library(.dropQueue)) }
    }
}
