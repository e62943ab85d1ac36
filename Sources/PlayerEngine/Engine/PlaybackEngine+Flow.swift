internal import GLibLoop
internal import Gst
internal import PlayerCore

/// From a ready item to sound: starting, pausing, handing over, ending.
extension PlaybackEngine {
    /// An item's streams wait at their gates.
    func becameReady(_ item: ItemPipeline) {
        if item === current {
            startCurrentIfWanted()
        } else if item === next, let current, current.isDrained {
            currentDrained()
        }
    }

    /// Opens the gates of the current item once it is ready, the sinks are open and somebody wants to hear it.
    ///
    /// An item that was opened paused waits behind its gates with the devices closed: a sound server that is left
    /// waiting in PAUSED before its first PLAYING plays the first sound late by as long as it waited.
    func startCurrentIfWanted() {
        guard let current, current.phase == .ready, onAir == nil, recovery == nil, patienceTimer == nil
        else { return }
        guard wantsPlaying || outputHasPlayed && !devices.isLost else {
            // Where a seek goes is told when it has landed.
            if running == nil { tell(.anchored(current.generation, .standing(at: current.startOfNext))) }
            return
        }
        guard let output = openOutput() else { return }
        onAir = current
        // The output's running time begins anew with it: until it plays or stands there, the old one says nothing.
        timeline = nil
        standing = running == nil ? current.startOfNext : nil
        let isBack = toldBuffering < current.bufferingPercent && reconnection?.generation == current.generation
        toldBuffering = current.bufferingPercent
        if isBack { tell(.buffering(current.generation, percent: toldBuffering)) }
        output.begin(current, playing: wantsPlaying && current.bufferingPercent >= 100)
    }

    /// Whether the devices were open before, so that standing still in PAUSED does no harm.
    private var outputHasPlayed: Bool { output?.hasPlayed ?? false }

    func setPlaying(_ isPlaying: Bool) {
        if isPlaying, !wantsPlaying { lookForDevices() }
        wantsPlaying = isPlaying
        if isPlaying { devices.isLost = false }
        if onAir == nil { startCurrentIfWanted() } else { applyPlaying() }
    }

    /// Brings the output to what is wanted and possible: not while a source refills, nor without a sound server.
    func applyPlaying() {
        guard let output, let current, onAir != nil else { return }
        let shouldPlay = wantsPlaying && toldBuffering >= 100 && recovery == nil
        guard shouldPlay != output.isPlaying else { return }
        if shouldPlay {
            output.play()
        } else {
            handOverTimer = nil
            tagsTimer = nil
            output.pause()
            updateDeviceWatch()
            if let timeline, running == nil {
                let position = timeline.mediaTime(at: output.pausedRunningTime)
                tell(.anchored(current.generation, .standing(at: max(.zero, position))))
            }
        }
    }

    func handle(_ event: OutputPipeline.Event) {
        switch event {
        case .prerolled:
            settleRefill()
            checkLanding()
            redrawIfOwed()
        case .playing: outputPlays()
        case .drained:
            guard isDraining, let current else { return }
            tellMissedStart()
            tellDroppedFrames()
            tell(.ended(current.generation))
        case .failed(let kind, let error): outputFailed(kind, error)
        case .pictureChanged: cards.pictureChanged(output?.chains[.video])
        case .soundLost: soundLost()
        case .hung: outputHung()
        }
    }

    /// The clock runs: positions move from here.
    private func outputPlays() {
        standing = nil
        armTags()
        findDeviceInUse()
        guard let current, let onAir, let output else { return }
        if onAir !== current {
            tellMissedStart()
            armHandOver()
            if let timeline { tell(.anchored(current.generation, anchor(timeline))) }
            return
        }
        if running != nil {
            checkLanding()
            return lookAtEnd()
        }
        readTimeline(of: onAir)
        guard let timeline else { return }
        if hasStarted { tell(.anchored(current.generation, anchor(timeline))) } else { tellStart() }
        output.setVolume(volume)
        lookAtEnd()
    }

    /// The item on the air is heard or seen for the first time.
    func tellStart() {
        guard let current, let timeline, !hasStarted else { return }
        hasStarted = true
        beginCountingFrames()
        tellWhatIsUnread(of: current)
        tell(.started(current.generation, anchor(timeline)))
    }

    /// What is so short that all of it was on its way before the output was seen to run was heard all the same, unless
    /// there was nothing in it.
    private func tellMissedStart() {
        guard !hasStarted, let current, current.branches.values.contains(where: \.gate.hasPassed) else { return }
        readTimeline(of: current)
        tellStart()
    }

    func anchor(_ timeline: Timeline) -> PositionAnchor {
        guard let output, output.isPlaying else { return .standing(at: timeline.mediaTime) }
        return PositionAnchor(
            position: timeline.mediaTime,
            moment: output.baseTime + MediaTime(nanoseconds: timeline.runningTime), rate: timeline.rate)
    }

    /// Takes the mapping from the gate that opened first; sound before pictures.
    func readTimeline(of item: ItemPipeline) {
        let gate = item.branches[.audio]?.gate ?? item.branches[.video]?.gate
        guard let mapping = gate?.mapping ?? item.branches[.video]?.gate.mapping else { return }
        timeline = Timeline(
            runningTime: mapping.runningTime, mediaTime: MediaTime(nanoseconds: mapping.mediaTime), rate: item.rate)
    }

    // MARK: The end of an item

    /// The last data of the current item went out.
    func currentDrained() {
        // A seek near the end may drain before it has landed; its landing comes back here. Once the sinks were told that
        // nothing follows, nothing may join: they would refuse it. Who asks for the next item then gets it at the end.
        guard let current, onAir === current, running == nil, !isDraining, !reconnectsStation(current) else { return }
        if let cut = current.cut, cut.end != nil, current.isCut {
            // Without what follows the core seeks there, once all before it was heard.
            if let continuation, continuation.phase == .ready { handOver(from: current, to: continuation) }
        } else if let next, !next.request.isHeld {
            if next.phase == .ready { handOver(from: current, to: next) }
            // Else its `.ready` hands over, or its failure comes back here.
        } else if !waitsForItsEnd(current) {
            isDraining = true
            output?.drain()
        }
    }

    /// Before its end is near the sinks are not told of it, so that what is prepared only now still joins: all of a short
    /// item is on its way out as soon as it is opened.
    private func waitsForItsEnd(_ item: ItemPipeline) -> Bool {
        // A sink that gets no data at all waits for its end.
        guard let output, let end = item.endRunningTime, item.branches.values.allSatisfy(\.gate.hasPassed) else {
            return false
        }
        // Where the output stands, it is looked at again when it moves.
        guard output.isPlaying else { return output.isSettled }
        let moment = output.baseTime + MediaTime(nanoseconds: end) + (.zero - Self.drainLead)
        guard moment > now else { return false }
        drainTimer = LoopSource.timer(on: MediaActor.loop, at: moment.nanoseconds / 1000) { [weak self] in
            MediaActor.assumeIsolated { self?.lookAtEnd() }
        }
        return true
    }

    /// How long before the end the sinks are told of it: more than any of them holds.
    private static let drainLead = MediaTime(nanoseconds: 500_000_000)

    private func lookAtEnd() { if let current, current.isDrained { currentDrained() } }

    /// Joins the next item to the end of the current one, in running time: sample-exact for sound, and with sound and
    /// picture in step again whichever of the two ended first.
    private func handOver(from old: ItemPipeline, to new: ItemPipeline) {
        guard let output else { return }
        var join = old.endRunningTime ?? 0
        // A successor that was late joins where the silence is now, with room to reach the device.
        if output.isPlaying {
            let running = output.runningTime(at: now)
            join = join < running ? running + 20_000_000 : join
        }
        output.detach(old, flushing: false)
        onAir = new
        // Saturating: when a stream begins is said by its file.
        let begin = new === continuation ? new.firstRunningTimeOfSound : new.firstRunningTime
        output.join(new, shiftedBy: (MediaTime(nanoseconds: join) - MediaTime(nanoseconds: begin)).nanoseconds)
        pendingJoin = join
        armHandOver()
    }

    /// Tells that the next item is heard when its first sample is.
    private func armHandOver() {
        guard let output, output.isPlaying, let pendingJoin, onAir != nil, onAir !== current else { return }
        let moment = output.baseTime + MediaTime(nanoseconds: pendingJoin)
        handOverTimer = LoopSource.timer(on: MediaActor.loop, at: moment.nanoseconds / 1000) { [weak self] in
            MediaActor.assumeIsolated { self?.handedOver() }
        }
    }

    private func handedOver() {
        guard let new = onAir, let old = current, new !== old, let join = pendingJoin else { return }
        handOverTimer = nil
        pendingJoin = nil
        tellMissedStart()
        let isSameItem = new === continuation
        if isSameItem {
            continuation = nil
        } else {
            retireContinuation()
            next = nil
            tellDroppedFrames()
            beginCountingFrames()
        }
        current = new
        stallTimer = nil
        toldBuffering = 100
        old.retire()
        // Known exactly once its first data went through, which may be just about to.
        timeline = Timeline(runningTime: join, mediaTime: new.request.start, rate: new.rate)
        readTimeline(of: new)
        hasStarted = true
        if !isSameItem { tellWhatIsUnread(of: new) }
        guard let timeline else { return }
        tell(isSameItem ? .cutPassed(new.generation, anchor(timeline)) : .started(new.generation, anchor(timeline)))
        prepareContinuation()
        if new.isDrained { currentDrained() }
    }

    /// Undoes a hand-over that nobody has heard yet: the current item is on the air again, silent until it is sought.
    func takeBack(_ item: ItemPipeline) {
        handOverTimer = nil
        forgetTagsAhead()
        pendingJoin = nil
        output?.detach(item, flushing: true)
        onAir = nil
        item.reposition(to: item.request.start)
        if let current, current !== item, current.phase == .ready {
            onAir = current
            output?.begin(current, playing: output?.isPlaying ?? false)
        }
    }

    var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }
}
