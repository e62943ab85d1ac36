internal import GLibLoop
internal import Gst
internal import PlayerCore

/// From a prepared item to output: starting, pausing, handing over, ending.
extension PlaybackEngine {
    /// Handles an item whose streams wait at their gates.
    func becameReady(_ item: ItemPipeline) {
        if item === current {
            startCurrentIfWanted()
        } else if item === next, let current, current.isDrained {
            currentDrained()
        }
    }

    /// Opens the gates of the current item when it is ready, the sinks are open and playback is wanted.
    ///
    /// An item that was opened paused waits behind its gates with the devices closed: a sound server that waits in
    /// PAUSED before its first PLAYING delays the first sound by the length of the wait.
    func startCurrentIfWanted() {
        guard let current, current.phase == .ready, air.item == nil, !sinks.isLost, !handOver.isHeldBack
        else { return }
        guard wanted.isPlaying || outputHasPlayed && !devices.isLost else {
            // The target of a seek is reported when the seek has landed.
            if !seeks.isRunning { tell(.anchored(current.generation, .standing(at: current.seeking.start))) }
            return
        }
        guard let output = openOutput() else { return }
        air.begin(current, at: seeks.isRunning ? nil : current.seeking.start)
        if recovery.begin(current.generation, current.supply.percent) {
            tell(.buffering(current.generation, percent: recovery.buffering))
        }
        output.begin(current, playing: wanted.isPlaying && current.supply.percent >= 100)
    }

    /// Whether the devices were open before, so that a pause in PAUSED is harmless.
    private var outputHasPlayed: Bool { output?.hasPlayed ?? false }

    func setPlaying(_ isPlaying: Bool) {
        if isPlaying, !wanted.isPlaying || sinks.isLost { lookForDevices() }
        let wasPlaying = wanted.isPlaying
        wanted.isPlaying = isPlaying
        if isPlaying { devices.isLost = false }
        if isPlaying, !wasPlaying { devices.resumedAt = MonotonicClock.microseconds }
        if isPlaying, !wasPlaying, devices.isReplaced { chooseDevice(devices.chosen) }
        if isPlaying, !wasPlaying, leaveLostDevice() { return }
        if air.item == nil { startCurrentIfWanted() } else { applyPlaying() }
    }

    /// Sets the output to what is wanted and possible: it does not play while a source refills or the sound server is
    /// lost.
    func applyPlaying() {
        guard let output, let current, air.item != nil else { return }
        let shouldPlay = wanted.isPlaying && recovery.buffering >= 100 && !sinks.isLost
        guard shouldPlay != output.isPlaying else { return }
        if shouldPlay {
            dropStandIn()
            dropSoundOfOtherVolume()
            output.play()
        } else {
            timers[.handOver] = nil
            timers[.tags] = nil
            wanted.volumeWhenPaused = wanted.volume
            output.pause()
            updateDeviceWatch()
            // Before the clock starts again after a flush, its time says nothing.
            if !seeks.isRunning, let here = air.position(at: output.pausedRunningTime) {
                tell(.anchored(current.generation, .standing(at: max(.zero, here))))
            }
        }
    }

    /// Decodes the sound again that waits in the device with the volume before the pause, such as that of a fade.
    private func dropSoundOfOtherVolume() {
        guard wanted.volumeWhenPaused != wanted.volume, let current, air.carries(current), !current.isNetwork,
            current.isSeekable,
            current.branches[.audio] != nil
        else { return }
        refill()
    }

    func handle(_ event: OutputPipeline.Event) {
        switch event {
        case .prerolled:
            settleRefill()
            checkLanding()
            if !showLastFrame(), picture.isRedrawPending { redrawStanding() }
            findHeldFrame()
        case .playing: outputPlays()
        case .drained:
            guard air.isDraining, let current else { return }
            tellMissedStart()
            tellDroppedFrames()
            tell(.ended(current.generation))
        case .failed(let kind, let error): outputFailed(kind, error)
        case .pictureChanged: screen.cards.pictureChanged(output?.chains[.video])
        case .soundLost: soundLost()
        case .corked(let isCorked): tell(.corked(isCorked))
        case .hung: outputHung()
        case .frameDropped: air.dropFrame()
        }
    }

    /// Handles the start of the clock: the position advances from here.
    private func outputPlays() {
        air.stand(at: nil)
        armTags()
        findDeviceInUse()
        guard let current, air.item != nil, output != nil else { return }
        current.restoreRoom()
        if !air.carries(current) {
            tellMissedStart()
            armHandOver()
            if let anchor { tell(.anchored(current.generation, anchor)) }
            return
        }
        if seeks.isRunning {
            checkLanding()
            return lookAtEnd()
        }
        readTimeline(of: current)
        guard let anchor else { return }
        if air.hasStarted { tell(.anchored(current.generation, anchor)) } else { tellStart() }
        prepareContinuation()
        output?.setVolume(wanted.volume)
        lookAtEnd()
        lookAtMissingPart()
    }

    /// Reports the start of the item on the air.
    func tellStart() {
        guard let current, air.start(), let anchor else { return }
        tellWhatIsUnread(of: current)
        tell(.started(current.generation, anchor))
        // What follows a start, such as a seek to where the user left off, is over by then.
        returnMemory(after: 6)
    }

    /// Reports the start of an item that was so short that all its data was sent before the output started, unless it
    /// was empty.
    private func tellMissedStart() {
        guard !air.hasStarted, let current, current.branches.values.contains(where: \.gate.hasPassed) else { return }
        readTimeline(of: current)
        tellStart()
    }

    /// The position of the current item as the core counts it on; nil while it is unknown.
    var anchor: PositionAnchor? {
        air.timeline?.anchor(from: output.flatMap { $0.isPlaying ? $0.baseTime : nil })
    }

    /// Takes the mapping from the gate that opened first; audio takes precedence over video.
    func readTimeline(of item: ItemPipeline) {
        let gate = item.branches[.audio]?.gate ?? item.branches[.video]?.gate
        guard let mapping = gate?.mapping ?? item.branches[.video]?.gate.mapping else { return }
        air.follow(
            Timeline(
                runningTime: mapping.runningTime, mediaTime: MediaTime(nanoseconds: mapping.mediaTime),
                rate: item.edits.rate)
        )
    }

    // MARK: The end of an item

    /// Handles the end of the current item's data.
    func currentDrained() {
        // A seek near the end may drain before it has landed, and its landing calls this method again. After the
        // sinks have received the end of stream, no item may join: they would refuse its data. An item that is
        // requested then follows at the end.
        guard let current, air.carries(current), !seeks.isRunning, !air.isDraining, !reconnectsStation(current) else {
            return
        }
        // After a seek that landed before the clock started, ``outputPlays()`` looks at the end again.
        if let output, output.isPlaying, !output.isSettled, air.hasStarted, air.standing != nil { return }
        if showLastFrame() || showsStandIn || leavesOutPartAtEnd(current) { return }
        if endedInsteadOfSeeking(current) { return beginAgain(current) }
        carryOut(HandOver.step(at: end(of: current)), of: current)
    }

    /// What follows a recording that cannot be played on.
    func endsHere(_ item: ItemPipeline) {
        var end = end(of: item)
        (end.growth, end.nextPart) = (nil, nil)
        carryOut(HandOver.step(at: end), of: item)
    }

    private func end(of item: ItemPipeline) -> HandOver.End {
        HandOver.End(
            isAtCut: item.edits.cut?.end != nil && item.isCut, continuation: follower(continuation),
            nextPart: item.nextPart, growth: growth(of: item),
            next: next?.request.isHeld == true ? .none : follower(next),
            isRefilling: item.supply.percent < 100, output: endInOutput(of: item))
    }

    private func follower(_ item: ItemPipeline?) -> HandOver.Follower {
        item.map { $0.phase == .ready ? .ready : .opening } ?? .none
    }

    private func endInOutput(of item: ItemPipeline) -> HandOver.Output? {
        output.map { output in
            HandOver.Output(
                end: item.branches.values.allSatisfy(\.gate.hasPassed) ? item.endRunningTime : nil,
                now: output.runningTime(at: now), isPlaying: output.isPlaying, isSettled: output.isSettled)
        }
    }

    private func carryOut(_ step: HandOver.Step, of item: ItemPipeline) {
        switch step {
        case .wait: break
        case .joinContinuation: joinContinuation(to: item)
        case .openContinuation(let position): openContinuation(of: item, at: position)
        case .joinNext: if let next { join(next, to: item) }
        case .lookAgain(let running): if let output { set(.drain, at: running, of: output) }
        case .drain:
            air.drain()
            output?.drain()
        }
    }

    func lookAtEnd() { if let current, current.isDrained { currentDrained() } }

    /// Joins the next item to the end of the current one, in running time: sample-exact for audio, and with audio and
    /// video in sync again regardless of which ended first.
    func join(_ new: ItemPipeline, to old: ItemPipeline) {
        guard let output else { return }
        let join = HandOver.join(
            behind: old.endRunningTime, now: output.isPlaying ? output.presentRunningTime(now) : nil)
        output.detach(old, flushing: false)
        air.join(new, at: join)
        // Saturating, because the start time of a stream comes from its file.
        let begin = new === continuation ? new.firstRunningTimeOfSound : new.firstRunningTime
        output.join(new, shiftedBy: (MediaTime(nanoseconds: join) - MediaTime(nanoseconds: begin)).nanoseconds)
        armHandOver()
    }

    /// Schedules the report of the hand-over for the time of the next item's first sample.
    private func armHandOver() {
        // An output that begins again calls this method when its clock runs: until then, the base time is an old one.
        guard let output, output.isPlaying, output.isSettled, let join = air.join else { return }
        set(.handOver, at: join, of: output)
    }

    /// Makes the item that joined the current one: its first sample is due.
    func handedOver() {
        guard let new = air.item, let old = current, let join = air.join else { return }
        tellMissedStart()
        let isSameItem = new === continuation
        let passesCut = old.isCut
        if isSameItem {
            continuation = nil
        } else {
            retireContinuation()
            next = nil
            tellDroppedFrames()
        }
        current = new
        // Exact only after the first data has passed, which may happen immediately after this.
        air.handOver(
            isSameItem: isSameItem, Timeline(runningTime: join, mediaTime: new.request.start, rate: new.edits.rate))
        timers[.stall] = nil
        recovery.handedOver()
        old.retire()
        readTimeline(of: new)
        if !isSameItem { tellWhatIsUnread(of: new) }
        guard let anchor else { return }
        if isSameItem {
            tell(passesCut ? .cutPassed(new.generation, anchor) : .anchored(new.generation, anchor))
        } else {
            tell(.started(new.generation, anchor))
        }
        prepareContinuation()
        if new.isDrained { currentDrained() }
    }

    /// Undoes a hand-over that was not heard yet: the current item returns to the output, silent until the next seek.
    func takeBack(_ item: ItemPipeline) {
        output?.detach(item, flushing: true)
        air.leave()
        bringBack(item, to: item.request.start)
        if let current, current !== item, current.phase == .ready {
            air.comeBack(current)
            output?.begin(current, playing: output?.isPlaying ?? false)
        }
    }

    var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }
}
