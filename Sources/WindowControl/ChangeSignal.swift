internal import GLibLoop

/// Lets requests wait for the next change of the window, or until a deadline.
@WindowActor
final class ChangeSignal {
    private struct Waiter {
        let continuation: CheckedContinuation<Bool, Never>
        let timer: LoopSource
    }

    private var waiters: [Int: Waiter] = [:]
    private var lastNumber = 0

    /// The number of changes so far. To be read before the state that is waited for: see ``next(after:before:)``.
    private(set) var count = 0

    /// Reports a change and wakes all waiting requests.
    func notify() {
        count += 1
        let woken = waiters
        waiters.removeAll()
        for waiter in woken.values { waiter.continuation.resume(returning: true) }
    }

    /// Waits for ``notify()``.
    ///
    /// The loop may run other work before the wait begins: a task can be enqueued again at every `await`, also within
    /// one actor. A change in that time counts too.
    ///
    /// - Parameters:
    ///   - seen: ``count`` when the caller last read the state.
    ///   - deadline: microseconds of `MonotonicClock`.
    /// - Returns: false at the deadline.
    func next(after seen: Int, before deadline: Int64) async -> Bool {
        lastNumber += 1
        let number = lastNumber
        return await withCheckedContinuation { continuation in
            if count != seen { return continuation.resume(returning: true) }
            if MonotonicClock.microseconds >= deadline { return continuation.resume(returning: false) }
            let timer = LoopSource.timer(on: WindowActor.loop, at: deadline) { [weak self] in
                WindowActor.assumeIsolated { self?.expire(number) }
            }
            waiters[number] = Waiter(continuation: continuation, timer: timer)
        }
    }

    private func expire(_ number: Int) {
        waiters.removeValue(forKey: number)?.continuation.resume(returning: false)
    }
}
