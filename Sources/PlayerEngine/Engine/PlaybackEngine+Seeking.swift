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
        // It is on its way to where another seek leads.
        if current.runsUp, current.phase == .opening { return seekAnew(current, id, to: target) }
        guard current.phase == .ready else {
            tell(.seekFailed(generation, id, "The item is not ready yet."))
            return
        }
        if let onAir, onAir !== current { takeBack(onAir) }
        // Before the flush: what comes behind it may be at the cut at once.
        current.keepEndUntilFlush()
        replaceCuts(of: current, by: cuts)
        forgetTagsAhead()
        isDraining = false
        standing = nil
        output?.unsettle()
        output?.silenceBeforeFlush()
        if onAir === current { current.openBehindCut() }
        if current.isLinked, current.allowsSeeking { return seekAnew(current, id, to: target) }
        guard !current.isLive, let seek = current.seek(to: target, accuracy: accuracy) else {
            // Into another period of DASH: the attempt cost it its streams.
            if current.hasEndedStreams, current.allowsSeeking { return seekAnew(current, id, to: target) }
            current.dropKeptEnd()
            tell(.seekFailed(generation, id, "This item does not support seeking."))
            return
        }
        running = (id, seek)
        checkLanding()
    }

    /// Opens a chain of streams anew, which reads up to the target.
    private func seekAnew(_ item: ItemPipeline, _ id: SeekID, to target: MediaTime) {
        item.isChained = true
        running = (id, Seek(to: target.nanoseconds, rate: item.rate, isAccurate: true))
        openAgain(item, playing: item.currentChoice, at: target)
    }

    func setRate(_ generation: Generation, _ id: SeekID, _ rate: Double, at position: MediaTime, cuts: [Cut]) {
        guard let current, current.generation == generation else { return }
        if current.rate != rate, onAir !== continuation { retireContinuation() }
        current.rate = rate
        if let next {
            next.rate = rate
            if onAir === next {
                takeBack(next)
            } else if next.phase == .ready {
                next.reposition(to: next.request.start)
            }
        }
        seek(generation, id, to: position, .accurate, cuts: cuts)
    }

    /// Tells the landing once what was sought is at every sink (or, with the devices closed, at every gate).
    func checkLanding() {
        guard let current, let running else { return }
        guard onAir === current, let output else {
            guard current.hasBegunAfterSeek else { return }
            self.running = nil
            let landed = MediaTime(nanoseconds: running.seek.start)
            tell(.seekLanded(current.generation, running.id, .standing(at: landed)))
            return
        }
        guard current.hasPassedSeek, output.isSettled else { return }
        self.running = nil
        timeline = Timeline(
            runningTime: 0, mediaTime: MediaTime(nanoseconds: running.seek.start), rate: current.rate)
        readTimeline(of: current)
        // Standing, the running time that shows is the one at which the output stands.
        if !output.isPlaying { timeline?.runningTime = output.pausedRunningTime }
        guard let timeline else { return }
        tell(.seekLanded(current.generation, running.id, anchor(timeline)))
        // A seek that was on its way when the item came on the air: this is its first sound, too.
        if output.isPlaying { tellStart() }
        if current.isDrained { currentDrained() }
    }

    // MARK: Refilling

    /// Throws away what was decoded of the old choice: a flushing seek to where playback is.
    func refill() {
        if let position = currentPosition { refill(at: position) }
    }

    /// Decodes and plays anew from `position`, which is no jump for anybody.
    func refill(at position: MediaTime) {
        guard let current, !current.isLive, current.phase == .ready, onAir === current, running == nil else { return }
        if current.isLinked { return openAgain(current, playing: current.currentChoice, at: position) }
        // The output's running time begins anew with the flush, and says nothing of where playback stands.
        standing = position
        // The end that was on its way is thrown away as well.
        isDraining = false
        forgetTagsAhead()
        output?.unsettle()
        output?.silenceBeforeFlush()
        current.openBehindCut()
        _ = current.seek(to: position, accuracy: .accurate)
    }

    /// What stands was decoded anew and is there: playback is where it was, at another running time.
    func settleRefill() {
        guard let standing, let current, onAir === current, running == nil, let output, !output.isPlaying else {
            return
        }
        timeline = Timeline(runningTime: output.pausedRunningTime, mediaTime: standing, rate: current.rate)
    }
}
