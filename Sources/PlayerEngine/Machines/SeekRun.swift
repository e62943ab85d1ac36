internal import PlayerCore

/// The life of a seek in the current item: from its request, which an item on its way elsewhere lets wait, to its landing.
///
/// The core requests one at a time (`SeekMachine`). A seek lands when its data is at every sink, or at every gate while
/// the item is not on the air.
struct SeekRun: Hashable, Sendable {
    /// A seek that the core requests.
    struct Request: Hashable, Sendable {
        var generation: Generation
        var id: SeekID
        var target: MediaTime
        var accuracy: SeekAccuracy
        /// The cuts behind the target.
        var cuts: [Cut]
        /// The rate before the one that it sets; nil: it sets none.
        var formerRate: Double?
    }

    /// A seek whose data is awaited.
    struct Running: Hashable, Sendable {
        var id: SeekID
        var target: MediaTime
        var accuracy: SeekAccuracy
    }

    /// What the item does when a seek is requested.
    enum Readiness: Hashable, Sendable {
        /// It is on its way to its start.
        case positioning
        /// It is opened again, since its server was lost.
        case lost
        /// It is opened again elsewhere, or reads up to its start.
        case openedAgain
        case notReady
        case ready
    }

    /// How an item has taken a seek.
    enum Answer: Hashable, Sendable {
        case sent
        /// A call does not return: everything is opened again, at the target.
        case hung
        /// Only a new opening leads to the target.
        case needsOpening
        case refused
    }

    /// Where the data of a seek is.
    struct Arrival: Hashable, Sendable {
        /// Whether the item is on the air.
        var isOnAir: Bool
        /// Whether the data has reached every gate.
        var hasBegun = false
        /// Whether the data has passed every open gate.
        var hasPassed = false
        /// Whether every sink holds data, and the clock of the output is valid.
        var isSettled = false
        /// Whether the item has only sound, and the output plays it.
        var isSoundAlone = false
    }

    /// An event for the machine.
    enum Event: Hashable, Sendable {
        case requested(Request, Readiness)
        case answered(Request, Answer)
        /// The item waits behind its gates.
        case itemReady
        case arrived(Arrival)
    }

    /// Where a seek has landed.
    enum Landing: Hashable, Sendable {
        /// Behind the gates of an item that is not on the air.
        case behindGates
        /// On its way to the sinks. The clock starts a moment later.
        case beforeTheClock
        case heard
    }

    /// Why a seek fails.
    enum Refusal: Hashable, Sendable { case notReady, notSeekable }

    /// An action for the engine.
    enum Action: Hashable, Sendable {
        /// Drops what is on its way to the sinks, as the flush of the seek does.
        case flush(Request)
        /// Sends it, and answers.
        case send(Request)
        /// Opens the item again at a position.
        case openAgain(at: MediaTime)
        /// Moves the start of an item whose server is lost.
        case moveStart(Request)
        /// Requests it again, of the item as it is now.
        case request(Request)
        /// The data may be there already.
        case lookAtLanding
        case land(Running, Landing)
        case refuse(Request, Refusal)
    }

    private enum State: Hashable, Sendable {
        case idle
        /// The item still seeks to its start.
        case held(Request)
        case running(Running)
    }

    private var state = State.idle

    /// The seek whose data is awaited.
    var running: Running? { if case .running(let running) = state { running } else { nil } }
    /// Whether the data of a seek is awaited.
    var isRunning: Bool { running != nil }
    /// The position of playback while a seek runs.
    var target: MediaTime? { running?.target }

    /// Takes an event; arrivals without a running seek are dropped.
    mutating func event(_ event: Event) -> [Action] {
        switch (state, event) {
        case (_, .requested(let request, let readiness)): return receive(request, readiness)
        case (_, .answered(let request, let answer)): return take(answer, to: request)
        case (.held(let request), .itemReady):
            state = .idle
            return [.request(request)]
        case (.running(let running), .arrived(let arrival)):
            guard let landing = landing(of: arrival) else { return [] }
            state = .idle
            return [.land(running, landing)]
        case (.idle, .itemReady), (.running, .itemReady), (.idle, .arrived), (.held, .arrived): return []
        }
    }

    /// The seek is over, whatever has arrived.
    mutating func end() -> Running? {
        guard let running else { return nil }
        state = .idle
        return running
    }

    /// The running seek leads elsewhere.
    mutating func redirect(to target: MediaTime) {
        guard case .running(let running) = state else { return }
        state = .running(Running(id: running.id, target: target, accuracy: .accurate))
    }

    private mutating func receive(_ request: Request, _ readiness: Readiness) -> [Action] {
        switch readiness {
        case .positioning:
            state = .held(request)
            return []
        case .lost: return [.moveStart(request)]
        case .openedAgain: return openAgain(for: request)
        case .notReady: return [.refuse(request, .notReady)]
        case .ready: return [.flush(request), .send(request)]
        }
    }

    private mutating func take(_ answer: Answer, to request: Request) -> [Action] {
        switch answer {
        case .sent:
            run(request, request.accuracy)
            return [.lookAtLanding]
        case .hung:
            run(request, .accurate)
            return []
        case .needsOpening: return openAgain(for: request)
        case .refused: return [.refuse(request, .notSeekable)]
        }
    }

    private mutating func openAgain(for request: Request) -> [Action] {
        run(request, .accurate)
        return [.openAgain(at: request.target)]
    }

    private mutating func run(_ request: Request, _ accuracy: SeekAccuracy) {
        state = .running(Running(id: request.id, target: request.target, accuracy: accuracy))
    }

    private func landing(of arrival: Arrival) -> Landing? {
        guard arrival.isOnAir else { return arrival.hasBegun ? .behindGates : nil }
        guard arrival.hasPassed else { return nil }
        if arrival.isSettled { return .heard }
        return arrival.isSoundAlone ? .beforeTheClock : nil
    }
}
