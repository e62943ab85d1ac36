// Position, seeking, rate and volume.
extension Playback {
    /// Whether the position moves.
    var isMoving: Bool {
        status == .playing && run.startedAt != nil && run.bufferingPercent == nil && output.fault == nil
    }

    /// The position as clients see it: the target while a seek runs or waits, 0 when stopped.
    var reportedPosition: PositionAnchor {
        guard status != .stopped else { return .standing(at: .zero) }
        var anchor = run.anchor
        if let target = run.seeking.target {
            anchor = .standing(at: target)
        } else if let cutAhead {
            // The cut is passed only when the engine reports it; until then the position stays before it, whatever the
            // clock says.
            anchor.limit = cutAhead.start - MediaTime(nanoseconds: 1_000)
        }
        anchor.position = max(.zero, min(anchor.position, facts.duration ?? anchor.position))
        return anchor
    }

    /// Returns the position that clients see at a time.
    func position(at now: MonotonicTime) -> MediaTime {
        reportedPosition.position(at: now, duration: facts.duration)
    }

    /// Returns when the position will reach a later one; nil while it does not move.
    func moment(of position: MediaTime) -> MonotonicTime? {
        let anchor = reportedPosition
        guard anchor.rate > 0, position <= anchor.limit ?? position else { return nil }
        let wait = Double((position - anchor.position).nanoseconds) / anchor.rate
        // Timers have microsecond resolution; firing slightly early would find nothing changed.
        guard let wait = Int64(exactly: (wait / 1_000).rounded(.up)), wait < .max / 2_000 else { return nil }
        return anchor.moment + MediaTime(nanoseconds: (wait + 1) * 1_000)
    }

    /// Stops the position.
    mutating func freeze(now: MonotonicTime) {
        run.anchor = .standing(at: run.anchor.position(at: now, duration: facts.duration))
    }

    /// Something holds the output back, although the user wants it to play.
    mutating func stall(now: MonotonicTime) {
        if isMoving { run.stalledSince = now }
        freeze(now: now)
    }

    /// What held the output back is over. The engine reports where playback continues; until then the position
    /// continues from where it stopped. Clients that extrapolate are notified after a stall that was long enough to
    /// notice.
    mutating func thaw(now: MonotonicTime) {
        guard isMoving else { return }
        if run.anchor.rate == 0 {
            run.anchor = PositionAnchor(position: run.anchor.position, moment: now, rate: effectiveRate)
        }
        if let stalledSince = run.stalledSince, now - stalledSince > settings.noticeableStall, run.seeking.target == nil
        {
            notify(.seeked(position(at: now)))
        }
        run.stalledSince = nil
    }

    /// Takes over an anchor of the engine, which may have been sent before the position was stopped.
    mutating func take(_ anchor: PositionAnchor) {
        // What is heard counts, whatever became of the rate that was requested; ``settleRate(now:)`` mends it. One that was
        // refused is not requested again.
        if anchor.rate > 0, run.seeking.target == nil {
            run.rate = anchor.rate
            if run.seeking.hasRefusedRate { rate = anchor.rate }
        }
        run.anchor = isMoving ? anchor : .standing(at: anchor.position)
    }

    // MARK: Seeking

    /// Seeks relative to the reported position; before 0 means 0, past the end acts like Next (MPRIS, Player.Seek).
    mutating func seek(by offset: MediaTime, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        let here = position(at: now)
        if let refusal = seekRefusal(to: here + offset, now: now) { return .failure(refusal) }
        if offset < .zero {
            // Parts that are never played do not count, so a step back always gets past them.
            seek(to: range.blocked.stepBack(from: here, by: .zero - offset), now: now)
            noteEarlySeek(.step)
            return .success(.done)
        }
        let target = here + offset
        if let end = playableEnd, target > end, !isPreviewing {
            goNext(now: now)
        } else {
            seekByUser(to: target, now: now)
        }
        return .success(.done)
    }

    /// Seeks to a position. A position outside the item or an item that is no longer current is ignored: the caller
    /// saw an older state.
    mutating func setPosition(
        _ id: ItemID, _ target: MediaTime, now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        guard id == current?.id, target >= .zero, target <= facts.duration ?? target else {
            return .success(.done)
        }
        if let refusal = seekRefusal(to: target, now: now) { return .failure(refusal) }
        seekByUser(to: target, now: now)
        noteEarlySeek(.position(target))
        return .success(.done)
    }

    /// Seeks for a user; unseen interstitials on the way are played first.
    mutating func seekByUser(to target: MediaTime, now: MonotonicTime) {
        if playsFirst(onTheWayTo: target, now: now) { return }
        seek(to: destination(of: target, now: now), now: now)
        noteEarlySeek(.step)
    }

    /// Returns where a jump lands: on a linear segment on the way that must be watched first, or at its target.
    mutating func destination(of target: MediaTime, now: MonotonicTime) -> MediaTime {
        let here = position(at: now)
        tell(.jumped(from: here, to: target))
        var interstitials = rules.interstitials
        return interstitials.destination(from: here, to: target)
    }

    /// Every seek passes through here; it never lands in a part that is not played. Before the item is loaded the seek
    /// is remembered. In an item that is not seekable it has no effect.
    mutating func seek(to target: MediaTime, now: MonotonicTime) {
        guard notSeekable == nil else { return }
        tell(.sought)
        let wanted = withinWindow(max(.zero, target))
        let landing = landing(of: wanted)
        if landing != wanted, let range = range.blocked.range(at: wanted) {
            tell(.leftOut(range, from: wanted, reason: .seek))
        }
        apply(run.seeking.event(.requested(landing)), now: now)
    }

    /// Limits a position to the window of a stream that is or was live.
    private func withinWindow(_ target: MediaTime) -> MediaTime {
        guard let window = facts.timeline?.window else { return target }
        return min(max(target, window.start), window.end)
    }

    /// The only check for everything that moves the position within the item. Nil if the position may be moved, or if
    /// the seek is remembered until the item is loaded.
    func seekRefusal(to target: MediaTime, now: MonotonicTime) -> CommandRefusal? {
        if let notSeekable { return notSeekable }
        return isLinear && target > position(at: now) ? Self.linear : nil
    }

    /// Why the position cannot be moved at all; nil while the item is loaded, because it is unknown yet.
    var notSeekable: CommandRefusal? {
        guard generation != nil else { return .notSeekable("Nothing is playing; start an item first.") }
        if facts.isLive { return .notSeekable("This live stream does not support seeking.") }
        if facts.isSeekable || !facts.isPrepared { return nil }
        return .notSeekable("This source does not support seeking; play a local copy.")
    }

    /// Remembers until the item begins that a start was requested.
    private mutating func noteEarlySeek(_ seek: EarlySeek) {
        if run.startedAt == nil, generation != nil { run.earlySeek = seek }
    }

    /// MPRIS ignores positions outside the item. For a remembered seek this is known only when the item is loaded.
    mutating func dropEarlySeekOutside(now: MonotonicTime) {
        guard case .position(let target) = run.earlySeek, let duration = facts.duration, target > duration else {
            return
        }
        run.earlySeek = nil
        apply(run.seeking.event(.withdrawn(to: start)), now: now)
    }

    /// Applies the wanted rate to a pipeline that was made for another one.
    mutating func settleRate(now: MonotonicTime) {
        guard facts.canSeek, run.rate != wantedRate, run.seeking.target == nil, !run.seeking.hasRefusedRate else {
            return
        }
        apply(run.seeking.event(.rateChanged(at: position(at: now))), now: now)
    }

    /// Carries out the actions of the seek machine.
    mutating func apply(_ actions: [SeekMachine.Action], now: MonotonicTime) {
        guard let generation else { return }
        for action in actions {
            switch action {
            case .seek(let id, let target, let accuracy):
                run.endedWhileSeeking = false
                // A remembered target may lie past the end, which was unknown then.
                let target = min(target, facts.reach ?? target)
                // The key frame before may lie in a part that is never shown.
                let accuracy = range.blocked.isEmpty ? accuracy : .accurate
                perform(.seek(generation, id, target, accuracy, cuts: takeCuts(after: target)))
            case .applyRate(let id, let position):
                run.endedWhileSeeking = false
                run.rateOnTheWay = wantedRate
                noteRateOfPreload()
                perform(.setRate(generation, id, wantedRate, at: position, cuts: takeCuts(after: position)))
            case .rateApplied:
                run.rate = run.rateOnTheWay
            case .finished:
                ledger.account?.landings += 1
                // Before its first start an item is only positioned; its start is announced then. A paused item may
                // never start.
                let isPlaced = run.earlySeek != nil && status == .paused
                if run.startedAt != nil || isPlaced {
                    notify(.seeked(run.anchor.position(at: now, duration: facts.duration)))
                }
            case .refused(let appliedRate):
                run.earlySeek = nil
                if appliedRate {
                    rate = facts.canSeek ? run.rate : 1
                    noteRateOfPreload()
                    notify(.reannounce(.rate))
                }
                // Clients have already moved their sliders; this moves them back.
                if run.startedAt != nil { notify(.seeked(position(at: now))) }
            }
        }
    }

    /// The running seek landed; any other landing is stale.
    mutating func seekLanded(_ generation: Generation, _ id: SeekID, _ anchor: PositionAnchor, now: MonotonicTime) {
        guard generation == self.generation else { return }
        guard case .running(id, _, _, _) = run.seeking.state else { return }
        take(anchor)
        if run.startedAt == nil { beginning.position = anchor.position }
        apply(run.seeking.event(.landed(id)), now: now)
    }

    /// The running seek failed and moved nothing.
    mutating func seekFailed(_ generation: Generation, _ id: SeekID, now: MonotonicTime) {
        guard generation == self.generation else { return }
        apply(run.seeking.event(.failed(id)), now: now)
        if run.endedWhileSeeking, case .idle = run.seeking.state { ended(generation, now: now) }
    }

    // MARK: Rate

    /// The rate that is actually heard: 1 if the source supports no other.
    var effectiveRate: Double { facts.isPrepared && !facts.canSeek ? run.rate : wantedRate }

    /// The user's rate, but at most 1 while playback must be linear.
    private var wantedRate: Double { isLinear ? min(1, rate) : rate }

    /// 0 pauses (MPRIS, Player.Rate). A source that supports no other rate keeps its rate.
    mutating func setRate(_ wish: Double, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        guard !wish.isNaN else { return .failure(.invalid("The rate is not a number; 1 is the normal rate.")) }
        guard wish != 0 else {
            pause(now: now)
            notify(.reannounce(.rate))
            return .success(.done)
        }
        if facts.isPrepared, !facts.canSeek {
            notify(.reannounce(.rate))
            return .success(.done)
        }
        if isLinear, wish > 1 {
            notify(.reannounce(.rate))
            return .failure(Self.linear)
        }
        let clamped = max(settings.rates.lowerBound, min(wish, settings.rates.upperBound))
        if clamped != wish { notify(.reannounce(.rate)) }
        tell(.chose(SeriesChoice(rate: clamped)))
        guard clamped != rate else { return .success(.done) }
        rate = clamped
        if generation != nil { apply(run.seeking.event(.rateChanged(at: position(at: now))), now: now) }
        return .success(.done)
    }

    /// The engine gives the preload the current item's rate, if it supports that.
    private mutating func noteRateOfPreload() {
        guard let preload, !preload.facts.isPrepared || preload.facts.canSeek else { return }
        self.preload?.request.rate = rate
    }

    /// Announces the position at intervals while a rate other than 1 plays.
    mutating func settleReanchor(now: MonotonicTime) {
        let isNeeded = isMoving && effectiveRate != 1
        if let moment = run.reanchorsAt, moment <= now {
            run.reanchorsAt = nil
            if isNeeded, run.seeking.target == nil { notify(.seeked(position(at: now))) }
        }
        run.reanchorsAt = isNeeded ? run.reanchorsAt ?? now + settings.reanchorInterval : nil
    }

    // MARK: Volume

    /// Clamps the volume; the engine is told later with other effects.
    mutating func setVolume(_ wish: Double) -> Result<CommandReply, CommandRefusal> {
        guard !wish.isNaN else {
            return .failure(.invalid("The volume is not a number; 0 is silence, and 1 leaves the sound unchanged."))
        }
        let volume = max(settings.volumes.lowerBound, min(wish, settings.volumes.upperBound))
        output.level.set(volume)
        if volume != wish { notify(.reannounce(.volume)) }
        return .success(.done)
    }
}
