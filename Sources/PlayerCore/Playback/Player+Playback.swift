// Keeps account of each playing of an item, for whoever measures it.
extension Player {
    /// Remembers what holds before a command or event changes it: a playing's last position is gone with its pipeline.
    mutating func note(_ now: MonotonicTime) {
        moment = now
        positionBefore = generation == nil ? .zero : position(at: now)
        endBefore = playableEnd
        cause = nil
    }

    /// Ends the account of a pipeline that is current no more, begins that of a new one, and brings it up to date.
    mutating func settlePlayback() {
        if let playback, playback.generation != generation {
            end(playback)
            self.playback = nil
        }
        guard let generation, let item = queue.current?.id else { return }
        var playback =
            playback
            ?? Playback(generation: generation, item: item, begunAt: moment, openedAt: timing.openedAt)
        playback.preparedAt = timing.preparedAt
        playback.startedAt = startedAt
        playback.seekTarget = seeking.target
        self.playback = playback
    }

    private mutating func end(_ playback: Playback) {
        let cause = cause ?? (generation == nil ? .stopped : .left)
        let position = cause == .finished ? endBefore ?? positionBefore : positionBefore
        lastEnding = PlaybackEnding(
            generation: playback.generation, item: playback.item, position: position, cause: cause)
    }

    /// The engine's count; one that went down is a new sink's and says nothing yet.
    mutating func framesDropped(_ generation: Generation, _ total: UInt64) {
        guard generation == self.generation, let count = playback?.droppedFrames else { return }
        playback?.droppedFrames = max(count, total)
    }
}
