// Handles items that cannot be played.
//
// The next item in the direction of travel is tried; each item is tried once. The series ends when an item is heard to
// its end (or fails only after having played for a while), when a client asks for an item explicitly, and at the
// latest after `PlayerSettings.failureLimit` items: then the player stops and keeps the last fault. A failure is also
// an end of the item, so a progression that pauses or stops does so here, and a repeated track stops.
extension Playback {
    /// A pipeline failed; only the first fault of a generation counts.
    mutating func failed(_ generation: Generation, _ fault: PlaybackFault, now: MonotonicTime) {
        if let preload, generation == preload.generation { return preloadFailed(preload, fault) }
        guard generation == self.generation, let item = current else { return }
        if interlude != nil { return interludeFailed(item, fault, now: now) }
        if startedAt == nil, lists.failed(item, generation, fault) { return }
        fails(item, fault, now: now)
    }

    /// The current item definitely cannot be played.
    mutating func fails(_ item: QueueItem, _ fault: PlaybackFault, now: MonotonicTime) {
        if let startedAt, now - startedAt >= settings.failureGrace { failures = [] }
        cause = .failed(fault)
        failures.insert(item.id)
        error = ItemFault(fault: fault, uri: item.description.uri)
        noteFailed(item, fault)
        if fault.code == .crashed, restored == item.id { return hold(item, fault) }
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
        self.start = start
        intent = .paused
        anchor = .standing(at: start)
        error = ItemFault(fault: fault, uri: item.description.uri)
        if itemStates[item.id]?.phase != .failed { noteFailed(item, fault) }
    }

    /// Whether the current item was left closed by ``hold(_:_:)``.
    var isHeldBack: Bool {
        if case .failed = phase { intent == .paused } else { false }
    }

    /// Makes the nearest item that did not fail current: in the direction of travel, and at its end, forward.
    private mutating func skipFailed() -> Bool {
        guard failures.count < settings.failureLimit else { return false }
        if step(travel) { return true }
        guard travel == .backward else { return false }
        travel = .forward
        return step(.forward)
    }

    private mutating func step(_ direction: Direction) -> Bool {
        guard let next = queue.neighbour(direction, except: failures) else { return false }
        return queue.step(direction, skipping: next.skipped) != nil
    }

    /// Tells clients that an item of the queue cannot be played.
    mutating func noteFailed(_ item: QueueItem, _ fault: PlaybackFault) {
        itemStates[item.id, default: ItemState()].phase = .failed
        itemStates[item.id]?.fault = fault
        notify(.itemFailed(item.id, ItemFault(fault: fault, uri: item.description.uri)))
    }

    private mutating func preloadFailed(_ preload: Preload, _ fault: PlaybackFault) {
        if preload.id != current?.id, let index = queue.index(of: preload.id),
            lists.failed(queue.items[index], preload.generation, fault)
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
        failures.insert(preload.id)
        dropPreload()
        guard let index = queue.index(of: preload.id) else {
            // A proposed item that is not in the queue: the item after it in the queue is tried.
            let itemFault = ItemFault(fault: fault, uri: preload.request.uri)
            error = itemFault
            return notify(.itemFailed(preload.id, itemFault))
        }
        // The playing item keeps its state, even if it cannot be repeated.
        if index != queue.currentIndex {
            itemStates[preload.id, default: ItemState()].phase = .failed
            itemStates[preload.id]?.fault = fault
        }
        notify(.itemFailed(preload.id, ItemFault(fault: fault, uri: queue.items[index].description.uri)))
    }
}
