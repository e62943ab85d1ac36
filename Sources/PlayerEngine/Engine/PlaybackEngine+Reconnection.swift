internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The state of an item whose server was lost during playback.
struct Reconnection {
    let generation: Generation
    /// Whether the item is a live stream or a radio station, where seeking is impossible meanwhile.
    let isEndless: Bool
    /// The time of the loss.
    let since: MonotonicTime
    /// The number of attempts since.
    var attempts = 0
    /// The time of the last attempt.
    var lastTry: MonotonicTime
    var timer: LoopSource?
}

// Items whose server is lost are opened again: at their position, live streams at their edge, and radio stations.
extension PlaybackEngine {
    /// How long a server may be lost.
    private static let patience = MediaTime(nanoseconds: 120_000_000_000)
    /// After this much playback, a loss counts as a new one.
    private static let calm = MediaTime(nanoseconds: 30_000_000_000)

    /// Handles an item that lost its server. Returns whether the item is tried again.
    func reconnects(_ item: ItemPipeline, after fault: PlaybackFault) -> Bool {
        guard isLoss(fault, of: item), item === current, item.isNetwork else { return false }
        let isKnown = reconnection?.generation == item.generation
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
        case .sourceNotFound: reconnection?.generation == item.generation
        default: false
        }
    }

    /// Whether the item can be continued: a live stream at its edge, a radio station, or an item whose server
    /// supports ranges.
    private func canGoOn(_ item: ItemPipeline) -> Bool {
        isEndless(item) || item.allowsSeeking && !item.givesNoRanges && item.facts.isSeekable
    }

    private func isEndless(_ item: ItemPipeline) -> Bool {
        item.isLive || item.streamTimeline?.isLive == true || item.source.isStation
    }

    /// Closes the connection of an item while the machine sleeps.
    func disconnect(_ generation: Generation) {
        guard let current, current.generation == generation, current.isNetwork, air.carries(current), canGoOn(current)
        else { return }
        _ = reconnect(current, "the machine sleeps", isCalled: true)
    }

    /// Opens the item again that ``disconnect(_:)`` closed.
    func connect(_ generation: Generation) {
        if reconnection?.generation == generation, reconnection?.timer == nil { tryAgain() }
    }

    /// - Parameter isCalled: whether it is opened again when it is asked for, and not after a time.
    private func reconnect(_ item: ItemPipeline, _ reason: String, isCalled: Bool = false) -> Bool {
        var state = Reconnection(
            generation: item.generation, isEndless: isEndless(item), since: now, lastTry: now)
        if let before = reconnection, before.generation == item.generation, now - before.lastTry < Self.calm {
            guard now - before.since < Self.patience else {
                reconnection = nil
                return false
            }
            state = before
        }
        let here = (air.carries(item) ? leaveAir(resumingAt: currentPosition) : nil) ?? item.request.start
        let request = ItemRequest(
            uri: item.request.uri, start: state.isEndless ? .zero : here, rate: item.rate, isHeld: item.request.isHeld)
        guard let made = makeAgain(item, request, attempt: 0) else { return false }
        made.cuts = item.cuts
        missingPart = nil
        retireContinuation()
        current = made
        item.retire()
        let seconds = min(15, Int64(1) << Int64(min(state.attempts, 4)))
        if state.attempts == 0 {
            log(.info, "\(item.request.uri): \(reason); it is opened again")
            tell(.buffering(made.generation, percent: 0))
            toldBuffering = 0
        }
        guard !isCalled else {
            reconnection = state
            return true
        }
        state.attempts += 1
        state.timer = LoopSource.timer(
            on: MediaActor.loop, at: MonotonicClock.microseconds + (state.attempts == 1 ? 250_000 : seconds * 1_000_000)
        ) { [weak self] in
            MediaActor.assumeIsolated { self?.tryAgain() }
        }
        reconnection = state
        return true
    }

    /// Seeks while the server is lost: the item continues from the target.
    func seekWhileLost(_ item: ItemPipeline, _ id: SeekID, to target: MediaTime) {
        guard reconnection?.isEndless == false, item.allowsSeeking, let made = makeAgain(item, at: target, attempt: 0)
        else {
            let sentence = "The connection to the server was lost. mediad is reconnecting."
            return tell(.seekFailed(item.generation, id, sentence))
        }
        made.cuts = item.cuts
        current = made
        item.retire()
        tell(.seekLanded(made.generation, id, .standing(at: target)))
        if reconnection?.timer == nil { made.open(patience: patience(made)) }
    }

    private func tryAgain() {
        guard reconnection != nil, let current, current.isClosed else { return }
        reconnection?.timer = nil
        reconnection?.lastTry = now
        current.open(patience: patience(current))
    }
}
