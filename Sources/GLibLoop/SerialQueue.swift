internal import Synchronization

/// Runs work beside the loops, one piece after the other in the order in which it was given.
///
/// Not a dispatch queue: a thread of libdispatch keeps what each piece was packed in for later ones (65,536 packets of
/// 64 bytes), but those who give work to it never get one back. A daemon that is in use grew by 4 MB an hour.
public final class SerialQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    public init() {}

    /// Runs `work` after everything that was given before.
    public func run(_ work: @escaping @Sendable () -> Void) {
        let begins = state.withLock { state in
            state.waiting.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if begins { SpareThreads.run("serial") { [self] in drain() } }
    }

    private func drain() {
        while let next = next() { next() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.isRunning = !state.waiting.isEmpty
            return state.isRunning ? state.waiting.removeFirst() : nil
        }
    }
}
