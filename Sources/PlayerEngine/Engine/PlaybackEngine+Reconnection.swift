internal import Gst
internal import PlayerCore

// Items whose server is lost are opened again: at their position, live streams at their edge, and radio stations.
extension PlaybackEngine {
    /// Handles an item that lost its server. Returns whether the item is tried again.
    func reconnects(_ item: ItemPipeline, after fault: PlaybackFault) -> Bool {
        guard isLoss(fault, of: item), item === current, item.isNetwork else { return false }
        let isKnown = recovery.isKnownLoss(item.generation)
        guard isKnown || air.hasStarted && air.carries(item), isKnown || canGoOn(item) else { return false }
        return reconnect(item, "the connection was lost")
    }

    /// Handles a radio station that ended, although it has no end. Returns whether it is tried again.
    func reconnectsStation(_ item: ItemPipeline) -> Bool {
        guard item.source.isStation, air.hasStarted, air.carries(item) else { return false }
        return reconnect(item, "the station closed the connection")
    }

    private func isLoss(_ fault: PlaybackFault, of item: ItemPipeline) -> Bool {
        switch fault.code {
        case .sourceUnreachable, .sourceInterrupted, .stalled: true
        // A server that has just returned may not have all files yet.
        case .sourceNotFound: recovery.isKnownLoss(item.generation)
        default: false
        }
    }

    /// Whether the item can be continued: a live stream at its edge, a radio station, or an item whose server
    /// supports ranges.
    private func canGoOn(_ item: ItemPipeline) -> Bool {
        isEndless(item) || item.seeking.isAllowed && !item.seeking.givesNoRanges && item.facts.isSeekable
    }

    private func isEndless(_ item: ItemPipeline) -> Bool {
        item.isLive || item.streaming.timeline?.isLive == true || item.source.isStation
    }

    /// Closes the connection of an item while the machine sleeps.
    func disconnect(_ generation: Generation) {
        guard let current, current.generation == generation, current.isNetwork, air.carries(current), canGoOn(current)
        else { return }
        _ = reconnect(current, "the machine sleeps", isCalled: true)
    }

    /// Opens the item again that ``disconnect(_:)`` closed.
    func connect(_ generation: Generation) {
        if recovery.waitsForCall(generation) { tryAgain() }
    }

    /// - Parameter isCalled: whether it is opened again when it is asked for, and not after a time.
    private func reconnect(_ item: ItemPipeline, _ reason: String, isCalled: Bool = false) -> Bool {
        guard let reopening = recovery.lose(item.generation, isEndless: isEndless(item), isCalled: isCalled, at: now)
        else { return false }
        let here = (air.carries(item) ? leaveAir(resumingAt: currentPosition) : nil) ?? item.request.start
        let request = item.request(from: reopening.isEndless ? .zero : here)
        guard let made = makeAgain(item, request, attempt: 0) else { return false }
        made.edits.cuts = item.edits.cuts
        retireContinuation()
        current = made
        item.retire()
        if reopening.isFirst {
            log(.info, "\(item.uri): \(reason); it is opened again")
            _ = recovery.report(0)
            tell(.buffering(made.generation, percent: 0))
        }
        if let delay = reopening.delay { set(.reconnection, after: delay) }
        return true
    }

    /// Seeks while the server is lost: the item continues from the target.
    func seekWhileLost(_ item: ItemPipeline, _ request: SeekRun.Request) {
        let (id, target) = (request.id, request.target)
        guard recovery.movesStart, item.seeking.isAllowed, let made = makeAgain(item, at: target, attempt: 0)
        else {
            let sentence = "The connection to the server was lost. mediad is reconnecting."
            keepRate(before: request)
            return tell(.seekFailed(item.generation, id, sentence))
        }
        made.edits.cuts = item.edits.cuts
        current = made
        item.retire()
        tell(.seekLanded(made.generation, id, .standing(at: target)))
        if !recovery.isTryScheduled { made.open(patience: patience(made)) }
    }

    func tryAgain() {
        guard let current, current.opening.isClosed, recovery.tryAgain(at: now) else { return }
        current.open(patience: patience(current))
    }
}
