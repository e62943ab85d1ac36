// Play, pause, stop, and moving from item to item.
extension Playback {
    /// Starts or resumes; no effect if it already plays or there is nothing to play.
    mutating func play(now: MonotonicTime) {
        switch status {
        // Whoever asks for sound that is lost does not wait for the next try.
        case .playing: if outputFault != nil { perform(.setPlaying(true)) }
        case .paused where isHeldBack:
            beginAnew()
            intent = .playing
            prepareCurrent(insists: true)
        case .paused:
            intent = .playing
            tell(.resumed)
        case .stopped:
            guard queue.current != nil else { return }
            // After the end of the queue this is its last item, from its beginning.
            beginAnew()
            intent = .playing
            if let item = queue.current { start = position(toBegin: item, at: start) }
            if isWaiting, let waiting = rules.waiting { start = waiting.position }
            prepareCurrent(insists: true)
        }
    }

    /// Pauses; no effect unless it plays.
    mutating func pause(now: MonotonicTime) {
        guard status == .playing else { return }
        freeze(now: now)
        intent = .paused
        tell(.paused)
    }

    /// Stops. The current item stays current; playing it again starts from its beginning.
    mutating func stop() {
        guard status != .stopped || isResting else { return }
        halt(.idle)
    }

    /// Goes to the next item and keeps the status; without a next item and without a loop, stops.
    mutating func goNext(now: MonotonicTime) {
        beginAnew()
        if queue.hasNeighbour(.forward) {
            leaveCurrent(.idle)
            _ = queue.step(.forward)
            enterCurrent()
        } else if queue.loop != .none {
            restartCurrent(now: now)
        } else if status != .stopped {
            leaveCurrent(.ended)
            halt(.ended)
        }
    }

    /// Goes to the previous item and keeps the status; late in the item, or without a previous one, restarts it.
    ///
    /// A live item has no beginning to go back to, so there it always means the previous item.
    mutating func goPrevious(now: MonotonicTime) {
        beginAnew()
        if interlude != nil { return restartCurrent(now: now) }
        let heard = position(at: now) - playableStart
        let isLate = status != .stopped && !facts.isLive && heard > settings.previousThreshold
        if !isLate, queue.hasNeighbour(.backward) {
            travel = .backward
            leaveCurrent(.idle)
            _ = queue.step(.backward)
            enterCurrent()
        } else if !facts.isLive {
            restartCurrent(now: now)
        }
    }

    /// Goes to an item. Playing and Paused stay; a stopped player starts, as expected when an item is picked from a
    /// list.
    mutating func goTo(_ id: ItemID, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        guard let index = queue.index(of: id) else { return .failure(Self.unknownItem) }
        beginAnew()
        if status == .stopped { intent = .playing }
        if index == queue.currentIndex, generation != nil, interlude == nil {
            restartCurrent(now: now)
            return .success(.done)
        }
        if index != queue.currentIndex {
            leaveCurrent(.idle)
            queue.choose(index)
        }
        enterCurrent(insists: true)
        return .success(.done)
    }

    /// The refusal for an empty queue.
    static var nothingToPlay: CommandRefusal { .nothingToPlay("There is nothing to play; open something first.") }

    /// The refusal for an id that is not in the queue.
    static var unknownItem: CommandRefusal {
        .notFound("The queue has no such item; it may have been removed.")
    }

    /// A client asked for an item explicitly: items that failed may be tried again.
    mutating func beginAnew() {
        failures = []
        travel = .forward
        lists.beginAnew()
    }

    /// Returns to the beginning under the same id: by a seek if the source supports it, or else with a new pipeline.
    mutating func restartCurrent(now: MonotonicTime) {
        guard generation != nil else { return }
        tell(.jumped(from: position(at: now), to: .zero))
        if phase == .preparing || facts.canSeek {
            if startedAt == nil {
                guard reportedPosition.position != playableStart else { return }
                isRestart = true
            }
            seek(to: .zero, now: now)
        } else {
            start = .zero
            isRestart = true
            prepareCurrent()
        }
    }

    /// Updates the state of the current item before another one takes its place.
    mutating func leaveCurrent(_ phase: ItemState.Phase) {
        guard let id = current?.id else { return }
        // Whatever happens to it, its resume point is looked up again the next time.
        resumeStarts[id] = nil
        if id.isOfInterstitial { itemStates[id] = nil }
        guard let state = itemStates[id] else { return }
        switch state.phase {
        case .preparing, .ready, .playing: itemStates[id]?.phase = phase
        case .idle, .ended, .failed: break
        }
    }

    /// Another item became current: forgets what was known of the previous one and, unless stopped, prepares the item.
    ///
    /// - Parameters:
    ///   - interlude: the interstitial that plays in its place.
    ///   - insists: whether it was asked for by itself.
    mutating func enterCurrent(start: MediaTime? = nil, interlude: Interlude? = nil, insists: Bool = false) {
        self.interlude = interlude
        facts = ItemFacts()
        unpreparable = nil
        restored = nil
        isRestart = false
        tell(.entered)
        startsWhereLeft = start == nil
        self.start = .zero
        if let item = current {
            self.start = start.map { position(toBegin: item, at: max(.zero, $0)) } ?? firstPosition(of: item)
        }
        if let id = current?.id { facts.duration = itemStates[id]?.duration }
        switch intent {
        case .stopped:
            phase = .idle
            anchor = .standing(at: .zero)
        case .paused, .playing: prepareCurrent(insists: insists)
        }
    }

    /// Has an item's headers sent with requests to its server; called before any request.
    mutating func addHeaders(of item: QueueItem) {
        let (uri, headers) = (item.description.uri, item.description.details?.fields.headers ?? [:])
        // Once any were sent, also for items without headers, so that they are not sent those of another item on the
        // same server.
        guard !headers.isEmpty || hasSentHeaders, uri.lowercased().hasPrefix("http") else { return }
        hasSentHeaders = true
        outcome.effects.append(.reading(.addHeaders(headers, for: uri)))
    }

    /// Makes a pipeline for the current item, or takes over a matching preload.
    ///
    /// - Parameter insists: whether it was asked for by itself: then one that has crashed mediad is tried once more.
    mutating func prepareCurrent(insists: Bool = false) {
        guard let item = current else { return }
        addHeaders(of: item)
        let hasCrashed = itemStates[item.id]?.fault?.code == .crashed
        let request = ItemRequest(
            uri: item.description.uri, of: item.description.list, start: start, rate: rate,
            keepsFormat: item.id.isOfInterstitial,
            insists: insists && hasCrashed)
        if let preload, preload.id == item.id, preload.request.uri == request.uri, preload.request.start == start {
            generation = preload.generation
            facts = preload.facts
            told = preload.told
            timing = preload.timing
            engineRate = preload.request.rate
            self.preload = nil
            perform(.prepare(preload.generation, preload.request))
        } else {
            dropPreload()
            let generation = nextGeneration()
            self.generation = generation
            facts = facts.remembered
            timing = PipelineTiming(openedAt: moment)
            engineRate = rate
            perform(.prepare(generation, request))
            tellPreferences(generation)
            if !item.id.isOfInterstitial { lists.reached(item) }
            if startsWhereLeft { tellOpened(generation, item) }
        }
        startsWhereLeft = false
        isResting = false
        phase = facts.isPrepared ? .ready : .preparing
        startedAt = nil
        earlySeek = nil
        anchor = .standing(at: start)
        bufferingPercent = nil
        endedWhileSeeking = false
        stalledSince = nil
        _ = seeking.event(.restarted(isPrepared: facts.isPrepared))
        itemStates[item.id, default: ItemState()].phase = facts.isPrepared ? .ready : .preparing
        itemStates[item.id]?.fault = nil
    }

    /// Stops: nothing is heard or prepared any more, and the current item starts from its beginning next time.
    ///
    /// - Parameter rests: whether the last frame stays in the window.
    mutating func halt(_ phase: Phase, rests: Bool = false) {
        dropPreload()
        if generation != nil || isResting { perform(rests ? .rest : .release) }
        isResting = rests
        if phase == .idle { leaveCurrent(.idle) }
        generation = nil
        intent = .stopped
        self.phase = phase
        if interlude == nil {
            facts = facts.remembered
        } else {
            // The facts were those of the asset.
            endInterlude()
            facts = ItemFacts()
            if let id = current?.id { facts.duration = itemStates[id]?.duration }
        }
        start = .zero
        startsWhereLeft = false
        isRestart = false
        startedAt = nil
        earlySeek = nil
        anchor = .standing(at: .zero)
        bufferingPercent = nil
        outputFault = nil
        stalledSince = nil
        endedWhileSeeking = false
        toldPlaying = nil
        _ = seeking.event(.restarted(isPrepared: false))
    }

    /// Lets the last frame go when nobody is asked any more what comes next.
    mutating func settleRest() {
        let isAsked = isProposalPresented || proposedEnd == .wait
        guard isResting, !isAsked, !settings.keepsPictureAtEnd else { return }
        isResting = false
        perform(.release)
    }

    /// Whether the current item is still as restored: neither played nor sought.
    var isWaiting: Bool { rules.waiting.map { $0.item == current?.id } ?? false }

    /// Reports that an item is opened, so that it can be looked up where it was left.
    mutating func tellOpened(_ generation: Generation, _ item: QueueItem) {
        guard resumeStarts[item.id] == nil, item.description.details?.fields.start == nil else { return }
        tell(.opened(generation, item))
    }

    /// Returns the next generation; generations increase and are never reused.
    mutating func nextGeneration() -> Generation {
        lastGeneration += 1
        return Generation(rawValue: lastGeneration)
    }
}
