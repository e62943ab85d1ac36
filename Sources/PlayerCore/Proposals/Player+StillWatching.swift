// Pausing when nobody seems to be there any more, as Netflix and Jellyfin do it; unlike them a Next counts as a sign.
extension Player {
    /// Somebody did something: what waited for that goes on, unless it is what was asked for anyway or its contrary.
    mutating func answerStillWatching(_ command: PlayerCommand, now: MonotonicTime) {
        guard watching.isAsking else { return }
        watching.isAsking = false
        switch command {
        case .play, .playPause, .pause, .stop, .clear, .replaceQueue, .setSleepTimer: break
        default: play(now: now)
        }
    }

    /// Remembers where playback was when somebody did something.
    mutating func noteSignOfLife(now: MonotonicTime) {
        watching.acceptances = 0
        watching.lastSign = StillWatching.SignOfLife(
            moment: now, item: queue.current?.id, position: generation == nil ? .zero : position(at: now))
    }

    /// Asks when nobody did anything for too long, and wakes up for that.
    mutating func settleStillWatching(now: MonotonicTime) {
        var moment: MonotonicTime?
        // A restored session plays on though nobody did anything yet.
        if watching.lastSign == nil, status == .playing { noteSignOfLife(now: now) }
        if let limit = settings.stillWatchingTime, let sign = watching.lastSign, status == .playing {
            moment = sign.moment + limit
        }
        if let due = moment, due <= now {
            moment = nil
            take(.pause, from: .timer, now: now)
            askStillWatching()
            rollBackToSign()
        }
        guard moment != watching.armed else { return }
        watching.armed = moment
        if let moment { perform(.arm(.stillWatching, moment)) } else { perform(.disarm(.stillWatching)) }
    }

    /// Whether what comes by itself at the end of the current item waits for a sign of life.
    var asksBeforeNext: Bool {
        guard let limit = settings.stillWatchingItems, !watching.isAsking, watching.acceptances + 1 >= limit else {
            return false
        }
        if proposals.machine.state == .presented { return true }
        if case .proposed = proposedEnd { return true }
        return false
    }

    /// What is played unasked from here on waits for a sign.
    mutating func askStillWatching() {
        watching.isAsking = true
        watching.acceptances = 0
    }

    /// Back to where somebody last did something, if that is wanted.
    ///
    /// - Returns: whether another item is current now.
    @discardableResult
    mutating func rollBackToSign() -> Bool {
        guard settings.stillWatchingRollsBack, let sign = watching.lastSign, let id = sign.item,
            let index = queue.index(of: id)
        else { return false }
        if index == queue.currentIndex, generation != nil {
            seek(to: sign.position, now: moment)
            return false
        }
        leaveCurrent(.idle)
        queue.choose(index)
        intent = .paused
        enterCurrent(start: sign.position)
        return true
    }
}
