public import GLibLoop
public import PlayerCore

/// Runs the core on the media loop: commands and events in, effects and snapshots out, in one total order.
///
/// It begins in two steps, because ports report to it: ``begin(_:)`` hands over the ports. What is decided before that, such
/// as a restored session, is in the snapshot at once and carried out then.
@MediaActor
public final class PlayerLoop {
    /// What the loop writes down of its work.
    public struct Log: Sendable {
        let remark: @Sendable (String) -> Void
        let trace: (@Sendable (String) -> Void)?

        /// - Parameters:
        ///   - remark: receives the core's sentences.
        ///   - trace: receives every command, event and effect; nil costs nothing.
        public init(remark: @escaping @Sendable (String) -> Void, trace: (@Sendable (String) -> Void)? = nil) {
            self.remark = remark
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
    private var waiting: [PlayerEvent] = []
    private var wake: LoopSource?
    /// How many questions the journal was asked.
    private var questions: UInt64 = 0
    private let log: Log

    public init(player: Player, log: Log) {
        self.player = player
        self.log = log
    }

    public var snapshot: PlayerSnapshot { player.snapshot() }

    /// Carries out what was decided so far, and everything from now on.
    public func begin(_ ports: PlayerPorts) {
        guard case .preparing(let outcomes) = phase else { preconditionFailure("The loop has begun already.") }
        phase = .running(ports)
        for outcome in outcomes { carryOut(outcome) }
    }

    /// Has the core decide, publishes the snapshot, and has the ports carry out what was decided; then answers.
    @discardableResult
    public func perform(
        _ command: PlayerCommand, from origin: CommandOrigin
    ) -> Result<CommandReply, CommandRefusal> {
        if case .ended = phase { return .failure(.notPossible("mediad is shutting down.")) }
        precondition(!isCarryingOut, "Whoever carries out an effect may report events, but give no commands.")
        log.trace?("command \(command) from \(origin)")
        return MediaActor.loop.during(command) {
            // The command may end the item: what was counted of it would be lost.
            tellDroppedFrames()
            let (result, outcome) = player.handle(command, from: origin, now: now)
            carryOut(outcome)
            return result
        }
    }

    /// Takes what a port reports. While effects are carried out, it waits until all of them are.
    public func tell(_ event: PlayerEvent) {
        guard !isCarryingOut else {
            waiting.append(event)
            return
        }
        handle(event)
    }

    /// Has the session and the history written down as they are now.
    public func writeDown() { tell(.writeDown) }

    /// Brings the count of dropped frames in the snapshot up to date.
    public func tellDroppedFrames() {
        if case .running(let ports) = phase { ports.engine.tellDroppedFrames() }
    }

    /// Stops everything; the loop takes no more.
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

    private func carryOut(_ outcome: PlayerOutcome) {
        switch phase {
        case .preparing(let outcomes): phase = .preparing(outcomes + [outcome])
        case .running(let ports): carryOut(outcome, ports)
        case .ended: break
        }
    }

    private func carryOut(_ outcome: PlayerOutcome, _ ports: PlayerPorts) {
        isCarryingOut = true
        wake = outcome.wake.map { moment in
            LoopSource.timer(on: MediaActor.loop, at: moment.nanoseconds / 1000) { [weak self] in
                MediaActor.assumeIsolated { self?.tell(.wake) }
            }
        }
        // First, so that clients hear of it while the ports are at work: no effect changes what was decided.
        ports.publish(Self.snapshot(&player), outcome.notices)
        for effect in outcome.effects {
            log.trace?("effect \(effect)")
            MediaActor.loop.during(effect) { route(effect, ports) }
        }
        for remark in outcome.remarks { log.remark(remark) }
        isCarryingOut = false
        while !waiting.isEmpty, !isCarryingOut { handle(waiting.removeFirst()) }
    }

    /// In place: whoever calls a method of the property copies the whole player first.
    private static func snapshot(_ player: inout Player) -> PlayerSnapshot { player.snapshot() }

    private func route(_ effect: PlayerEffect, _ ports: PlayerPorts) {
        switch effect {
        case .engine(let effect): ports.engine.perform(effect)
        case .reading(let effect): ports.reading.perform(effect)
        case .window(let effect): ports.window.perform(effect)
        case .export(let effect): ports.exports?.perform(effect)
        case .library(let effect): ask(ports.library, effect, holding: ports.engine)
        }
    }

    /// Has the journal do something. What it is asked about an item is answered before the item is heard, if that takes no
    /// longer than the engine waits.
    private func ask(_ library: (any LibraryPort)?, _ effect: LibraryEffect, holding engine: any EnginePort) {
        guard let library else { return }
        guard let generation = effect.heldItem else { return library.perform(effect) { _ in } }
        questions += 1
        let question = questions
        engine.hold(generation, question)
        library.perform(effect) { [weak self, weak engine] answer in
            MediaActor.post {
                self?.tell(.library(answer))
                engine?.letGo(generation, question)
            }
        }
    }

    private var now: MonotonicTime { MonotonicTime(microseconds: MonotonicClock.microseconds) }
}

extension LibraryEffect {
    /// The item that waits for the answer.
    fileprivate var heldItem: Generation? {
        switch self {
        case .recall(let generation, _, _), .recallChoice(let generation, _): generation
        case .save, .record, .choose: nil
        }
    }
}
