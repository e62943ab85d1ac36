/// The account of each playback of an item, for trackers and statistics.
struct PlaybackLedger: Sendable {
    /// The time of the command or event that is being handled, and the state before it.
    fileprivate(set) var moment = MonotonicTime(nanoseconds: 0)
    fileprivate(set) var positionBefore = MediaTime.zero
    var endBefore: MediaTime?
    /// Whether the container of the item states its duration, before a command or event.
    var hadStatedEnd = false
    /// Why the current pipeline ends with this command or event, if its generation does not show it.
    var cause: PlaybackEnding.Cause?
    /// The account of the present playback: that of the present generation, once a command or event is handled.
    var account: ItemPlayback?
    fileprivate(set) var lastEnding: PlaybackEnding?
}

extension Playback {
    /// Remembers the state before a command or event changes it: the last position of a playback disappears with its
    /// pipeline.
    mutating func note(_ now: MonotonicTime) {
        ledger.moment = now
        ledger.positionBefore = generation == nil ? .zero : position(at: now)
        ledger.endBefore = playableEnd
        ledger.hadStatedEnd = facts.findings?.container.duration != nil && !facts.isLive
        ledger.cause = nil
    }

    /// Ends the account of a pipeline that is no longer current, begins that of a new one, and updates it.
    mutating func settleAccount() {
        if let account = ledger.account, account.generation != generation {
            end(account)
            ledger.account = nil
        }
        guard let generation, let item = current?.id else { return }
        var account =
            ledger.account
            ?? ItemPlayback(generation: generation, item: item, begunAt: moment, openedAt: run.timing.openedAt)
        account.preparedAt = run.timing.preparedAt
        account.startedAt = run.startedAt
        account.seekTarget = run.seeking.target
        ledger.account = account
    }

    private mutating func end(_ account: ItemPlayback) {
        var cause = ledger.cause ?? (generation == nil ? .stopped : .left)
        var position = ledger.positionBefore
        var isShort = false
        if account.item.isOfInterstitial {
            // An interstitial may have a limit.
            if cause == .finished { position = ledger.endBefore ?? position }
        } else if let interlude, interlude.resume != nil, cause == .finished, account.item == queue.current?.id,
            interlude.left > .zero
        {
            // The item continues after the interstitial that has begun without a gap. One at the start of the next item, or
            // of the next round, is another matter.
            (cause, position) = (.left, interlude.left)
        } else if cause == .finished {
            isShort = interlude == nil && endsEarly
            if !isShort { position = ledger.endBefore ?? position }
        }
        ledger.lastEnding = PlaybackEnding(
            generation: account.generation, item: account.item, position: position, cause: cause, isShort: isShort)
    }

    /// Whether the item ends long before the end that its container states, as a file does that is cut short.
    ///
    /// Only statements count: a duration that was estimated from the first frames may be far off.
    private var endsEarly: Bool {
        guard ledger.hadStatedEnd, let end = ledger.endBefore else { return false }
        return end - ledger.positionBefore
            > max(MediaTime(nanoseconds: 10_000_000_000), MediaTime(nanoseconds: end.nanoseconds / 20))
    }

    /// Takes in the engine's count. A count that decreased comes from a new sink and is ignored.
    mutating func framesDropped(_ generation: Generation, _ total: UInt64) {
        guard generation == self.generation, let count = ledger.account?.droppedFrames else { return }
        ledger.account?.droppedFrames = max(count, total)
    }
}
