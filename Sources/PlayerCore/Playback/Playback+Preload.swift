// Determines what comes after the current item, and prepares it in time.
extension Playback {
    /// Returns the item that plays when the current one ends; nil at the end of the queue.
    ///
    /// - Parameter pauses: whether the next item will be paused, so that rules that only hold back playing do not
    ///   apply.
    mutating func naturalNext(pauses: Bool = false) -> (item: QueueItem, step: Preload.Step)? {
        guard let current = current, attempts.failures.count < settings.failureLimit else { return nil }
        if let next = nextWithinItem { return next }
        if isPreviewing { return rules.preview?.loops == true && !rules.sleepsAtEnd ? (current, .same) : nil }
        // Also after an interstitial at its end, the item itself is repeated.
        if queue.loop == .track, let item = queue.current {
            return attempts.failures.contains(item.id) ? nil : (item, .same)
        }
        // Playback pauses there, and the next item waits.
        if !pauses, rules.sleepsAtEnd || rules.asksBeforeNext { return nil }
        switch proposedEnd {
        case .queue: break
        case .proposed(let item): return (item, .proposed(item))
        case .wait, .stop: return nil
        }
        return queue.neighbour(.forward, except: attempts.failures).map { ($0.item, .forward(skipping: $0.skipped)) }
    }

    /// Prepares the next item when its time has come, sets the timer before that, and drops a preload that no longer
    /// applies.
    mutating func settlePreload(now: MonotonicTime) {
        if let preload, beginsWithInterstitial(preload) {
            upcoming.unpreparable = preload.id
            dropPreload()
        }
        let plan = plannedPreload()
        if let preload {
            if let plan, preload.id == plan.id, preload.request.uri == plan.request.uri,
                preload.request.start == plan.request.start, preload.request.isHeld == plan.request.isHeld
            {
                self.preload?.step = plan.step
                if isNear(now: now) {
                    settleEditsOfPreload()
                    return disarmPreload()
                }
            }
            dropPreload()
        }
        // A position that waits at a cut is farther from the end than the clock says.
        guard let plan, let moment = preloadMoment, moment > now || isNear(now: now) else { return disarmPreload() }
        if moment <= now {
            disarmPreload()
            begin(plan)
        } else if upcoming.preloadsAt != moment {
            upcoming.preloadsAt = moment
        }
    }

    private mutating func begin(_ plan: Preload) {
        if let index = queue.index(of: plan.id), origin.lists.reached(queue.items[index]) { return }
        var preload = plan
        preload.generation = outbox.nextGeneration()
        preload.edits.generation = preload.generation
        preload.timing.openedAt = moment
        self.preload = preload
        if case .proposed(let item) = preload.step {
            addHeaders(of: item)
        } else if let index = queue.index(of: preload.id) {
            addHeaders(of: queue.items[index])
        }
        perform(.preload(preload.generation, preload.request))
        tellPreferences(preload.generation)
        if preload.step.isWithinItem {
            // Where it begins is known.
        } else if case .proposed(let item) = preload.step {
            tellOpened(preload.generation, item)
        } else if preload.id != current?.id, let index = queue.index(of: preload.id) {
            tellOpened(preload.generation, queue.items[index])
        }
        // A proposed item may not be in the queue; it has no state then.
        guard preload.id != current?.id, queue.index(of: preload.id) != nil else { return }
        entries.states[preload.id, default: ItemState()].phase = .preparing
        entries.states[preload.id]?.fault = nil
    }

    /// The preload that would be prepared if it were time; its generation is assigned later.
    private mutating func plannedPreload() -> Preload? {
        guard generation != nil, facts.isPrepared, !facts.isLive else { return nil }
        let natural = naturalNext()
        guard progression == .advance || isPreviewing || natural?.step.isWithinItem == true else { return nil }
        let held = isPreviewing ? nil : heldProposal
        guard let next = natural ?? held.map({ ($0, .proposed($0)) }), next.item.id != upcoming.unpreparable
        else { return nil }
        // If it is a list, its entries are prepared instead.
        if origin.lists.isOpen(next.item.id) { return nil }
        // A proposed list is not yet in the queue, so its entries cannot replace it.
        if case .proposed(let item) = next.step, ListName.isWorthReadingAhead(item.description.uri),
            queue.index(of: item.id) == nil
        {
            return nil
        }
        let isSame = next.item.id == current?.id
        if isSame { lookAhead(to: next.item) }
        let request = ItemRequest(
            uri: next.item.description.uri, of: next.item.description.list, parts: next.item.description.parts,
            start: isSame ? playableStart : firstPosition(of: next.item, next.step), rate: rate,
            isHeld: natural == nil, keepsFormat: natural != nil || next.item.id.isOfInterstitial)
        let preload = Preload(
            generation: Generation(rawValue: 0), id: next.item.id, step: next.step, request: request)
        return beginsWithInterstitial(preload) ? nil : preload
    }

    /// Whether the next item begins with an interstitial, as far as is known. It is not prepared beside the current
    /// item then: it would join it, and be heard before its interstitial.
    private mutating func beginsWithInterstitial(_ preload: Preload) -> Bool {
        let item: QueueItem
        switch preload.step {
        case .forward where preload.id != current?.id:
            guard let index = queue.index(of: preload.id) else { return false }
            item = queue.items[index]
        case .proposed(let proposed): item = proposed
        case .forward, .same, .interstitial, .asset, .back: return false
        }
        let blocked = upcoming.cuts.source.item == item.id ? upcoming.cuts.range.blocked : BlockedRanges([])
        return Interstitials.mayBegin(item, preload.facts) { position in
            blocked.landing(for: position) == preload.request.start
        }
    }

    /// Returns where the next item begins.
    private mutating func firstPosition(of item: QueueItem, _ step: Preload.Step) -> MediaTime {
        switch step {
        case .back(let position): return self.position(toBegin: item, at: position)
        case .interstitial, .asset: return position(toBegin: item, at: .zero)
        case .same, .forward, .proposed: return firstPosition(of: item)
        }
    }

    /// When the remaining time equals the lead; nil if unknown because the position does not move or there is no
    /// duration.
    private var preloadMoment: MonotonicTime? {
        // A presented proposal may be accepted at any time.
        if isProposalPresented { return moment }
        guard run.seeking.target == nil, let left = listeningTime(from: run.anchor.position) else { return nil }
        // All data of a short item may be queued before it is heard, and then nothing can join it any more.
        if status == .playing, run.startedAt == nil, run.bufferingPercent == nil, left <= settings.preloadLead {
            return moment
        }
        guard isMoving else { return nil }
        return run.anchor.moment + (left - settings.preloadLead)
    }

    /// Whether the end is near enough to keep the preload. It is dropped after a seek far back, since sources do not
    /// wait for ever. The limit is twice the lead, so that a small step back keeps it.
    private func isNear(now: MonotonicTime) -> Bool {
        if isProposalPresented { return true }
        guard run.seeking.target == nil, let left = listeningTime(from: position(at: now)) else { return true }
        return left <= settings.preloadLead + settings.preloadLead
    }

    /// How long it takes to hear the rest from a position; nil if unknown or extremely long.
    private func listeningTime(from position: MediaTime) -> MediaTime? {
        guard let duration = facts.end else { return nil }
        let rate = run.anchor.rate > 0 ? run.anchor.rate : effectiveRate
        let rest = duration - position - parts.untilBreak.blocked.blockedTime(from: position, to: duration)
        return MediaTime(seconds: max(0, rest.seconds) / rate).flatMap {
            $0.seconds < 1e8 ? $0 : nil
        }
    }

    private mutating func disarmPreload() {
        upcoming.preloadsAt = nil
    }

    /// The presented proposal, if it may be accepted at any time.
    private var heldProposal: QueueItem? {
        guard let item = proposed.held, !attempts.failures.contains(item.id), generation != nil else { return nil }
        return item
    }

    /// Drops the preload.
    mutating func dropPreload() {
        guard let preload else { return }
        self.preload = nil
        perform(.dropPreload)
        if preload.id != current?.id, entries.states[preload.id]?.phase != .failed {
            entries.states[preload.id]?.phase = .idle
        }
    }

    /// The preload is ready, unless it turns out to be live.
    mutating func preloadPrepared(_ item: PreparedItem) {
        guard let preload else { return }
        if item.isLive {
            // A live source cannot wait for its turn.
            upcoming.unpreparable = preload.id
            dropPreload()
            return
        }
        if !item.isSeekable { self.preload?.request.rate = 1 }
        if preload.id != current?.id {
            entries.states[preload.id]?.phase = .ready
        }
    }

    /// The preload's pipeline becomes that of the current item.
    mutating func take(over preload: Preload) {
        self.preload = nil
        facts = preload.facts
        run.begin(
            preload.generation, timing: preload.timing, rate: preload.request.rate, edits: preload.edits,
            isPrepared: facts.isPrepared, at: preload.request.start)
    }

    /// The current item ended and the preload is heard, so it becomes current.
    mutating func joinPreload(_ anchor: PositionAnchor, now: MonotonicTime) {
        guard let preload else { return }
        notifyCutToEnd()
        leaveCurrent(.ended)
        let previous = current?.id
        advanceQueue(preload.step)
        beginning.isRestart = preload.id == previous
        let (tags, findings) = (facts.tags, facts.findings)
        take(over: preload)
        if beginning.isRestart, facts.tags == MediaTags() { facts.tags = tags }
        if beginning.isRestart { facts.findings = facts.findings ?? findings }
        if facts.duration == nil { facts.duration = entries.states[preload.id]?.duration }
        // A preview that begins again was not played to the end of the item.
        ledger.cause = isPreviewing ? nil : .finished
        phase = .ready
        beginning.position = preload.request.start
        attempts.beginAnew()
        upcoming.unpreparable = nil
        tell(.joined(isOther: !beginning.isRestart))
        announceStart(anchor, now: now)
    }
}
