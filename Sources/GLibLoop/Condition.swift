internal import CGLib

/// A lock whose holder can wait until another thread changed what it guards.
///
/// Unchecked, because pointers are not Sendable: both are initialised once, are used only through GLib, whose locks any
/// thread may use, and are valid for as long as this object.
public final class Condition: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<GCond>.allocate(capacity: 1)

    public init() {
        g_mutex_init(lock)
        g_cond_init(condition)
    }

    deinit {
        g_cond_clear(condition)
        g_mutex_clear(lock)
        condition.deallocate()
        lock.deallocate()
    }

    /// Runs a closure while no other thread holds the lock.
    public func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
        g_mutex_lock(lock)
        defer { g_mutex_unlock(lock) }
        return try body()
    }

    /// Releases the lock, waits for ``broadcast()``, and takes the lock again. May return without a reason.
    public func wait() { g_cond_wait(condition, lock) }

    /// The same with a deadline.
    ///
    /// - Parameter deadline: on the clock of ``MonotonicClock``, in microseconds.
    /// - Returns: false once the deadline has passed.
    public func wait(until deadline: Int64) -> Bool { g_cond_wait_until(condition, lock, gint64(deadline)) != 0 }

    /// Wakes all threads that wait.
    public func broadcast() { g_cond_broadcast(condition) }
}
