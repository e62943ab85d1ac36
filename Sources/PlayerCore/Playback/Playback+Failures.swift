/// The attempts to find an item that can be played.
///
/// The next item in the direction of travel is tried; each item is tried once. The series ends when an item is heard to
/// its end (or fails only after having played for a while), when a client asks for an item explicitly, and at the
/// latest after `PlayerSettings.failureLimit` items: then the player stops and keeps the last fault. A failure is also
/// an end of the item, so a progression that pauses or stops does so here, and a repeated track stops.
struct Attempts: Sendable {
    /// Items that could not be played since an item was last heard to its end or requested explicitly.
    var failures: Set<ItemID> = []
    /// Items that could not be played since an item was last heard at all or requested explicitly: what people are told.
    var inARow: Set<ItemID> = []
    /// The direction in which to look when an item cannot be played.
    var direction: Direction = .forward
    /// The last fault.
    var error: ItemFault?

    /// What failed may be tried again.
    mutating func beginAnew() {
        failures = []
        inARow = []
        direction = .forward
    }
}

extension Playback {
    /// A pipeline failed; only the first fault of a generation counts.
    mutating func failed(_ generation: Generation, _ fault: PlaybackFault, now: MonotonicTime) {
        if let preload, generation == preload.generation { return preloadFailed(preload, fault) }
        guard generation == self.generation, let item = current else { return }
        if interlude != nil { return interludeFailed(item, fault, now: now) }
        if run.startedAt == nil, origin.lists.failed(item, generation, fault) { return }
        fails(item, fault, now: now)
    }

    /// The current item definitely cannot be played.
    mutating func fails(_ item: QueueItem, _ fault: PlaybackFault, now: MonotonicTime) {
        if let startedAt = run.startedAt, now - startedAt >= settings.failureGrace { attempts.failures = [] }
        ledger.cause = .failed(fault)
        attempts.failures.insert(item.id)
        attempts.error = ItemFault(fault: fault, uri: item.description.uri)
        noteFailed(item, fault)
        if fault.code == .crashed, beginning.restored == item.id { return hold(item, fault) }
        // The disk may be mounted later, or the network may not be up yet: a restored item waits until it is played.
        if isWaiting, intent == .paused { return halt(.failed(fault)) }
        guard progression != .stop, queue.loop != .track, skipFailed() else { return halt(.failed(fault)) }
        if progression == .pause { intent = .paused }
        enterCurrent()
    }

    /// Leaves the current item closed because it has crashed mediad: paused where it was left, until it is asked for again.
    mutating func hold(_ item: QueueItem, _ fault: PlaybackFault) {
        let start = start
        halt(.failed(fault))
        beginning.position = start
        intent = .paused
        run.anchor = .standing(at: start)
        attempts.error = ItemFault(fault: fault, uri: item.description.uri)
        if entries.states[item.id]?.phase != .failed { noteFailed(item, fault) }
    }

    /// Whether the current item was left closed by ``hold(_:_:)``.
    var isHeldBack: Bool {
        if case .failed = phase { intent == .paused } else { false }
    }

    /// Makes the nearest item that did not fail current: in the direction of travel, and at its end, forward.
    private mutating func skipFailed() -> Bool {
        guard attempts.failures.count < settings.failureLimit else { return false }
        if step(attempts.direction) { return true }
        guard attempts.direction == .backward else { return false }
        attempts.direction = .forward
        return step(.forward)
    }

    private mutating func step(_ direction: Direction) -> Bool {
        guard let next = queue.neighbour(direction, except: attempts.failures) else { return false }
        return queue.step(direction, skipping: next.skipped) != nil
    }

    /// Tells clients that an item of the queue cannot be played.
    mutating func noteFailed(_ item: QueueItem, _ fault: PlaybackFault) {
        entries.states[item.id, default: ItemState()].phase = .failed
        entries.states[item.id]?.fault = fault
        tellFailed(item.id, ItemFault(fault: fault, uri: item.description.uri))
    }

    /// Tells clients that something cannot be played, and how many items in a row that makes.
    mutating func tellFailed(_ id: ItemID, _ fault: ItemFault) {
        attempts.inARow.insert(id)
        var fault = fault
        fault.inARow = attempts.inARow.count
        notify(.itemFailed(id, fault))
    }

    private mutating func preloadFailed(_ preload: Preload, _ fault: PlaybackFault) {
        if preload.id != current?.id, let index = queue.index(of: preload.id),
            origin.lists.failed(queue.items[index], preload.generation, fault)
        {
            // It, or its replacement, is prepared when its type is known.
            return dropPreload()
        }
        preloadFails(preload, fault)
    }

    private func asset(of preload: Preload) -> QueueItem? {
        switch preload.step {
        case .interstitial(let interstitial): interstitial.assets.first { $0.id == preload.id }
        case .asset(let index): interlude?.interstitial.assets[index]
        case .same, .forward, .proposed, .back: nil
        }
    }

    /// The preload definitely cannot be played.
    mutating func preloadFails(_ preload: Preload, _ fault: PlaybackFault) {
        if preload.id.isOfInterstitial, let asset = asset(of: preload) {
            dropPreload()
            return assetFailed(asset, fault)
        }
        attempts.failures.insert(preload.id)
        dropPreload()
        guard let index = queue.index(of: preload.id) else {
            // A proposed item that is not in the queue: the item after it in the queue is tried.
            let itemFault = ItemFault(fault: fault, uri: preload.request.uri)
            attempts.error = itemFault
            return tellFailed(preload.id, itemFault)
        }
        // The playing item keeps its state, even if it cannot be repeated.
        if index != queue.currentIndex {
            entries.states[preload.id, default: ItemState()].phase = .failed
            entries.states[preload.id]?.fault = fault
        }
        tellFailed(preload.id, ItemFault(fault: fault, uri: queue.items[index].description.uri))
    }
}
