public import GLibLoop
public import PlayerCore

/// Runs the core on the media loop: commands and events in, effects and snapshots out, in one total order.
///
/// It begins in two steps, because ports report to it: ``begin(_:)`` hands over the ports. Earlier decisions, such as
/// a restored session, are in the snapshot at once, and are carried out then.
@MediaActor
public final class PlayerLoop {
    /// The loop's log.
    public struct Log: Sendable {
        let logLine: @Sendable (String) -> Void
        let trace: (@Sendable (String) -> Void)?

        /// - Parameters:
        ///   - logLine: receives the core's sentences.
        ///   - trace: receives every command, event and effect; nil costs nothing.
        public init(logLine: @escaping @Sendable (String) -> Void, trace: (@Sendable (String) -> Void)? = nil) {
            self.logLine = logLine
            self.trace = trace
        }
    }

    private enum Phase {
        case preparing([PlayerOutcome])
        case running(PlayerPorts)
        case ended
    }

    private var player: Player
    private var phase = Phase.preparing([])
    private var isCarryingOut = false
    private var isTakingWaiting = false
    private var waiting: [PlayerEvent] = []
    private var wake: LoopSource?
    /// The number of questions to the journal.
    private var questions: UInt64 = 0
    private let log: Log

    public init(player: Player, log: Log) {
        self.player = player
        self.log = log
    }

    public var snapshot: PlayerSnapshot { player.snapshot() }

    /// Carries out the decisions so far, and all later ones.
    public func begin(_ ports: PlayerPorts) {
        guard case .preparing(let outcomes) = phase else { preconditionFailure("The loop has begun already.") }
        phase = .running(ports)
        for outcome in outcomes { carryOut(outcome) }
    }

    /// Passes a command to the core, publishes the snapshot, and has the ports carry out the effects; then replies.
    ///
    /// - Parameter reply: called before the effects if one of them is a seek: it waits for a disk or a sound server, and the
    ///   position is its target until it lands. What the ports report of other effects at once, such as the position of a
    ///   pause, belongs to the reply.
    @discardableResult
    public func perform(
        _ command: PlayerCommand, from origin: CommandOrigin,
        reply: (Result<CommandReply, CommandRefusal>) -> Void = { _ in }
    ) -> Result<CommandReply, CommandRefusal> {
        if case .ended = phase {
            let refusal = Result<CommandReply, CommandRefusal>.failure(.notPossible("mediad is shutting down."))
            reply(refusal)
            return refusal
        }
        precondition(!isCarryingOut, "Whoever carries out an effect may report events, but give no commands.")
        log.trace?("command \(command) from \(origin)")
        return MediaActor.loop.during(command) {
            // The command may end the item, and its count of dropped frames would be lost.
            tellDroppedFrames()
            let (result, outcome) = player.handle(command, from: origin, now: now)
            let isSeek = outcome.effects.contains { if case .engine(.seek) = $0 { true } else { false } }
            carryOut(outcome) { if isSeek { reply(result) } }
            if !isSeek { reply(result) }
            return result
        }
    }

    /// Takes a port's report. While effects are carried out, it waits until all of them are done.
    public func tell(_ event: PlayerEvent) {
        guard !isCarryingOut else {
            waiting.append(event)
            return
        }
        handle(event)
    }

    /// Has the session and the history saved as they are now.
    public func writeDown() { tell(.writeDown) }

    /// Updates the count of dropped frames in the snapshot.
    public func tellDroppedFrames() {
        if case .running(let ports) = phase { ports.engine.tellDroppedFrames() }
    }

    /// Stops everything; the loop accepts nothing more.
    public func shutDown() {
        wake = nil
        waiting = []
        guard case .running(let ports) = phase else {
            phase = .ended
            return
        }
        phase = .ended
        ports.reading.shutDown()
        ports.engine.shutDown()
    }

    private func handle(_ event: PlayerEvent) {
        if case .ended = phase { return }
        log.trace?("event \(event)")
        MediaActor.loop.during(event) { carryOut(player.handle(event, now: now)) }
        guard case .running(let ports) = phase else { return }
        switch event {
        case .window(.changed(.destroyed)), .window(.changed(.displayLost)): ports.engine.reopenVideo()
        default: break
        }
    }

    /// - Parameter published: called when clients are informed, and before the effects.
    private func carryOut(_ outcome: PlayerOutcome, published: () -> Void = {}) {
        switch phase {
        case .preparing(let outcomes):
            phase = .preparing(outcomes + [outcome])
            published()
        case .running(let ports): carryOut(outcome, ports, published)
        case .ended: published()
        }
    }

    private func carryOut(_ outcome: PlayerOutcome, _ ports: PlayerPorts, _ published: () -> Void) {
        isCarryingOut = true
        wake = outcome.wake.map { moment in
            LoopSource.timer(on: MediaActor.loop, at: moment.nanoseconds / 1000) { [weak self] in
                MediaActor.assumeIsolated { self?.tell(.wake) }
            }
        }
        // First, so that clients are informed while the ports work: no effect changes what was decided.
        ports.publish(Self.snapshot(&player), outcome.notices)
        published()
        for effect in outcome.effects {
            log.trace?("effect \(effect)")
            MediaActor.loop.during(effect) { route(effect, ports) }
        }
        for line in outcome.logLines { log.logLine(line) }
        isCarryingOut = false
        takeWaiting()
    }

    /// Takes the reports that came while effects were carried out, and those that come of them: in a loop, since each may
    /// lead to another.
    private func takeWaiting() {
        guard !isTakingWaiting else { return }
        isTakingWaiting = true
        defer { isTakingWaiting = false }
        while !waiting.isEmpty { handle(waiting.removeFirst()) }
    }

    /// In place: a method call on the property would copy the whole player first.
    private static func snapshot(_ player: inout Player) -> PlayerSnapshot { player.snapshot() }

    private func route(_ effect: PlayerEffect, _ ports: PlayerPorts) {
        switch effect {
        case .engine(let effect): ports.engine.perform(effect)
        case .reading(let effect): ports.reading.perform(effect)
        case .window(let effect): ports.window.perform(effect)
        case .export(let effect): ports.exports?.perform(effect)
        case .pictures(let effect): ports.pictures?.perform(effect)
        case .library(let effect): ask(ports.library, effect, holding: ports.engine)
        }
    }

    /// Passes an effect to the journal. The item in question is held until the answer arrives, or until the engine's
    /// time limit.
    private func ask(_ library: (any LibraryPort)?, _ effect: LibraryEffect, holding engine: any EnginePort) {
        guard let library else { return }
        guard let generation = effect.heldItem else { return library.perform(effect) { _ in } }
        questions += 1
        let question = questions
        engine.hold(generation, question)
        library.perform(effect) { [weak self, weak engine] answer in
            MediaActor.post {
                self?.tell(.library(answer))
                if answer.isWhole { engine?.letGo(generation, question) }
            }
        }
    }

    private var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }
}

extension LibraryEffect {
    /// The item that waits for the answer.
    fileprivate var heldItem: Generation? {
        switch self {
        case .recall(let generation, _, _), .recallSettings(let generation, _, _), .recallChoice(let generation, _),
            .recallQueue(let generation, _):
            generation
        case .save, .record, .choose, .keepQueue, .dropQueue: nil
        }
    }
}

extension LibraryAnswer {
    /// Whether it is what was asked for, and not only a part that comes before it.
    fileprivate var isWhole: Bool { if case .tracksRecalled = self { false } else { true } }
}
