internal import CGLib

/// Runs short work beside a loop on threads that wait for it: GLib shares them with GStreamer, and ends those that had nothing
/// to do for 15 s.
///
/// Work that may block is no reason for a limit: each piece that finds no thread waiting has a new one.
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
        // What fails is a new thread; the work waits for one that is done then.
        g_thread_pool_push(pointer, ThreadWork(work).parcel(), nil)
    }
}
