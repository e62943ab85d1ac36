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

    /// Reports a change and wakes all waiting requests.
    func notify() {
        let woken = waiters
        waiters.removeAll()
        for waiter in woken.values { waiter.continuation.resume(returning: true) }
    }

    /// Waits for ``notify()``.
    ///
    /// - Parameter deadline: microseconds of `MonotonicClock`.
    /// - Returns: false at the deadline.
    func next(before deadline: Int64) async -> Bool {
        guard MonotonicClock.microseconds < deadline else { return false }
        lastNumber += 1
        let number = lastNumber
        return await withCheckedContinuation { continuation in
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
