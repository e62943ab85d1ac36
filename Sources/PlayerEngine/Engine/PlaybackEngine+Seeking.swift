internal import Gst
internal import PlayerCore

/// Seeks, rates and tracks: everything that flushes the current item.
extension PlaybackEngine {
    func request(_ request: SeekRun.Request) {
        guard let current, current.generation == request.generation else { return }
        carryOut(seeks.event(.requested(request, readiness(of: current))))
    }

    /// What an item does when a seek is requested.
    private func readiness(of item: ItemPipeline) -> SeekRun.Readiness {
        switch item.phase {
        case .positioning: .positioning
        case .opening where recovery.isKnownLoss(item.generation): .lost
        // The item is still on its way to the target of another seek, or is opened again, because a device did not
        // respond or for other tracks.
        case .opening where item.seeking.runsUp || air.hasStarted && item.seeking.isAllowed: .openedAgain
        // Another pipeline of the item was there before: the seek waits until this one is ready.
        case .opening where item.opening.isAgain: .positioning
        case .opening, .failed: .notReady
        case .ready: .ready
        }
    }

    func carryOut(_ actions: [SeekRun.Action]) {
        for action in actions {
            guard let current else { return }
            switch action {
            case .flush(let request): prepareFlush(of: current, for: request)
            case .send(let request) where current.generation == request.generation:
                carryOut(seeks.event(.answered(request, send(request, in: current))))
            case .send: break
            case .openAgain(let position): openAgain(current, playing: current.currentChoice, at: position)
            case .moveStart(let request): seekWhileLost(current, request)
            case .request(let held): request(held)
            case .lookAtLanding: checkLanding()
            case .land(let seek, let landing): landed(seek, landing, in: current)
            case .refuse(let request, let reason): refuse(request, reason)
            }
        }
    }

    /// Drops what is on its way to the sinks. The seek flushes it.
    private func prepareFlush(of item: ItemPipeline, for request: SeekRun.Request) {
        if let linked = air.item, linked !== item { takeBack(linked) }
        // Before the flush, because the data after it may be at the cut immediately.
        item.keepEndUntilFlush()
        replaceCuts(of: item, by: request.cuts)
        air.dropData()
        air.stand(at: nil)
        picture.dropStandIn()
        recovery.forgetPart()
        output?.unsettle()
        output?.silenceBeforeFlush()
        if air.carries(item) { item.openBehindCut() }
    }

    private func send(_ request: SeekRun.Request, in item: ItemPipeline) -> SeekRun.Answer {
        // A chain of streams reads up to the target; a recording is longer by now; another part is another file.
        if item.isElsewhere(request.target) { return .needsOpening }
        if item.isLinked || item.isBeyondDemuxer(request.target), item.seeking.isAllowed { return .needsOpening }
        if !item.isLive, item.seek(to: request.target, accuracy: request.accuracy) != nil { return .sent }
        // Into another period of DASH: the attempt has removed the streams of the item.
        if item.hasEndedStreams, item.seeking.isAllowed {
            item.streaming.isChained = true
            return .needsOpening
        }
        item.dropKeptEnd()
        return item.isHung ? .hung : .refused
    }

    private func refuse(_ request: SeekRun.Request, _ reason: SeekRun.Refusal) {
        let sentence =
            switch reason {
            case .notReady: "The item is not ready yet."
            case .notSeekable: Self.notSeekable
            }
        keepRate(before: request)
        tell(.seekFailed(request.generation, request.id, sentence))
    }

    private static let notSeekable = "This item does not support seeking."

    func setRate(_ generation: Generation, _ id: SeekID, _ rate: Double, at position: MediaTime, cuts: [Cut]) {
        guard let current, current.generation == generation else { return }
        let former = current.edits.rate
        prepareData(for: rate)
        request(
            SeekRun.Request(
                generation: generation, id: id, target: position, accuracy: .accurate, cuts: cuts, formerRate: former))
    }

    /// A request is refused: the rate that it was to set does not apply to what is opened or positioned later, either.
    func keepRate(before request: SeekRun.Request) {
        guard let rate = request.formerRate, current?.generation == request.generation else { return }
        prepareData(for: rate)
        prepareContinuation()
    }

    private func prepareData(for rate: Double) {
        guard let current else { return }
        if current.edits.rate != rate, !air.carries(continuation) { retireContinuation() }
        current.edits.rate = rate
        if let next {
            next.edits.rate = rate
            if air.carries(next) {
                takeBack(next)
            } else if next.phase == .ready, !next.isLinked {
                next.reposition(to: next.request.start)
            }
            // A seek that sets a rate loses the streams of a chain.
            if next === self.next, next.isLinked {
                openAgain(next, playing: next.currentChoice, at: next.request.start)
            }
        }
    }

    /// Looks whether the running seek has landed: its data has reached every sink, or every gate while the devices are
    /// closed. Sound alone has landed when it has passed its gate while the output plays.
    func checkLanding() {
        guard let current, seeks.isRunning else { return }
        guard air.carries(current), let output else {
            return carryOut(seeks.event(.arrived(.init(isOnAir: false, hasBegun: current.hasBegunAfterSeek))))
        }
        let isSoundAlone =
            current.branches[.video] == nil && output.isPlaying && air.hasStarted && !current.isDrained
        let arrival = SeekRun.Arrival(
            isOnAir: true, hasPassed: current.hasPassedSeek, isSettled: output.isSettled, isSoundAlone: isSoundAlone)
        carryOut(seeks.event(.arrived(arrival)))
    }

    private func landed(_ seek: SeekRun.Running, _ landing: SeekRun.Landing, in item: ItemPipeline) {
        switch landing {
        case .behindGates: tell(.seekLanded(item.generation, seek.id, .standing(at: seek.target)))
        case .beforeTheClock:
            // The position stands until the clock of the output starts again, one or two milliseconds later.
            air.stand(at: seek.target)
            output?.ensureItContinues(within: 0.5)
            tell(.seekLanded(item.generation, seek.id, .standing(at: seek.target)))
        case .heard: isHeard(seek, in: item)
        }
    }

    private func isHeard(_ seek: SeekRun.Running, in item: ItemPipeline) {
        guard let output else { return }
        air.follow(Timeline(runningTime: 0, mediaTime: seek.target, rate: item.edits.rate))
        readTimeline(of: item)
        // While the output is paused, the running time is that of the pause.
        if !output.isPlaying, var paused = air.timeline {
            paused.runningTime = output.pausedRunningTime
            air.follow(paused)
        }
        guard let anchor else { return }
        tell(.seekLanded(item.generation, seek.id, anchor))
        prepareContinuation()
        // If the seek was running when the item came on the air, this is also its start.
        if output.isPlaying { tellStart() }
        tagsLanded()
        if item.isDrained { currentDrained() }
    }

    // MARK: Refilling

    /// Drops the data of the old tracks with a flushing seek to the present position.
    func refill() {
        if let position = currentPosition { refill(at: position) }
    }

    /// Decodes and plays again from `position`. No jump is reported.
    func refill(at position: MediaTime) {
        guard let current, !current.isLive, current.phase == .ready, air.carries(current), !seeks.isRunning else {
            return
        }
        if current.isLinked { return openAgain(current, playing: current.currentChoice, at: position) }
        // The flush restarts the output's running time, which is unrelated to the position until then.
        air.stand(at: position)
        air.dropData()
        // Sinks that still wait for the data of a seek go on waiting for that of this one.
        let isSettled = output?.isSettled ?? false
        output?.unsettle()
        output?.silenceBeforeFlush()
        if isSettled, output?.letSoundLead() == true { current.makeRoomForSound() }
        current.openBehindCut()
        let frame = output?.isPlaying == false ? picture.shown(at: position) : nil
        _ = current.seek(to: frame?.frame ?? position, accuracy: frame?.accuracy ?? .accurate)
    }

    /// Sends the running seek again: a change of tracks has dropped its data.
    func seekAgain() {
        guard let current, let running = seeks.running, air.carries(current) else { return }
        air.dropData()
        output?.unsettle()
        output?.silenceBeforeFlush()
        current.openBehindCut()
        guard current.seek(to: running.target, accuracy: running.accuracy) != nil else {
            _ = seeks.end()
            return tell(.seekFailed(current.generation, running.id, Self.notSeekable))
        }
        checkLanding()
    }

    /// Handles the arrival of refilled data while paused: the position is unchanged, but at another running time.
    func settleRefill() {
        guard let standing = air.standing, let current, air.carries(current), !seeks.isRunning, let output,
            !output.isPlaying
        else { return }
        air.follow(Timeline(runningTime: output.pausedRunningTime, mediaTime: standing, rate: current.edits.rate))
    }
}
