// Keeps account of each playback of an item, for trackers and statistics.
extension Playback {
    /// Remembers the state before a command or event changes it: the last position of a playback disappears with its
    /// pipeline.
    mutating func note(_ now: MonotonicTime) {
        moment = now
        positionBefore = generation == nil ? .zero : position(at: now)
        endBefore = playableEnd
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
        let cause = cause ?? (generation == nil ? .stopped : .left)
        let position = cause == .finished ? endBefore ?? positionBefore : positionBefore
        lastEnding = PlaybackEnding(
            generation: account.generation, item: account.item, position: position, cause: cause)
    }

    /// Takes in the engine's count. A count that decreased comes from a new sink and is ignored.
    mutating func framesDropped(_ generation: Generation, _ total: UInt64) {
        guard generation == self.generation, let count = account?.droppedFrames else { return }
        account?.droppedFrames = max(count, total)
    }
}
