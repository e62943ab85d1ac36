internal import GLibLoop
public import PlayerCore

/// What an item waits for before it is heard.
extension PlaybackEngine {
    /// Keeps an item from being heard until ``letGo(_:_:)`` is called with the same number, for half a second at most.
    /// Does nothing for an item that is heard already.
    public func hold(_ generation: Generation, _ number: UInt64) { wait(for: .answer(number), generation) }

    public func letGo(_ generation: Generation, _ number: UInt64) { stopWaiting(for: .answer(number), generation) }

    /// A file is read in a few milliseconds, mostly before it could be heard; a slow disk does not hold it for long.
    func wait(for what: Awaited, _ generation: Generation) {
        guard let current, current.generation == generation, !hasStarted else { return }
        awaited.insert(what)
        guard patienceTimer == nil else { return }
        let deadline = MonotonicClock.microseconds + 500_000
        patienceTimer = LoopSource.timer(on: MediaActor.loop, at: deadline) { [weak self] in
            MediaActor.assumeIsolated { self?.stopWaiting() }
        }
    }

    func stopWaiting(for what: Awaited, _ generation: Generation) {
        guard current?.generation == generation, awaited.remove(what) != nil, awaited.isEmpty else { return }
        stopWaiting()
    }

    /// An item is heard though it is not known yet which parts of it are to be left out. Rather that than silence for as long
    /// as a disk hangs: they are left out from the moment in which they are known.
    ///
    /// What comes from a server is never waited for, so nothing is said of it.
    func tellWhatIsUnread(of item: ItemPipeline) {
        guard !item.isNetwork, unread.contains(item.generation) else { return }
        log(
            .info,
            "\(item.request.uri): its segments and chapters were not read in time; they are used when they are")
    }

    /// A source that is heard has 400 ms to refill before the output waits for it: what was decoded and what the device
    /// holds lasts longer, and at the seams of a stream sources refill in a few milliseconds.
    func buffered(_ item: ItemPipeline, _ percent: Int) {
        guard item === current else { return }
        guard percent < 100, toldBuffering >= 100, hasStarted, onAir === item else { return tellBuffering() }
        guard stallTimer == nil else { return }
        let deadline = MonotonicClock.microseconds + 400_000
        stallTimer = LoopSource.timer(on: MediaActor.loop, at: deadline) { [weak self] in
            MediaActor.assumeIsolated { self?.tellBuffering() }
        }
    }

    private func tellBuffering() {
        stallTimer = nil
        guard let current else { return }
        let before = toldBuffering
        toldBuffering = current.bufferingPercent
        guard toldBuffering != before else { return }
        tell(.buffering(current.generation, percent: toldBuffering))
        applyPlaying()
    }

    func stopWaiting() {
        patienceTimer = nil
        awaited = []
        startCurrentIfWanted()
    }
}
