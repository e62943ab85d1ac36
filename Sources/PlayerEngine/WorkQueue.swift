internal import Dispatch
internal import Synchronization

/// Runs blocking work beside the media loop, a few pieces at a time: one slow server does not hold up the others, and a
/// thousand asks are no thousand threads.
final class WorkQueue: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())
    private let width: Int
    private let queue: DispatchQueue

    /// - Parameter width: how many pieces run at once.
    init(label: String, width: Int) {
        self.width = width
        queue = DispatchQueue(label: label, qos: .utility, attributes: .concurrent)
    }

    /// Runs `work` when it is its turn.
    func run(_ work: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            guard state.running < width else {
                state.waiting.append(work)
                return false
            }
            state.running += 1
            return true
        }
        guard starts else { return }
        queue.async { [self] in
            var next: (@Sendable () -> Void)? = work
            while let work = next {
                work()
                next = state.withLock { state in
                    if state.waiting.isEmpty {
                        state.running -= 1
                        return nil
                    }
                    return state.waiting.removeFirst()
                }
            }
        }
    }
}
