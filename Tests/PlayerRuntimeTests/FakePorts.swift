import GLibLoop
import PlayerCore
import PlayerRuntime
import Synchronization
import Testing

/// What the ports were given and what was published, in one order.
@MediaActor
final class PortLog {
    enum Entry: Hashable, Sendable {
        /// The port that was given it is the effect's first case.
        case effect(PlayerEffect)
        case hold(Generation, UInt64)
        case letGo(Generation, UInt64)
        case reopenVideo
        case published(PlayerSnapshot.Status, duration: MediaTime?)
        case shutDown(String)
    }

    struct Timeout: Error {}

    private(set) var entries: [Entry] = []
    private var waiter: (condition: ([Entry]) -> Bool, continuation: CheckedContinuation<Void, any Error>)?

    nonisolated init() {}

    var effects: [PlayerEffect] { entries.compactMap { if case .effect(let effect) = $0 { effect } else { nil } } }

    func forget() { entries = [] }

    func append(_ entry: Entry) {
        entries.append(entry)
        guard let waiter, waiter.condition(entries) else { return }
        self.waiter = nil
        waiter.continuation.resume()
    }

    /// Waits until the entries fit.
    func wait(until condition: @escaping ([Entry]) -> Bool) async throws {
        let deadline = LoopSource.timer(on: MediaActor.loop, at: MonotonicClock.microseconds + 30_000_000) {
            [weak self] in
            MediaActor.assumeIsolated {
                self?.waiter?.continuation.resume(throwing: Timeout())
                self?.waiter = nil
            }
        }
        // Asked in here: the actor may have worked on something else since the call.
        try await withCheckedThrowingContinuation { continuation in
            guard !condition(entries) else { return continuation.resume() }
            waiter = (condition, continuation)
        }
        deadline.cancel()
    }
}

@MediaActor
final class FakeEnginePort: EnginePort {
    private let log: PortLog
    private(set) var counts = 0
    /// What carrying out an effect makes it tell at once.
    var answer: (EngineEffect) -> Void = { _ in }
    var onLetGo: () -> Void = {}

    init(_ log: PortLog) { self.log = log }

    func perform(_ effect: EngineEffect) {
        log.append(.effect(.engine(effect)))
        answer(effect)
    }
    func hold(_ generation: Generation, _ number: UInt64) { log.append(.hold(generation, number)) }
    func letGo(_ generation: Generation, _ number: UInt64) {
        onLetGo()
        log.append(.letGo(generation, number))
    }
    func tellDroppedFrames() { counts += 1 }
    func reopenVideo() { log.append(.reopenVideo) }
    func shutDown() { log.append(.shutDown("engine")) }
}

@MediaActor
final class FakeReadingPort: ReadingPort {
    private let log: PortLog
    init(_ log: PortLog) { self.log = log }
    func perform(_ effect: ReadingEffect) { log.append(.effect(.reading(effect))) }
    func shutDown() { log.append(.shutDown("reading")) }
}

/// Called on the media loop, which these two rely on as the real ones may.
struct FakeWindowPort: WindowPort {
    let log: PortLog
    func perform(_ effect: WindowEffect) {
        MediaActor.assumeIsolated { log.append(.effect(.window(effect))) }
    }
}

final class FakeLibraryPort: LibraryPort {
    typealias Answer = @Sendable (LibraryAnswer) -> Void

    private let log: PortLog
    /// The questions that were not answered yet.
    private let asked = Mutex<[(effect: LibraryEffect, answer: Answer)]>([])

    init(_ log: PortLog) { self.log = log }

    func perform(_ effect: LibraryEffect, answer: @escaping Answer) {
        MediaActor.assumeIsolated { log.append(.effect(.library(effect))) }
        asked.withLock { $0.append((effect, answer)) }
    }

    /// Answers the first question that there is an answer to.
    ///
    /// - Parameter keeping: whether more follows.
    func answer(keeping: Bool = false, _ make: (LibraryEffect) -> LibraryAnswer?) throws {
        let found = asked.withLock { asked -> (LibraryAnswer, Answer)? in
            for (index, question) in asked.enumerated() {
                guard let answer = make(question.effect) else { continue }
                if !keeping { asked.remove(at: index) }
                return (answer, question.answer)
            }
            return nil
        }
        let (answer, reply) = try #require(found)
        reply(answer)
    }
}

/// A loop with a real core and nothing real around it.
@MediaActor
final class Rig {
    let log = PortLog()
    let engine: FakeEnginePort
    let library: FakeLibraryPort
    let loop: PlayerLoop
    /// Decides the same as the loop's, if it is given the same.
    var twin: Player
    /// What the loop traced.
    let lines: TraceLines
    private let reading: FakeReadingPort

    init() {
        var settings = PlayerSettings()
        settings.hasJournal = true
        settings.readsAhead = true
        settings.hasDisplay = true
        twin = Player(firstID: 1, seed: 1, settings: settings)
        let lines = TraceLines()
        self.lines = lines
        engine = FakeEnginePort(log)
        reading = FakeReadingPort(log)
        library = FakeLibraryPort(log)
        loop = PlayerLoop(player: twin, log: .init(logLine: { _ in }, trace: { lines.append($0) }))
    }

    func begin() {
        loop.begin(
            PlayerPorts(
                engine: engine, reading: reading, window: FakeWindowPort(log: log), library: library,
                publish: { [log] snapshot, _ in
                    log.append(.published(snapshot.status, duration: snapshot.current?.duration))
                }))
    }

    /// Gives the same command to both players.
    ///
    /// - Returns: the effects that the twin decided.
    @discardableResult
    func perform(_ command: PlayerCommand) -> [PlayerEffect] {
        loop.perform(command, from: .person)
        let now = MonotonicTime(microseconds: MonotonicClock.microseconds)
        return twin.handle(command, from: .person, now: now).1.effects
    }

    /// Tells both players the same.
    ///
    /// - Returns: the effects that the twin decided.
    @discardableResult
    func tell(_ event: PlayerEvent) -> [PlayerEffect] {
        loop.tell(event)
        return twin.handle(event, now: MonotonicTime(microseconds: MonotonicClock.microseconds)).effects
    }

    /// The pipeline that was prepared last.
    var generation: Generation? {
        log.effects.compactMap { if case .engine(.prepare(let generation, _)) = $0 { generation } else { nil } }.last
    }
}

/// What the loop traced, and when, in microseconds.
final class TraceLines: Sendable {
    private let lines = Mutex<[(line: String, moment: Int64)]>([])
    func append(_ line: String) { lines.withLock { $0.append((line, MonotonicClock.microseconds)) } }
    func moments(of line: String) -> [Int64] { lines.withLock { $0.filter { $0.line == line }.map(\.moment) } }
}
