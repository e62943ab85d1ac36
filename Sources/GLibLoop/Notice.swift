internal import Synchronization

/// What one thread tells others, once: until then they wait.
///
/// Deadlines are on the clock of ``MonotonicClock``. A `DispatchSemaphore` waits by the wall clock: for a day longer if that is
/// set back by a day.
public final class Notice: Sendable {
    private let condition = Condition()
    private let given = Atomic(false)

    public init() {}

    /// Wakes all who wait.
    public func give() {
        condition.withLock {
            given.store(true, ordering: .releasing)
            condition.broadcast()
        }
    }

    /// As if it had not been given.
    public func takeBack() { given.store(false, ordering: .releasing) }

    /// Waits for it without a limit.
    public func wait() {
        condition.withLock { while !given.load(ordering: .acquiring) { condition.wait() } }
    }

    /// Waits for it.
    ///
    /// - Parameter deadline: on the clock of ``MonotonicClock``, in microseconds.
    /// - Returns: whether it was given.
    public func isGiven(by deadline: Int64) -> Bool {
        condition.withLock {
            while !given.load(ordering: .acquiring), condition.wait(until: deadline) {}
            return given.load(ordering: .acquiring)
        }
    }

    /// Waits for it, for so many seconds at most.
    ///
    /// - Returns: whether it was given.
    public func isGiven(within seconds: Double) -> Bool {
        isGiven(by: MonotonicClock.microseconds + Int64(seconds * 1e6))
    }
}
