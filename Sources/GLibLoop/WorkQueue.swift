internal import Synchronization

/// Runs blocking work beside the loops, a few pieces at a time: one slow server does not hold up the others, and a thousand
/// asks are no thousand threads.
///
/// A piece that takes longer than the queue is patient gives its place to the next one when somebody waits for it. It goes
/// on on its thread, and how many of these there may be is bounded, too: files on a mount that does not answer any more
/// neither end all reading nor use up the machine.
public final class WorkQueue: Sendable {
    private struct Piece {
        var number: UInt64
        var work: @Sendable () -> Void
    }

    private struct State {
        var number: UInt64 = 0
        /// When those that have a place began.
        var running: [UInt64: Int64] = [:]
        /// Those that gave theirs away.
        var overdue: Set<UInt64> = []
        var waiting: [@Sendable () -> Void] = []
        /// Looks who is to give a place away, when the time has come.
        var look: LoopSource?
    }

    private let state = Mutex(State())
    private let label: String
    private let width: Int
    private let patience: Int64
    private let limit: Int

    /// - Parameters:
    ///   - label: of the threads, at most 15 bytes.
    ///   - width: how many pieces run at once.
    ///   - patience: seconds that a piece may keep its place while others wait.
    ///   - limit: how many pieces may go on without a place. When there are so many, no more is begun until one ends.
    public init(label: String, width: Int, patience: Double = 1, limit: Int = 32) {
        self.label = label
        self.width = width
        self.patience = Int64(patience * 1e6)
        self.limit = limit
    }

    /// Runs `work` when it is its turn.
    public func run(_ work: @escaping @Sendable () -> Void) {
        let pieces = state.withLock { state in
            state.waiting.append(work)
            return takeTurns(&state)
        }
        for piece in pieces { begin(piece) }
    }

    /// Runs `work` when it is its turn, and answers once, on any thread: with what it found, or with nil when it has found
    /// nothing after so many seconds. What nobody waits for any more is not begun.
    public func run<Answer: Sendable>(
        within seconds: Double, _ work: @escaping @Sendable () -> Answer,
        then: @escaping @Sendable (Answer?) -> Void
    ) {
        let reply = Reply(then)
        reply.expect(within: seconds)
        run { if reply.isAwaited { reply.give(work()) } }
    }

    /// How many threads it has now.
    var threadCount: Int { state.withLock { $0.running.count + $0.overdue.count } }

    private func begin(_ piece: Piece) {
        SideThread.run(label) { [self] in
            var next: Piece? = piece
            while let piece = next {
                piece.work()
                next = ended(piece.number)
            }
        }
    }

    /// - Returns: what the same thread does next.
    private func ended(_ number: UInt64) -> Piece? {
        var pieces = state.withLock { state in
            state.running[number] = nil
            state.overdue.remove(number)
            return takeTurns(&state)
        }
        let next = pieces.popLast()
        for piece in pieces { begin(piece) }
        return next
    }

    /// Gives places to those that wait.
    private func takeTurns(_ state: inout State) -> [Piece] {
        let now = MonotonicClock.microseconds
        var pieces: [Piece] = []
        while !state.waiting.isEmpty {
            if state.running.count >= width {
                guard let oldest = state.running.min(by: { $0.value < $1.value }), state.overdue.count < limit else {
                    break
                }
                guard now - oldest.value >= patience else {
                    lookAgain(&state, at: oldest.value + patience)
                    break
                }
                state.running[oldest.key] = nil
                state.overdue.insert(oldest.key)
            }
            state.number += 1
            state.running[state.number] = now
            pieces.append(Piece(number: state.number, work: state.waiting.removeFirst()))
        }
        if state.waiting.isEmpty { state.look = nil }
        return pieces
    }

    private func lookAgain(_ state: inout State, at moment: Int64) {
        guard state.look == nil else { return }
        state.look = LoopSource.timer(on: MediaActor.loop, at: moment) { [weak self] in
            guard let self else { return }
            let pieces = self.state.withLock { state in
                state.look = nil
                return self.takeTurns(&state)
            }
            for piece in pieces { self.begin(piece) }
        }
    }
}

/// An answer that is given once: by who found it, or by the clock.
private final class Reply<Answer: Sendable>: Sendable {
    private struct State {
        var then: (@Sendable (Answer?) -> Void)?
        var timer: LoopSource?
    }

    private let state: Mutex<State>

    init(_ then: @escaping @Sendable (Answer?) -> Void) { state = Mutex(State(then: then)) }

    var isAwaited: Bool { state.withLock { $0.then != nil } }

    func expect(within seconds: Double) {
        let moment = MonotonicClock.microseconds + Int64(seconds * 1e6)
        let timer = LoopSource.timer(on: MediaActor.loop, at: moment) { self.give(nil) }
        state.withLock { $0.timer = timer }
    }

    func give(_ answer: Answer?) {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        old.then?(answer)
    }
}
