// Play, pause, stop, and moving from item to item.
extension Playback {
    /// Starts or resumes; no effect if it already plays or there is nothing to play.
    mutating func play(now: MonotonicTime) {
        switch status {
        // Whoever asks for sound that is lost does not wait for the next try.
        case .playing: if output.fault != nil { perform(.setPlaying(true)) }
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
            if let stoppedAt = beginning.stoppedAt, now - stoppedAt >= Self.absence { beginning.recall = .all }
            intent = .playing
            if let item = queue.current { beginning.position = position(toBegin: item, at: start) }
            if isWaiting, let waiting = rules.waiting { beginning.position = waiting.position }
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

    /// Who plays so long after a stop goes on with the item where it was left, as after a restart.
    private static let absence = MediaTime(nanoseconds: 300_000_000_000)

    /// Stops. The current item stays current; playing it again soon starts from its beginning (MPRIS, Player.Stop).
    mutating func stop() {
        guard status != .stopped || output.isResting else { return }
        halt(.idle)
        beginning.stoppedAt = moment
    }

    /// Stops for a person who leaves: the current item goes on where it was left when it is played again.
    mutating func quit() {
        stop()
        beginning.recall = .all
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
            attempts.direction = .backward
            leaveCurrent(.idle)
            _ = queue.step(.backward)
            enterCurrent()
        } else if !facts.isLive {
            restartCurrent(now: now)
        }
    }

    /// Plays the last part of the item that is over.
    ///
    /// - Parameter offset: negative: from its end.
    mutating func goBackFromEnd(by offset: MediaTime) {
        guard let duration = queue.current.flatMap({ entries.states[$0.id]?.duration }) else { return }
        beginAnew()
        intent = .playing
        enterCurrent(start: max(.zero, duration + offset))
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
        attempts.beginAnew()
        origin.lists.beginAnew()
    }

    /// Returns to the beginning under the same id: by a seek if the source supports it, or else with a new pipeline.
    mutating func restartCurrent(now: MonotonicTime) {
        guard generation != nil else { return }
        tell(.jumped(from: position(at: now), to: .zero))
        if phase == .preparing || facts.canSeek {
            if run.startedAt == nil {
                guard reportedPosition.position != playableStart else { return }
                beginning.isRestart = true
            }
            seek(to: .zero, now: now)
        } else {
            beginning.position = .zero
            beginning.isRestart = true
            prepareCurrent()
        }
    }

    /// Updates the state of the current item before another one takes its place.
    mutating func leaveCurrent(_ phase: ItemState.Phase) {
        guard let id = current?.id else { return }
        // Whatever happens to it, its resume point is looked up again the next time.
        entries.resumeStarts[id] = nil
        if id.isOfInterstitial { entries.states[id] = nil }
        guard let state = entries.states[id] else { return }
        switch state.phase {
        case .preparing, .ready, .playing: entries.states[id]?.phase = phase
        case .idle, .ended, .failed: break
        }
    }

    /// Another item became current: forgets what was known of the previous one and, unless stopped, prepares the item.
    ///
    /// - Parameters:
    ///   - interlude: the interstitial that plays in its place.
    ///   - insists: whether it was asked for by itself.
    mutating func enterCurrent(start: MediaTime? = nil, interlude: Interlude? = nil, insists: Bool = false) {
        parts.interlude = interlude
        facts = ItemFacts()
        upcoming.unpreparable = nil
        beginning = ItemBeginning(recall: start == nil ? .all : .settings)
        tell(.entered)
        if let item = current {
            beginning.position = start.map { position(toBegin: item, at: max(.zero, $0)) } ?? firstPosition(of: item)
        }
        if let id = current?.id { facts.duration = entries.states[id]?.duration }
        switch intent {
        case .stopped:
            phase = .idle
            run.anchor = .standing(at: .zero)
        case .paused, .playing: prepareCurrent(insists: insists)
        }
    }

    /// Has an item's headers sent with requests to its server; called before any request.
    mutating func addHeaders(of item: QueueItem) {
        let (uri, headers) = (item.description.uri, item.description.details?.fields.headers ?? [:])
        // Once any were sent, also for items without headers, so that they are not sent those of another item on the
        // same server.
        guard !headers.isEmpty || outbox.hasSentHeaders, uri.lowercased().hasPrefix("http") else { return }
        outbox.hasSentHeaders = true
        outbox.outcome.effects.append(.reading(.addHeaders(headers, for: uri)))
    }

    /// Makes a pipeline for the current item, or takes over a matching preload.
    ///
    /// - Parameter insists: whether it was asked for by itself: then one that has crashed mediad is tried once more.
    mutating func prepareCurrent(insists: Bool = false) {
        guard let item = current else { return }
        addHeaders(of: item)
        let hasCrashed = entries.states[item.id]?.fault?.code == .crashed
        let request = ItemRequest(
            uri: item.description.uri, of: item.description.list, parts: item.description.parts, start: start,
            rate: rate, keepsFormat: item.id.isOfInterstitial,
            insists: insists && hasCrashed)
        if let preload, preload.id == item.id, preload.request.uri == request.uri,
            preload.request.parts == request.parts, preload.request.start == start
        {
            take(over: preload)
            perform(.prepare(preload.generation, preload.request))
        } else {
            dropPreload()
            let generation = outbox.nextGeneration()
            facts = facts.remembered
            run.begin(
                generation, timing: PipelineTiming(openedAt: moment), rate: rate, isPrepared: facts.isPrepared,
                at: start)
            perform(.prepare(generation, request))
            tellPreferences(generation)
            if !item.id.isOfInterstitial { origin.lists.reached(item) }
            if let recall = beginning.recall { tellOpened(generation, item, recall) }
        }
        beginning.recall = nil
        output.isResting = false
        phase = facts.isPrepared ? .ready : .preparing
        entries.states[item.id, default: ItemState()].phase = facts.isPrepared ? .ready : .preparing
        entries.states[item.id]?.fault = nil
    }

    /// Stops: nothing is heard or prepared any more, and the current item starts from its beginning next time.
    ///
    /// - Parameter rests: whether the last frame stays in the window.
    mutating func halt(_ phase: Phase, rests: Bool = false) {
        dropPreload()
        if generation != nil || output.isResting { perform(rests ? .rest : .release) }
        output.isResting = rests
        if phase == .idle { leaveCurrent(.idle) }
        run.end()
        intent = .stopped
        self.phase = phase
        if interlude == nil {
            facts = facts.remembered
        } else {
            // The facts were those of the asset.
            endInterlude()
            facts = ItemFacts()
            if let id = current?.id { facts.duration = entries.states[id]?.duration }
        }
        beginning = ItemBeginning(restored: beginning.restored)
        output.fault = nil
        output.lastSentPlaying = nil
    }

    /// Lets the last frame go when nobody is asked any more what comes next.
    mutating func settleRest() {
        let isAsked = isProposalPresented || proposedEnd == .wait
        guard output.isResting, !isAsked, !settings.keepsPictureAtEnd else { return }
        output.isResting = false
        perform(.release)
    }

    /// Whether the current item is still as restored: neither played nor sought.
    var isWaiting: Bool { rules.waiting.map { $0.item == current?.id } ?? false }

    /// Reports that an item is opened, so that it can be looked up where it was left and what was chosen for it.
    mutating func tellOpened(_ generation: Generation, _ item: QueueItem, _ recall: ItemBeginning.Recall = .all) {
        guard recall == .all, item.description.details?.fields.start == nil else {
            if !item.id.isOfInterstitial { tell(.openedAtStart(generation, item)) }
            return
        }
        guard entries.resumeStarts[item.id] == nil else { return }
        tell(.opened(generation, item))
    }
}
