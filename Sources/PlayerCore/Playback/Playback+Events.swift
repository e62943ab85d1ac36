// Handles the engine's events about the items that have a pipeline.
extension Playback {
    /// Changes the facts of an item that has a pipeline; older generations are ignored.
    mutating func change(_ generation: Generation, _ change: (inout ItemFacts) -> Void) {
        if generation == self.generation {
            change(&facts)
        } else if generation == preload?.generation, var facts = preload?.facts {
            change(&facts)
            preload?.facts = facts
        }
    }

    /// Returns the item of a generation; nil for an older one.
    func itemID(of generation: Generation) -> ItemID? {
        if generation == self.generation { return current?.id }
        if let preload, generation == preload.generation { return preload.id }
        return nil
    }

    /// A pipeline is prerolled: its abilities are known, and a remembered seek is carried out.
    mutating func prepared(_ generation: Generation, _ item: PreparedItem, now: MonotonicTime) {
        change(generation) { $0.take(item) }
        noteDuration(generation)
        if generation == self.generation {
            run.timing.preparedAt = run.timing.preparedAt ?? now
            if phase == .preparing { phase = .ready }
            if let id = current?.id, entries.states[id]?.phase == .preparing { entries.states[id]?.phase = .ready }
            dropEarlySeekOutside(now: now)
            checkStart(generation, now: now)
            apply(run.seeking.event(.prepared(isSeekable: facts.canSeek)), now: now)
            if !facts.canSeek { run.rate = 1 }
        } else if generation == preload?.generation {
            if preload?.timing.preparedAt == nil { preload?.timing.preparedAt = now }
            preloadPrepared(item)
        }
    }

    /// The duration was corrected, or is no longer known.
    mutating func durationChanged(_ generation: Generation, _ duration: MediaTime?) {
        change(generation) { $0.duration = $0.believed(duration) }
        noteDuration(generation)
    }

    /// More of the item is being written, or it is complete now.
    mutating func growingChanged(_ generation: Generation, _ isGrowing: Bool) {
        change(generation) { $0.isGrowing = isGrowing }
        noteDuration(generation)
    }

    mutating func noteDuration(_ generation: Generation) {
        guard let id = itemID(of: generation), queue.index(of: id) != nil else { return }
        guard let facts = generation == self.generation ? facts : preload?.facts else { return }
        entries.states[id, default: ItemState()].duration = facts.duration
        entries.states[id]?.isGrowing = facts.isGrowing
    }

    /// An item is heard: the prepared one, or the preload because the item before it ended.
    mutating func started(_ generation: Generation, _ anchor: PositionAnchor, now: MonotonicTime) {
        if generation == preload?.generation {
            joinPreload(anchor, now: now)
        } else if generation == self.generation {
            guard run.startedAt == nil else { return take(anchor) }
            phase = .ready
            announceStart(anchor, now: now)
        }
    }

    /// The current item is heard or seen for the first time.
    mutating func announceStart(_ anchor: PositionAnchor, now: MonotonicTime) {
        run.startedAt = now
        attempts.inARow = []
        beginning.restored = nil
        run.stalledSince = nil
        take(anchor)
        attempts.error = output.fault == nil ? nil : attempts.error
        if let id = current?.id {
            entries.states[id, default: ItemState()].phase = .playing
            entries.resumeStarts[id] = nil
        }
        // A running seek announces the position when it lands.
        let isUnexpected = beginning.isRestart || start != .zero || run.earlySeek != nil
        if isUnexpected, run.seeking.target == nil { notify(.seeked(position(at: now))) }
        beginning.isRestart = false
        run.earlySeek = nil
    }

    /// The position continues or stops from here on.
    mutating func anchored(_ generation: Generation, _ anchor: PositionAnchor, now: MonotonicTime) {
        guard generation == self.generation else { return }
        // Compared at the moment when the position began to move, however late the engine could tell it.
        let moment = anchor.rate == 0 ? now : anchor.moment
        let before = position(at: moment)
        take(anchor)
        // A live stream that was reopened counts its time from the beginning again, and parts of streams may be missing.
        let after = position(at: moment)
        let isJump = max(after - before, before - after) > Self.jump
        if isJump, run.startedAt != nil, run.seeking.target == nil, interlude == nil {
            notify(.seeked(position(at: now)))
        }
    }

    /// Clients cannot extrapolate a step of this size.
    private static let jump = MediaTime(nanoseconds: 1_000_000_000)

    /// Below 100 the position stops although the status stays. A live source cannot catch up, so buffering is ignored
    /// there.
    mutating func buffering(_ generation: Generation, _ percent: Int, now: MonotonicTime) {
        guard generation == self.generation, !facts.isLive else { return }
        if percent < 100 {
            if run.bufferingPercent == nil { stall(now: now) }
            run.bufferingPercent = max(0, percent)
        } else if run.bufferingPercent != nil {
            run.bufferingPercent = nil
            thaw(now: now)
        }
    }

    /// The sound server was lost: the position stops and the status stays until the server is back.
    mutating func outputLost(_ fault: PlaybackFault, now: MonotonicTime) {
        guard generation != nil, let item = current else { return }
        if output.fault == nil { stall(now: now) }
        output.fault = fault
        attempts.error = ItemFault(fault: fault, uri: item.description.uri)
    }

    /// The sound server is back; the position continues.
    mutating func outputRestored(now: MonotonicTime) {
        guard let fault = output.fault else { return }
        output.fault = nil
        if attempts.error?.fault == fault { attempts.error = nil }
        thaw(now: now)
    }

    /// The current item was heard to its end and nothing joined it.
    mutating func ended(_ generation: Generation, now: MonotonicTime) {
        guard generation == self.generation, let id = current?.id else { return }
        if case .running = run.seeking.state {
            run.endedWhileSeeking = true
            return
        }
        if isPreviewing { return previewEnded(now: now) }
        if let next = nextWithinItem { return endedWithinItem(id, next.step) }
        attempts.direction = .forward
        ledger.cause = .finished
        notifyCutToEnd()
        // An empty item counts as not playable; otherwise a looping queue of empty items would never end.
        if run.startedAt == nil { attempts.failures.insert(id) }
        leaveCurrent(.ended)
        var end = ItemEnd(fellAsleep: rules.sleepsAtEnd, asks: rules.asksBeforeNext)
        guard progression != .stop, let next = naturalNext(pauses: true) else {
            end.waits = proposedEnd == .wait
            tell(.ended(end))
            return halt(.ended, rests: end.waits || settings.keepsPictureAtEnd)
        }
        tell(.ended(end))
        if run.startedAt != nil { attempts.failures = [] }
        if progression == .pause || end.fellAsleep || end.asks { intent = .paused }
        follow(next.step)
        if end.asks { goBackToSign(now: now) }
    }

    /// An interstitial begins, continues with its next asset, or is over.
    private mutating func endedWithinItem(_ id: ItemID, _ step: Preload.Step) {
        // An empty item counts as not playable.
        if run.startedAt == nil, interlude != nil { attempts.failures.insert(id) }
        ledger.cause = .finished
        leaveCurrent(.ready)
        follow(step)
    }

    /// The effect of the proposal on the end of the item; none if the proposed item could not be played.
    var proposedEnd: PlaybackRules.ProposedEnd {
        if case .proposed(let item) = proposed.end, attempts.failures.contains(item.id) { return .queue }
        return proposed.end
    }

    /// Makes the automatically following item current and prepares it.
    mutating func follow(_ step: Preload.Step) {
        let id = current?.id
        advanceQueue(step)
        if case .back(let position) = step {
            enterCurrent(start: position)
        } else if interlude != nil {
            enterCurrent(start: .zero, interlude: interlude)
        } else if current?.id == id {
            beginning.position = playableStart
            prepareCurrent()
            beginning.isRestart = true
        } else {
            enterCurrent()
        }
    }

    /// Moves the queue as the preload planned.
    mutating func advanceQueue(_ step: Preload.Step) {
        if !step.isWithinItem { endInterlude() }
        switch step {
        case .same: break
        case .interstitial(let interstitial): enter(interstitial)
        case .asset(let index): self.step(toAsset: index)
        case .back: endInterlude()
        case .forward(let count):
            if isProposalPresented { tell(.proposalTaken) }
            _ = queue.step(.forward, skipping: count)
        case .proposed(let item):
            tell(.proposalTaken)
            enterProposed(item)
        }
    }

    /// Makes the proposed item current, directly after the item it was proposed for.
    mutating func enterProposed(_ item: QueueItem) {
        if queue.index(of: item.id) == nil {
            let index = (queue.currentIndex ?? -1) + 1
            queue.insert(item, at: index)
            notify(.itemsChanged(from: index, removed: 0, inserted: 1))
        }
        if let index = queue.index(of: item.id) { queue.choose(index) }
    }

    /// Makes the proposed item current, and plays it unless "still watching?" must be answered first.
    ///
    /// - Parameter isUnasked: whether the acceptance was automatic.
    mutating func accept(_ item: QueueItem, isUnasked: Bool, now: MonotonicTime) {
        let asks = isUnasked && rules.asksBeforeNext
        tell(.ended(ItemEnd(asks: asks, isUnasked: isUnasked)))
        beginAnew()
        leaveCurrent(.ended)
        // The item counts as finished, but the position is the one that was really heard.
        ledger.cause = .finished
        ledger.endBefore = nil
        enterProposed(item)
        intent = asks ? .paused : .playing
        if !asks || !goBackToSign(now: now) { enterCurrent() }
    }

    /// Stops, and makes the proposed item the one that Play begins. The item before it counts as finished.
    mutating func stop(before item: QueueItem) {
        tell(.ended(ItemEnd()))
        beginAnew()
        leaveCurrent(.ended)
        ledger.cause = .finished
        ledger.endBefore = nil
        halt(.idle)
        enterProposed(item)
        enterCurrent()
    }

    /// Returns to the position of the last sign of presence, if the rules want that.
    ///
    /// - Returns: whether another item is current now.
    @discardableResult
    private mutating func goBackToSign(now: MonotonicTime) -> Bool {
        guard let sign = rules.lastSign else { return false }
        return goBack(to: sign.item, at: sign.position, now: now)
    }

    /// Plays what comes after the current item, although the item is already over.
    mutating func goOnAfterEnd() {
        guard let next = naturalNext() else { return }
        intent = .playing
        follow(next.step)
    }

    /// Returns to an earlier position and pauses there.
    ///
    /// - Returns: whether another item is current now.
    @discardableResult
    mutating func goBack(to id: ItemID, at position: MediaTime, now: MonotonicTime) -> Bool {
        guard let index = queue.index(of: id) else { return false }
        if index == queue.currentIndex, generation != nil {
            seek(to: position, now: now)
            return false
        }
        leaveCurrent(.idle)
        queue.choose(index)
        intent = .paused
        enterCurrent(start: position)
        return true
    }

    // MARK: Findings

    /// The container and the sidecars were read. A start in a sidecar applies while nothing was heard.
    mutating func findingsRead(_ generation: Generation, _ findings: ItemFindings, now: MonotonicTime) {
        guard let id = itemID(of: generation) else { return }
        // A proposed item is not yet in the queue.
        let uri = queue.index(of: id).map { queue.items[$0].description.uri } ?? preload?.request.uri ?? ""
        let scheme = uri.prefix(5).lowercased()
        change(generation) { facts in
            facts.findings = findings
            facts.isRemote = scheme == "http:" || scheme == "https"
            // A duration from before the pipeline was ready comes from memory.
            if facts.isPrepared { facts.duration = facts.believed(facts.duration) }
        }
        noteDuration(generation)
        guard let start = findings.sidecar?.start, start > .zero else { return }
        let isKnown = entries.sidecarStarts.updateValue(start, forKey: id) == start
        guard !isKnown, generation == self.generation, self.start == .zero || entries.resumeStarts[id] != nil,
            let item = current
        else { return }
        moveStart(to: firstPosition(of: item), now: now)
    }

    /// Returns where an item starts without a requested start: according to its description, else where it was left,
    /// else according to its sidecar.
    func start(of item: QueueItem) -> MediaTime {
        max(
            .zero,
            item.description.details?.fields.start ?? entries.resumeStarts[item.id] ?? entries.sidecarStarts[item.id]
                ?? .zero)
    }

    /// Handles what was read, if it changes the queue.
    mutating func handle(_ event: ReadingEvent, now: MonotonicTime) {
        guard case .listRead(let id, let uri, let answer) = event else { return }
        listRead(id, uri, answer, now: now)
    }

    /// Handles an event of the engine.
    mutating func handle(_ event: EngineEvent, now: MonotonicTime) {
        switch event {
        case .prepared(let generation, let item): prepared(generation, item, now: now)
        case .started(let generation, let anchor): started(generation, anchor, now: now)
        case .anchored(let generation, let anchor): anchored(generation, anchor, now: now)
        case .seekLanded(let generation, let id, let anchor): seekLanded(generation, id, anchor, now: now)
        case .seekFailed(let generation, let id, _): seekFailed(generation, id, now: now)
        case .buffering(let generation, let percent): buffering(generation, percent, now: now)
        case .durationChanged(let generation, let duration): durationChanged(generation, duration)
        case .growingChanged(let generation, let isGrowing): growingChanged(generation, isGrowing)
        case .seekableChanged(let generation, let isSeekable): change(generation) { $0.isSeekable = isSeekable }
        case .aspectChanged(let generation, let aspect): change(generation) { $0.aspect = aspect }
        case .tagsChanged(let generation, let tags): change(generation) { $0.tags = tags }
        case .timelineChanged(let generation, let timeline): change(generation) { $0.timeline = timeline }
        case .tracksChanged(let generation, let tracks): change(generation) { $0.tracks = tracks }
        case .findingsRead(let generation, let findings): findingsRead(generation, findings, now: now)
        case .ended(let generation): ended(generation, now: now)
        case .failed(let generation, let fault): failed(generation, fault, now: now)
        case .outputLost(let fault, _): outputLost(fault, now: now)
        case .outputRestored: outputRestored(now: now)
        case .framesDropped(let generation, let total): framesDropped(generation, total)
        case .sinksChosen(let report): output.sinks = report
        case .cutPassed(let generation, let anchor): cutPassed(generation, anchor, now: now)
        case .cutFailed(let generation): cutFailed(generation)
        case .pictureFramed, .cardsPlaced, .devicesChanged, .deviceLost, .corked, .buffered, .frameFound: break
        }
    }
}
