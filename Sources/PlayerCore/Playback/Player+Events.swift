// What the engine tells of the item that plays.
extension Player {
    /// Changes what is known of an item that has a pipeline; anything older is dropped.
    mutating func change(_ generation: Generation, _ change: (inout ItemFacts) -> Void) {
        if generation == self.generation {
            change(&facts)
        } else if generation == preload?.generation, var facts = preload?.facts {
            change(&facts)
            preload?.facts = facts
        }
    }

    /// The item a generation belongs to; nil for an older one.
    func itemID(of generation: Generation) -> ItemID? {
        if generation == self.generation { return queue.current?.id }
        if let preload, generation == preload.generation { return preload.id }
        return nil
    }

    /// A pipeline is pre-rolled: what it can do is known from here on, and a wish that was held is carried out.
    mutating func prepared(_ generation: Generation, _ item: PreparedItem, now: MonotonicTime) {
        change(generation) { $0.take(item) }
        noteDuration(generation)
        if generation == self.generation {
            timing.preparedAt = timing.preparedAt ?? now
            if phase == .preparing { phase = .ready }
            if let id = queue.current?.id, itemStates[id]?.phase == .preparing { itemStates[id]?.phase = .ready }
            dropEarlySeekOutside(now: now)
            checkStart(generation, now: now)
            apply(seeking.event(.prepared(isSeekable: facts.canSeek)), now: now)
            if !facts.canSeek { engineRate = 1 }
        } else if generation == preload?.generation {
            if preload?.timing.preparedAt == nil { preload?.timing.preparedAt = now }
            preloadPrepared(item)
        }
    }

    /// The length is known better, or not at all any more.
    mutating func durationChanged(_ generation: Generation, _ duration: MediaTime?) {
        change(generation) { $0.duration = $0.believed(duration) }
        noteDuration(generation)
    }

    mutating func noteDuration(_ generation: Generation) {
        guard let id = itemID(of: generation), queue.index(of: id) != nil else { return }
        let duration = generation == self.generation ? facts.duration : preload?.facts.duration
        itemStates[id, default: ItemState()].duration = duration
    }

    /// An item is heard: the one that was prepared, or the preload because the one before it ended.
    mutating func started(_ generation: Generation, _ anchor: PositionAnchor, now: MonotonicTime) {
        if generation == preload?.generation {
            joinPreload(anchor, now: now)
        } else if generation == self.generation {
            guard startedAt == nil else { return take(anchor) }
            phase = .ready
            announceStart(anchor, now: now)
        }
    }

    /// The current item is heard or seen for the first time.
    mutating func announceStart(_ anchor: PositionAnchor, now: MonotonicTime) {
        startedAt = now
        stalledSince = nil
        take(anchor)
        error = outputFault == nil ? nil : error
        if let id = queue.current?.id {
            itemStates[id, default: ItemState()].phase = .playing
            resumeStarts[id] = nil
        }
        // A running seek tells the position itself when it lands.
        let isUnexpected = isRestart || start != .zero || earlySeek != nil
        if isUnexpected, seeking.target == nil { notify(.seeked(position(at: now))) }
        isRestart = false
        earlySeek = nil
    }

    /// The position goes on or stands from here on.
    mutating func anchored(_ generation: Generation, _ anchor: PositionAnchor) {
        guard generation == self.generation else { return }
        take(anchor)
    }

    /// Below 100 the position stands though the status stays; a live source cannot catch up, so there it means nothing.
    mutating func buffering(_ generation: Generation, _ percent: Int, now: MonotonicTime) {
        guard generation == self.generation, !facts.isLive else { return }
        if percent < 100 {
            if bufferingPercent == nil { stall(now: now) }
            bufferingPercent = max(0, percent)
        } else if bufferingPercent != nil {
            bufferingPercent = nil
            thaw(now: now)
        }
    }

    /// The sound server went away: the position stands and the status stays until it is back.
    mutating func outputLost(_ fault: PlaybackFault, now: MonotonicTime) {
        guard generation != nil, let item = queue.current else { return }
        if outputFault == nil { stall(now: now) }
        outputFault = fault
        error = ItemFault(fault: fault, uri: item.description.uri)
    }

    /// The sound server is back; the position goes on.
    mutating func outputRestored(now: MonotonicTime) {
        guard let fault = outputFault else { return }
        outputFault = nil
        if error?.fault == fault { error = nil }
        thaw(now: now)
    }

    /// Everything of the current item was heard and nothing joined it.
    mutating func ended(_ generation: Generation, now: MonotonicTime) {
        guard generation == self.generation, let id = queue.current?.id else { return }
        if case .running = seeking.state {
            endedWhileSeeking = true
            return
        }
        if trim.isOn { return previewEnded(now: now) }
        travel = .forward
        cause = .finished
        notifyCutToEnd()
        // Something empty counts as not playable, or a queue of such things would be gone through for ever.
        if startedAt == nil { failures.insert(id) }
        leaveCurrent(.ended)
        let fellAsleep = sleep.timer.kind == .item
        if fellAsleep { sleep = SleepState(armed: sleep.armed) }
        let asks = asksBeforeNext
        if asks { askStillWatching() }
        guard progression != .stop, let next = naturalNext() else {
            if case .wait = proposedEnd {
                proposals.endedAt = now
                proposals.waitsForSomebody = fellAsleep || asks
            }
            return halt(.ended)
        }
        if startedAt != nil { failures = [] }
        if progression == .pause || fellAsleep || asks { intent = .paused }
        follow(next.step)
        guard asks else { return }
        askStillWatching()
        rollBackToSign()
    }

    /// Makes the item that comes by itself current and prepares it.
    mutating func follow(_ step: Preload.Step) {
        let id = queue.current?.id
        advanceQueue(step)
        if queue.current?.id == id {
            start = playableStart
            prepareCurrent()
            isRestart = true
        } else {
            enterCurrent()
        }
    }

    private mutating func noteAutomaticAcceptance() {
        _ = proposals.machine.accept()
        notify(.proposalAccepted(.automatic))
        watching.acceptances += 1
    }

    /// Moves the queue as a preload planned it.
    mutating func advanceQueue(_ step: Preload.Step) {
        switch step {
        case .same: break
        case .forward(let count):
            if proposals.machine.state == .presented { noteAutomaticAcceptance() }
            _ = queue.step(.forward, skipping: count)
        case .proposed(let item):
            noteAutomaticAcceptance()
            enterProposed(item)
        }
    }
}
