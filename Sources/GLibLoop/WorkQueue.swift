internal import Synchronization

/// Runs blocking work beside the loops, a few pieces at a time: one slow server does not delay the others, and a
/// thousand requests do not need a thousand threads.
///
/// A piece that exceeds the queue's patience gives up its place when others wait. It continues on its thread, and the
/// number of such pieces is limited, too: files on a mount that no longer answers neither stop all reading nor exhaust
/// the machine. Pieces that name a mount count against it first: while two of them hang, no more are started there, and what is
/// on other mounts goes on.
///
/// A queue of width 1 without patience runs its pieces one after the other, in the order in which they were given. It replaces a
/// serial dispatch queue, whose thread keeps what each piece was packed in (65,536 packets of 64 bytes), while those who give work
/// to it never get one back: a daemon that is in use grew by 4 MB an hour.
public final class WorkQueue: Sendable {
    /// Finds the mount that a piece reads from, on its thread.
    public typealias Locate = @Sendable () -> String?

    private struct Piece {
        var number: UInt64
        var mount: String?
        var locate: Locate?
        var work: @Sendable () -> Void
    }

    private struct Waiting {
        var mount: String?
        var locate: Locate?
        var work: @Sendable () -> Void
    }

    private struct Start {
        var moment: Int64
        var mount: String?
    }

    private struct State {
        var number: UInt64 = 0
        /// Pieces that have a place.
        var running: [UInt64: Start] = [:]
        /// Pieces that gave up their place.
        var overdue: [UInt64: Start] = [:]
        var waiting: [Waiting] = []
        /// Checks later which pieces must give up their place.
        var look: LoopSource?

        /// The mounts on which ``WorkQueue/mostHanging`` pieces have been running since a moment.
        func dead(since moment: Int64) -> Set<String> {
            var counts: [String: Int] = [:]
            for start in [running, overdue].joined().map(\.value) where start.moment <= moment {
                if let mount = start.mount { counts[mount, default: 0] += 1 }
            }
            return Set(counts.filter { $0.value >= WorkQueue.mostHanging }.keys)
        }
    }

    /// So many pieces that hang stop a mount.
    private static let mostHanging = 2

    private let state = Mutex(State())
    private let label: String
    private let width: Int
    /// In microseconds; nil: a piece keeps its place.
    private let patience: Int64?
    private let hang: Int64
    private let limit: Int
    private let keepsThreads: Bool

    /// - Parameters:
    ///   - label: of the threads, at most 15 bytes.
    ///   - width: how many pieces run at once.
    ///   - patience: seconds that a piece may keep its place while others wait; nil: until it ends.
    ///   - hang: seconds after which a piece of a mount hangs. A disk may be slow without being dead.
    ///   - limit: how many pieces may continue without a place. At this number no more are started until one ends.
    ///   - keepsThreads: false: a thread ends with its work, which may lower its priority.
    public init(
        label: String, width: Int, patience: Double? = 1, hang: Double = 3, limit: Int = 32, keepsThreads: Bool = true
    ) {
        self.label = label
        self.width = width
        self.patience = patience.map { Int64($0 * 1e6) }
        self.hang = Int64(hang * 1e6)
        self.limit = limit
        self.keepsThreads = keepsThreads
    }

    /// Runs `work` when it is its turn.
    ///
    /// - Parameters:
    ///   - mount: what it reads from, if that may hang while others do not.
    ///   - locate: finds a better answer before the work, which then counts there: a path may lead through a link.
    public func run(on mount: String? = nil, locate: Locate? = nil, _ work: @escaping @Sendable () -> Void) {
        let pieces = state.withLock { state in
            state.waiting.append(Waiting(mount: mount, locate: locate, work: work))
            return takeTurns(&state)
        }
        for piece in pieces { begin(piece) }
    }

    /// Runs `work` when it is its turn, and answers once, on any thread: with its result, or with nil if there is none
    /// after `seconds`. Work that is no longer awaited is not started. Where two pieces have been hanging on the mount for as
    /// long as that, there is no result at once.
    public func run<Answer: Sendable>(
        within seconds: Double, on mount: String? = nil, locate: Locate? = nil,
        _ work: @escaping @Sendable () -> Answer,
        then: @escaping @Sendable (Answer?) -> Void
    ) {
        if let mount, isDead(mount, within: seconds) { return then(nil) }
        let reply = Reply(then)
        reply.expect(within: seconds)
        run(on: mount, locate: locate) { if reply.isAwaited { reply.give(work()) } }
    }

    /// Whether two pieces have been hanging on a mount for so many seconds.
    public func isDead(_ mount: String, within seconds: Double) -> Bool {
        let limit = MonotonicClock.microseconds - Int64(seconds * 1e6)
        return state.withLock { $0.dead(since: limit) }.contains(mount)
    }

    /// The present number of threads.
    var threadCount: Int { state.withLock { $0.running.count + $0.overdue.count } }

    private func begin(_ piece: Piece) {
        let run = keepsThreads ? SideThread.borrow : SideThread.run
        run(label) { [self] in
            var next: Piece? = piece
            while let piece = next {
                if isInPlace(piece) { piece.work() }
                next = ended(piece.number)
            }
        }
    }

    /// Whether a piece may begin. One that reads from another mount than it seemed counts there from now on; if that one
    /// hangs, it waits instead.
    private func isInPlace(_ piece: Piece) -> Bool {
        guard let mount = piece.locate?(), mount != piece.mount else { return true }
        let moment = MonotonicClock.microseconds - hang
        return state.withLock { state in
            if state.dead(since: moment).contains(mount) {
                state.waiting.append(Waiting(mount: mount, locate: nil, work: piece.work))
                return false
            }
            if state.running[piece.number] != nil { state.running[piece.number]?.mount = mount }
            if state.overdue[piece.number] != nil { state.overdue[piece.number]?.mount = mount }
            return true
        }
    }

    /// - Returns: the next piece for the same thread.
    private func ended(_ number: UInt64) -> Piece? {
        var pieces = state.withLock { state in
            state.running[number] = nil
            state.overdue[number] = nil
            return takeTurns(&state)
        }
        let next = pieces.popLast()
        for piece in pieces { begin(piece) }
        return next
    }

    /// Gives places to waiting pieces.
    private func takeTurns(_ state: inout State) -> [Piece] {
        let now = MonotonicClock.microseconds
        var pieces: [Piece] = []
        let dead = state.dead(since: now - hang)
        while let next = state.waiting.firstIndex(where: { $0.mount.map { !dead.contains($0) } ?? true }) {
            if state.running.count >= width {
                guard let patience, let oldest = state.running.min(by: { $0.value.moment < $1.value.moment }),
                    state.overdue.count < limit
                else { break }
                guard now - oldest.value.moment >= patience else {
                    lookAgain(&state, at: oldest.value.moment + patience)
                    break
                }
                state.running[oldest.key] = nil
                state.overdue[oldest.key] = oldest.value
            }
            let piece = state.waiting.remove(at: next)
            state.number += 1
            state.running[state.number] = Start(moment: now, mount: piece.mount)
            pieces.append(
                Piece(number: state.number, mount: piece.mount, locate: piece.locate, work: piece.work))
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

/// An answer that is given once: by the work or by the clock.
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
