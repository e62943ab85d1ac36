internal import PlayerCore

/// Which sinks are being opened, which kinds of output are without a device, and when a lost one is tried again.
///
/// Opening is asynchronous: each ``Action/open(_:silently:)`` is answered by ``Event/opened(_:isFallback:)`` or
/// ``Event/unavailable(_:)``. Nothing plays before all sinks are open.
struct OutputState: Hashable, Sendable {
    /// An event for the machine.
    enum Event: Hashable, Sendable {
        /// There is a new output without sinks.
        case made
        /// The output was abandoned because a call to it does not return, and there is a new one.
        case madeAfterHang
        /// A sink is open. A fallback is no device, although one is configured.
        case opened(StreamKind, isFallback: Bool)
        /// None of the configured sinks can be opened.
        case unavailable(StreamKind)
        /// A sink was removed, and is to be opened again.
        case removed(StreamKind)
        /// A sink failed during playback, and was removed.
        ///
        /// isRefusal: its server takes no data in any format.
        case failed(StreamKind, isRefusal: Bool)
        /// The sound server was found to be lost with the first data of an item. The sink was removed.
        case foundLost
        /// A time that ``Action/retry(_:after:)`` asked for is over.
        case retryDue
        /// A person wants to hear something.
        case asked
        case windowClosed
    }

    /// An action for the engine.
    enum Action: Hashable, Sendable {
        /// Tries the configured sinks; silently: and the one that is no device.
        case open(StreamKind, silently: Bool)
        /// Opens the sink that is no device.
        case openFallback(StreamKind)
        /// Removes a sink, and reports that.
        case reopen(StreamKind)
        /// The same, if another sink can exist.
        case lookFor(StreamKind)
        /// Reports the loss, and ``Event/retryDue`` after a number of seconds.
        case retry(StreamKind, after: Int64)
        case reportHang
        /// All sinks are open.
        case report
        case reportRestored
        case start
    }

    /// A lost output that is tried again.
    private struct Loss: Hashable, Sendable {
        var kind: StreamKind
        var attempt: Int
        var lastTry: MonotonicTime
        /// Whether the next attempt waits for its time.
        var isScheduled = false
    }

    private struct Formless: Hashable, Sendable {
        var generation: Generation
        var moment: MonotonicTime
    }

    private var opening: Set<StreamKind> = []
    /// Whether the window was closed while sinks were being opened: one noticed the loss first, or is being opened in the
    /// closed window.
    private var hasLostWindow = false
    /// The times when a fallbacks was tried to its end without a device; absent for kinds with a device.
    private var withoutDeviceSince: [StreamKind: MonotonicTime] = [:]
    private var loss: Loss?
    /// When a sound server refused all data.
    private var lastRefusal: MonotonicTime?
    /// The last item whose sound reached the output without a format, and when.
    private var formless: Formless?

    /// Whether sinks are being opened.
    var isOpening: Bool { !opening.isEmpty }
    /// Whether the output was lost and is tried again.
    var isLost: Bool { loss != nil }
    /// Whether an attempt waits for ``Event/retryDue``.
    var isRetryScheduled: Bool { loss?.isScheduled == true }
    /// Whether a sink may be removed now and opened again.
    var canReopen: Bool { opening.isEmpty && loss == nil }

    /// Takes an event. The times of ``Action/retry(_:after:)`` are up to the owner.
    mutating func event(_ event: Event, at now: MonotonicTime) -> [Action] {
        switch event {
        case .made:
            opening = [.audio, .video]
            return [.open(.audio, silently: true), .open(.video, silently: true)]
        case .madeAfterHang:
            opening = [.audio, .video]
            loss = Loss(kind: .audio, attempt: 0, lastTry: now)
            return [.reportHang, .open(.audio, silently: false), .open(.video, silently: true)]
        case .opened(let kind, let isFallback): return opened(kind, isFallback, now)
        case .unavailable(let kind):
            guard loss != nil else { return [.openFallback(kind)] }
            opening.remove(kind)
            return schedule(kind, now)
        case .removed(let kind):
            opening.insert(kind)
            return [.open(kind, silently: true)]
        case .failed(.video, _):
            // Sound continues. The window returns with the next item if its display does.
            opening.insert(.video)
            return [.openFallback(.video)]
        case .failed(.audio, let isRefusal):
            // A server without any device opens, and refuses all data: it is asked more seldom.
            loss = Loss(kind: .audio, attempt: isRefusal && !noteRefusal(now) ? 3 : 0, lastTry: now)
            return schedule(.audio, now)
        case .foundLost:
            loss = Loss(kind: .audio, attempt: 0, lastTry: now)
            // A server that exists but refuses all data is not asked again without a delay.
            return noteRefusal(now) ? retry() : schedule(.audio, now)
        case .retryDue: return retry()
        case .asked: return lookForDevices(now)
        case .windowClosed:
            guard loss == nil else { return [] }
            guard opening.isEmpty else {
                hasLostWindow = true
                return []
            }
            return [.reopen(.video)]
        }
    }

    private mutating func opened(_ kind: StreamKind, _ isFallback: Bool, _ now: MonotonicTime) -> [Action] {
        opening.remove(kind)
        withoutDeviceSince[kind] = isFallback ? now : nil
        guard opening.isEmpty else { return [] }
        var actions = [Action.report]
        if loss != nil {
            loss = nil
            actions.append(.reportRestored)
        }
        actions.append(hasLostWindow ? .reopen(.video) : .start)
        hasLostWindow = false
        return actions
    }

    /// Tries again after 1, 2, 4, 8 … 60 s.
    private mutating func schedule(_ kind: StreamKind, _ now: MonotonicTime) -> [Action] {
        let attempt = loss?.attempt ?? 0
        loss = Loss(kind: kind, attempt: attempt + 1, lastTry: now, isScheduled: true)
        return [.retry(kind, after: min(60, Int64(1) << Int64(min(attempt, 6))))]
    }

    private mutating func retry() -> [Action] {
        guard let kind = loss?.kind else { return [] }
        loss?.isScheduled = false
        opening.insert(kind)
        // Without the last, silent sink: there is no sound already.
        return [.open(kind, silently: false)]
    }

    /// Looks for a missing device, at most once in five seconds.
    private mutating func lookForDevices(_ now: MonotonicTime) -> [Action] {
        guard opening.isEmpty else { return [] }
        if let loss {
            // A person does not wait for the next scheduled attempt.
            guard loss.isScheduled, (now - loss.lastTry).seconds > 1 else { return [] }
            self.loss?.attempt = 0
            return retry()
        }
        return StreamKind.allCases.filter { kind in withoutDeviceSince[kind].map { (now - $0).seconds > 5 } ?? false }
            .map { .lookFor($0) }
    }

    /// Notes that a sound server refused data.
    ///
    /// - Returns: whether none did in the ten seconds before.
    private mutating func noteRefusal(_ now: MonotonicTime) -> Bool {
        defer { lastRefusal = now }
        return lastRefusal.map { (now - $0).seconds > 10 } ?? true
    }

    /// Notes that an item's sound reached the output without a format. A server that is lost may leave one such error
    /// behind; an item that has no format fails again at once.
    ///
    /// - Returns: whether the item is to blame.
    mutating func noteFormless(_ generation: Generation, at now: MonotonicTime) -> Bool {
        defer { formless = Formless(generation: generation, moment: now) }
        guard let formless, formless.generation == generation else { return false }
        return (now - formless.moment).seconds < 5
    }

    /// The output was abandoned: no sink is being opened any more, and nothing is tried again.
    mutating func forget() {
        opening = []
        loss = nil
    }

    /// Whether the loss of the sound output may have failed an item that feeds it.
    func explainsFailure(at now: MonotonicTime) -> Bool {
        guard let loss, loss.kind == .audio else { return false }
        return (now - loss.lastTry).seconds < 2
    }
}
