// The sleep timer: pausing by itself, after a time, at the end of a chapter or at the end of the item.
extension Player {
    /// - Parameter duration: of ``SleepTimer/Kind/duration``, positive.
    mutating func setSleepTimer(
        _ kind: SleepTimer.Kind, _ duration: MediaTime, now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        switch kind {
        case .duration:
            guard duration > .zero, duration.seconds <= 86_400 * 7 else {
                return .failure(.invalid("A sleep timer lasts more than nothing and a week at most."))
            }
            sleep = SleepState(timer: SleepTimer(.duration, deadline: now + duration), armed: sleep.armed)
        case .chapter:
            guard !chapters.published.chapters.isEmpty else {
                return .failure(.notPossible("This item has no chapters; let it stop at the end of the item."))
            }
            sleep = SleepState(timer: SleepTimer(.chapter), armed: sleep.armed)
        case .item:
            guard queue.current != nil else {
                return .failure(.notPossible("The queue is empty; add an item first."))
            }
            sleep = SleepState(timer: SleepTimer(.item), armed: sleep.armed)
        case .none: sleep = SleepState(armed: sleep.armed)
        }
        return .success(.done)
    }

    /// Pauses when it is time, and wakes up for that and for the fading before it.
    mutating func settleSleep(now: MonotonicTime) {
        let isOver =
            switch sleep.timer.kind {
            case .duration: sleep.timer.deadline.map { now >= $0 } ?? false
            // Played on over the end; whoever seeks over it stays awake.
            case .chapter: sleep.end.map { status == .playing && positionBefore >= $0 } ?? false
            case .item, .none: false
            }
        if isOver {
            take(.pause, from: .timer, now: now)
            // Or it would be played while somebody sleeps.
            if proposals.endedAt != nil { proposals.waitsForSomebody = true }
            sleep = SleepState(armed: sleep.armed)
        }
        sleep.end = sleep.timer.kind == .chapter ? chapterEnd(now: now) : nil
        armSleep(now: now)
    }

    /// The factor of the volume that is heard: below 1 in the last seconds before the timer stops playback.
    func sleepLoudness(now: MonotonicTime) -> Double {
        guard isMoving, let moment = sleepMoment else { return 1 }
        return SleepTimer.loudness(moment - now)
    }

    /// When playback stops by itself, as far as anybody can say now.
    private var sleepMoment: MonotonicTime? {
        switch sleep.timer.kind {
        case .none: nil
        case .duration: sleep.timer.deadline
        case .chapter: sleep.end.flatMap(moment)
        case .item: playableEnd.flatMap(moment)
        }
    }

    /// Where the chapter that plays ends: where the next begins, at the latest where playing the item ends.
    private func chapterEnd(now: MonotonicTime) -> MediaTime? {
        guard generation != nil else { return nil }
        let next = chapters.timeline.next(after: position(at: now))
        let start = next.map { chapters.published.chapters[$0].start }
        return [start, playableEnd].compactMap(\.self).min()
    }

    private mutating func armSleep(now: MonotonicTime) {
        var moment = sleepMoment
        if let end = moment, isMoving {
            let fading = end + (.zero - SleepTimer.fade)
            moment = now < fading ? fading : min(end, now + SleepTimer.step)
        }
        // While it fades, a step that is under way is kept.
        if let armed = sleep.armed, let wanted = moment, armed > now, armed <= wanted { moment = armed }
        guard moment != sleep.armed else { return }
        sleep.armed = moment
        if let moment { perform(.arm(.sleep, moment)) } else { perform(.disarm(.sleep)) }
    }
}
