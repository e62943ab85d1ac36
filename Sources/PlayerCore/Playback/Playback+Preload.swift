// What comes after the current item by itself, and preparing it in time.
extension Playback {
    /// The item that plays when the current one ends; nil when that is the end of the queue.
    ///
    /// - Parameter pauses: it does not play before somebody says so: what holds back only the playing does not count.
    mutating func naturalNext(pauses: Bool = false) -> (item: QueueItem, step: Preload.Step)? {
        guard let current = current, failures.count < settings.failureLimit else { return nil }
        if let next = nextWithinItem { return next }
        if isPreviewing { return rules.preview?.loops == true && !rules.sleepsAtEnd ? (current, .same) : nil }
        // Also behind an interstitial at its end it is the item that is repeated.
        if queue.loop == .track, let item = queue.current { return failures.contains(item.id) ? nil : (item, .same) }
        // It pauses there, and what comes next waits for that.
        if !pauses, rules.sleepsAtEnd || rules.asksBeforeNext { return nil }
        switch proposedEnd {
        case .queue: break
        case .proposed(let item): return (item, .proposed(item))
        case .wait, .stop: return nil
        }
        return queue.neighbour(.forward, except: failures).map { ($0.item, .forward(skipping: $0.skipped)) }
    }

    /// Prepares what comes next when its time has come, arms the timer before that, and forgets what comes no more.
    mutating func settlePreload(now: MonotonicTime) {
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
        } else if preloadsAt != moment {
            preloadsAt = moment
        }
    }

    private mutating func begin(_ plan: Preload) {
        if let index = queue.index(of: plan.id), lists.reached(queue.items[index]) { return }
        var preload = plan
        preload.generation = nextGeneration()
        preload.told.generation = preload.generation
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
        // What is proposed may be in no queue yet: nobody asks for its state.
        guard preload.id != current?.id, queue.index(of: preload.id) != nil else { return }
        itemStates[preload.id, default: ItemState()].phase = .preparing
        itemStates[preload.id]?.fault = nil
    }

    /// What would be prepared, were it time; its generation is still to be given.
    private mutating func plannedPreload() -> Preload? {
        guard generation != nil, facts.isPrepared, !facts.isLive else { return nil }
        let natural = naturalNext()
        guard progression == .advance || isPreviewing || natural?.step.isWithinItem == true else { return nil }
        let held = isPreviewing ? nil : heldProposal
        guard let next = natural ?? held.map({ ($0, .proposed($0)) }), next.item.id != liveAhead
        else { return nil }
        // What it holds is prepared, if it is a list.
        if lists.isOpen(next.item.id) { return nil }
        // A list that is proposed is in no queue yet, where its entries could take its place.
        if case .proposed(let item) = next.step, ListName.isWorthReadingAhead(item.description.uri),
            queue.index(of: item.id) == nil
        {
            return nil
        }
        let isSame = next.item.id == current?.id
        if isSame { lookAhead(to: next.item) }
        let request = ItemRequest(
            uri: next.item.description.uri,
            start: isSame ? playableStart : firstPosition(of: next.item, next.step), rate: rate,
            isHeld: natural == nil, keepsFormat: next.item.id.isOfInterstitial)
        return Preload(generation: Generation(rawValue: 0), id: next.item.id, step: next.step, request: request)
    }

    /// Where what comes next begins.
    private mutating func firstPosition(of item: QueueItem, _ step: Preload.Step) -> MediaTime {
        switch step {
        case .back(let position): return self.position(toBegin: item, at: position)
        case .interstitial, .asset: return position(toBegin: item, at: .zero)
        case .same, .forward, .proposed: return firstPosition(of: item)
        }
    }

    /// When the lead is left; nil while nobody can say because the position stands or the length is unknown.
    private var preloadMoment: MonotonicTime? {
        // What is presented may be accepted at any time.
        if isProposalPresented { return moment }
        guard seeking.target == nil, let left = listeningTime(from: anchor.position) else { return nil }
        // All data of a short item may be on its way out before it is heard, and then nothing can join it any more.
        if status == .playing, startedAt == nil, bufferingPercent == nil, left <= settings.preloadLead { return moment }
        guard isMoving else { return nil }
        return anchor.moment + (left - settings.preloadLead)
    }

    /// Whether the end is near enough to keep what is prepared; it is let go after a seek far back, since sources
    /// do not wait for ever. Twice the lead, so that a small step back keeps it.
    private func isNear(now: MonotonicTime) -> Bool {
        if isProposalPresented { return true }
        guard seeking.target == nil, let left = listeningTime(from: position(at: now)) else { return true }
        return left <= settings.preloadLead + settings.preloadLead
    }

    /// How long it takes to hear the rest from a position; nil when unknown or beyond all measure.
    private func listeningTime(from position: MediaTime) -> MediaTime? {
        guard let duration = facts.duration else { return nil }
        let rate = anchor.rate > 0 ? anchor.rate : effectiveRate
        let rest = duration - position - stretch.blocked.blockedTime(from: position, to: duration)
        return MediaTime(seconds: max(0, rest.seconds) / rate).flatMap {
            $0.seconds < 1e8 ? $0 : nil
        }
    }

    private mutating func disarmPreload() {
        preloadsAt = nil
    }

    /// What is presented, where it may be accepted at any time.
    private var heldProposal: QueueItem? {
        guard let item = proposed.held, !failures.contains(item.id), generation != nil else { return nil }
        return item
    }

    /// Forgets what is prepared beside the current item.
    mutating func dropPreload() {
        guard let preload else { return }
        self.preload = nil
        perform(.dropPreload)
        if preload.id != current?.id, itemStates[preload.id]?.phase != .failed {
            itemStates[preload.id]?.phase = .idle
        }
    }

    /// What is prepared beside the current item is ready, unless it turns out to be live.
    mutating func preloadPrepared(_ item: PreparedItem) {
        guard let preload else { return }
        if item.isLive {
            // A live source cannot wait for its turn.
            liveAhead = preload.id
            dropPreload()
            return
        }
        if !item.isSeekable { self.preload?.request.rate = 1 }
        if preload.id != current?.id {
            itemStates[preload.id]?.phase = .ready
        }
    }

    /// The current item ended and what was prepared beside it is heard: it is current now.
    mutating func joinPreload(_ anchor: PositionAnchor, now: MonotonicTime) {
        guard let preload else { return }
        self.preload = nil
        notifyCutToEnd()
        leaveCurrent(.ended)
        let previous = current?.id
        advanceQueue(preload.step)
        isRestart = preload.id == previous
        let (tags, findings) = (facts.tags, facts.findings)
        facts = preload.facts
        if isRestart, facts.tags == MediaTags() { facts.tags = tags }
        if isRestart { facts.findings = facts.findings ?? findings }
        if facts.duration == nil { facts.duration = itemStates[preload.id]?.duration }
        generation = preload.generation
        told = preload.told
        timing = preload.timing
        // A preview that begins again was not played to the end of the item.
        cause = isPreviewing ? nil : .finished
        phase = .ready
        start = preload.request.start
        engineRate = preload.request.rate
        bufferingPercent = nil
        endedWhileSeeking = false
        failures = []
        travel = .forward
        liveAhead = nil
        _ = seeking.event(.restarted(isPrepared: facts.isPrepared))
        tell(.joined(isOther: !isRestart))
        announceStart(anchor, now: now)
    }
}
