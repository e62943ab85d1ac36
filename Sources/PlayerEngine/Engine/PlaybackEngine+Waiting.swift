public import PlayerCore

/// The conditions that an item waits for before it is heard.
extension PlaybackEngine {
    /// Holds an item back until ``letGo(_:_:)`` is called with the same number, for half a second at most. Does
    /// nothing if the item is already heard.
    public func hold(_ generation: Generation, _ number: UInt64) { wait(for: .answer(number), generation) }

    public func letGo(_ generation: Generation, _ number: UInt64) { stopWaiting(for: .answer(number), generation) }

    /// Waits for a condition. A file is usually read in a few milliseconds, before it could be heard; a slow disk
    /// must not delay the item for long.
    func wait(for what: HandOver.Awaited, _ generation: Generation) {
        guard let current, current.generation == generation, !air.hasStarted else { return }
        if handOver.wait(for: what) { set(.patience, after: 500_000) }
    }

    func stopWaiting(for what: HandOver.Awaited, _ generation: Generation) {
        guard current?.generation == generation, handOver.met(what) else { return }
        stopWaiting()
    }

    /// Logs that an item starts although its skipped parts are not known yet. This is preferable to silence while a
    /// disk hangs: the parts are skipped as soon as they are known.
    ///
    /// Nothing is logged for network items, which are never waited for.
    func tellWhatIsUnread(of item: ItemPipeline) {
        guard !item.isNetwork, handOver.isUnread(item.generation) else { return }
        log(
            .info,
            "\(item.uri): its segments and chapters were not read in time, and take effect later")
    }

    /// Gives a source that is heard 400 ms to refill before the output waits for it.
    func buffered(_ item: ItemPipeline, _ percent: Int) {
        guard item === current else { return }
        switch recovery.refill(percent, isHeard: air.hasStarted && air.carries(item)) {
        case .ignored: break
        case .waits: if timers[.stall] == nil { set(.stall, after: 400_000) }
        case .report: tellBuffering()
        }
    }

    func tellBuffering() {
        timers[.stall] = nil
        guard let current, recovery.report(current.supply.percent) else { return }
        tell(.buffering(current.generation, percent: current.supply.percent))
        applyPlaying()
    }

    func stopWaiting() {
        handOver.letGo()
        startCurrentIfWanted()
    }
}
