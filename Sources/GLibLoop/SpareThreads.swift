internal import CGLib

/// Runs short work beside a loop on idle threads, which GLib shares with GStreamer and ends after 15 s without work.
///
/// The number of threads is not limited, because work may block: work that finds no idle thread gets a new one.
public final class SpareThreads: Sendable {
    /// GLib's thread pools are thread-safe by their own locks, and the pointer never changes.
    private struct Pool: @unchecked Sendable { let pointer: UnsafeMutablePointer<GThreadPool>? }

    private let pool: Pool

    public init() {
        pool = Pool(
            pointer: g_thread_pool_new(
                { parcel, _ in ThreadWork.run(parcel) }, nil, -1, 0, nil))
    }

    deinit { if let pointer = pool.pointer { g_thread_pool_free(pointer, 0, 0) } }

    /// Runs `work` on one of the threads.
    public func run(_ work: @escaping @Sendable () -> Void) {
        guard let pointer = pool.pointer else { return SideThread.run("spare", work) }
        // Only creating a thread can fail; the work then waits for a thread to become idle.
        g_thread_pool_push(pointer, ThreadWork(work).parcel(), nil)
    }
}
