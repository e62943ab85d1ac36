internal import Gst
internal import PlayerCore

/// Seeks, rates and tracks: everything that flushes the current item.
extension PlaybackEngine {
    func seek(
        _ generation: Generation, _ id: SeekID, to target: MediaTime, _ accuracy: SeekAccuracy, cuts: [Cut]
    ) {
        guard let current, current.generation == generation else { return }
        if current.phase == .positioning {
            heldSeek = (generation, id, target, accuracy, cuts)
            return
        }
        if let reconnection, reconnection.generation == generation, current.phase == .opening {
            return seekWhileLost(current, id, to: target)
        }
        // The item is still on its way to the target of another seek, or is opened again, because a device did not
        // respond or for other tracks.
        let isOpenedAgain = current.runsUp || air.hasStarted && current.allowsSeeking
        if current.phase == .opening, isOpenedAgain { return seekAnew(current, id, to: target) }
        guard current.phase == .ready else {
            tell(.seekFailed(generation, id, "The item is not ready yet."))
            return
        }
        if let linked = air.item, linked !== current { takeBack(linked) }
        // Before the flush, because the data after it may be at the cut immediately.
        current.keepEndUntilFlush()
        replaceCuts(of: current, by: cuts)
        air.dropData()
        air.stand(at: nil)
        standIn = nil
        missingPart = nil
        output?.unsettle()
        output?.silenceBeforeFlush()
        if air.carries(current) { current.openBehindCut() }
        if current.isLinked || current.isBeyondDemuxer(target), current.allowsSeeking {
            return seekAnew(current, id, to: target)
        }
        guard !current.isLive, let seek = current.seek(to: target, accuracy: accuracy) else {
            // Into another period of DASH: the attempt has removed the streams of the item.
            if current.hasEndedStreams, current.allowsSeeking {
                current.isChained = true
                return seekAnew(current, id, to: target)
            }
            current.dropKeptEnd()
            // Everything is opened again, at the target.
            guard !current.isHung else {
                running = (id, current.exactSeek(to: target))
                return
            }
            tell(.seekFailed(generation, id, "This item does not support seeking."))
            return
        }
        running = (id, seek)
        checkLanding()
    }

    /// Opens an item again at the target. A chain of streams reads up to it; a recording is longer by now.
    private func seekAnew(_ item: ItemPipeline, _ id: SeekID, to target: MediaTime) {
        running = (id, item.exactSeek(to: target))
        openAgain(item, playing: item.currentChoice, at: target)
    }

    func setRate(_ generation: Generation, _ id: SeekID, _ rate: Double, at position: MediaTime, cuts: [Cut]) {
        guard let current, current.generation == generation else { return }
        if current.rate != rate, !air.carries(continuation) { retireContinuation() }
        current.rate = rate
        if let next {
            next.rate = rate
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
        seek(generation, id, to: position, .accurate, cuts: cuts)
    }

    /// Reports the landing when the data at the target has reached every sink, or every gate while the devices are
    /// closed. Sound alone has landed when it has passed its gate while the output plays.
    func checkLanding() {
        guard let current, let running else { return }
        guard air.carries(current), let output else {
            guard current.hasBegunAfterSeek else { return }
            self.running = nil
            let landed = MediaTime(nanoseconds: running.seek.start)
            tell(.seekLanded(current.generation, running.id, .standing(at: landed)))
            return
        }
        guard current.hasPassedSeek else { return }
        guard output.isSettled else {
            let isSoundAlone = current.branches[.video] == nil
            if isSoundAlone, output.isPlaying, air.hasStarted, !current.isDrained { landBeforeTheClock(current, running) }
            return
        }
        self.running = nil
        air.follow(
            Timeline(runningTime: 0, mediaTime: MediaTime(nanoseconds: running.seek.start), rate: current.rate))
        readTimeline(of: current)
        // While the output is paused, the running time is that of the pause.
        if !output.isPlaying, var paused = air.timeline {
            paused.runningTime = output.pausedRunningTime
            air.follow(paused)
        }
        guard let anchor else { return }
        tell(.seekLanded(current.generation, running.id, anchor))
        // If the seek was running when the item came on the air, this is also its start.
        if output.isPlaying { tellStart() }
        tagsLanded()
        if current.isDrained { currentDrained() }
    }

    /// Reports a landing as soon as its data is on the way to the sinks. The position stands until the clock of the
    /// output starts again, one or two milliseconds later.
    private func landBeforeTheClock(_ item: ItemPipeline, _ landed: (id: SeekID, seek: Seek)) {
        let target = MediaTime(nanoseconds: landed.seek.start)
        running = nil
        air.stand(at: target)
        output?.ensureItContinues(within: 0.5)
        tell(.seekLanded(item.generation, landed.id, .standing(at: target)))
    }

    // MARK: Refilling

    /// Drops the data of the old tracks with a flushing seek to the present position.
    func refill() {
        if let position = currentPosition { refill(at: position) }
    }

    /// Decodes and plays again from `position`. No jump is reported.
    func refill(at position: MediaTime) {
        guard let current, !current.isLive, current.phase == .ready, air.carries(current), running == nil else { return }
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
        let frame = standIn.flatMap { $0.position == position && output?.isPlaying == false ? $0 : nil }
        _ = current.seek(to: frame?.frame ?? position, accuracy: frame?.accuracy ?? .accurate)
    }

    /// Sends the running seek again: a change of tracks has dropped its data.
    func seekAgain() {
        guard let current, let running, air.carries(current) else { return }
        air.dropData()
        output?.unsettle()
        output?.silenceBeforeFlush()
        current.openBehindCut()
        let target = MediaTime(nanoseconds: running.seek.start)
        guard let seek = current.seek(to: target, accuracy: running.seek.isAccurate ? .accurate : .keyUnit) else {
            self.running = nil
            return tell(.seekFailed(current.generation, running.id, "This item does not support seeking."))
        }
        self.running = (running.id, seek)
        checkLanding()
    }

    /// Handles the arrival of refilled data while paused: the position is unchanged, but at another running time.
    func settleRefill() {
        guard let standing = air.standing, let current, air.carries(current), running == nil, let output,
            !output.isPlaying
        else { return }
        air.follow(Timeline(runningTime: output.pausedRunningTime, mediaTime: standing, rate: current.rate))
    }
}
