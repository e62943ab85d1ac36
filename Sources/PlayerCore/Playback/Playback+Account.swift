// Keeps account of each playback of an item, for trackers and statistics.
extension Playback {
    /// Remembers the state before a command or event changes it: the last position of a playback disappears with its
    /// pipeline.
    mutating func note(_ now: MonotonicTime) {
        moment = now
        positionBefore = generation == nil ? .zero : position(at: now)
        endBefore = playableEnd
        hadStatedEnd = facts.findings?.container.duration != nil && !facts.isLive
        cause = nil
    }

    /// Ends the account of a pipeline that is no longer current, begins that of a new one, and updates it.
    mutating func settleAccount() {
        if let account, account.generation != generation {
            end(account)
            self.account = nil
        }
        guard let generation, let item = current?.id else { return }
        var account =
            account
            ?? ItemPlayback(generation: generation, item: item, begunAt: moment, openedAt: timing.openedAt)
        account.preparedAt = timing.preparedAt
        account.startedAt = startedAt
        account.seekTarget = seeking.target
        self.account = account
    }

    private mutating func end(_ account: ItemPlayback) {
        var cause = cause ?? (generation == nil ? .stopped : .left)
        var position = positionBefore
        var isShort = false
        if account.item.isOfInterstitial {
            // An interstitial may have a limit.
            if cause == .finished { position = endBefore ?? position }
        } else if let interlude, interlude.resume != nil, cause == .finished, account.item == queue.current?.id,
            interlude.left > .zero
        {
            // The item continues after the interstitial that has begun without a gap. One at the start of the next item, or
            // of the next round, is another matter.
            (cause, position) = (.left, interlude.left)
        } else if cause == .finished {
            isShort = interlude == nil && endsEarly
            if !isShort { position = endBefore ?? position }
        }
        lastEnding = PlaybackEnding(
            generation: account.generation, item: account.item, position: position, cause: cause, isShort: isShort)
    }

    /// Whether the item ends long before the end that its container states, as a file does that is cut short.
    ///
    /// Only statements count: a duration that was estimated from the first frames may be far off.
    private var endsEarly: Bool {
        guard hadStatedEnd, let end = endBefore else { return false }
        return end - positionBefore
            > max(MediaTime(nanoseconds: 10_000_000_000), MediaTime(nanoseconds: end.nanoseconds / 20))
    }

    /// Takes in the engine's count. A count that decreased comes from a new sink and is ignored.
    mutating func framesDropped(_ generation: Generation, _ total: UInt64) {
        guard generation == self.generation, let count = account?.droppedFrames else { return }
        account?.droppedFrames = max(count, total)
    }
}
