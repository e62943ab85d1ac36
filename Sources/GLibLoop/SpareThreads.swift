internal import CGLib

/// Up to 16 idle threads for short work beside a loop. GLib shares them with GStreamer and ends them after 15 s without work.
///
/// A new thread takes a tenth of a millisecond, and opening an item needs a dozen. The number of threads is not limited,
/// because work may block: work that finds no idle thread gets a new one.
public enum SpareThreads {
    /// GLib's thread pools are thread-safe by their own locks, and the pointer never changes.
    private struct Pool: @unchecked Sendable { let pointer: UnsafeMutablePointer<GThreadPool>? }

    private static let pool = {
        // GLib's own number is two.
        g_thread_pool_set_max_unused_threads(16)
        return Pool(pointer: g_thread_pool_new({ parcel, _ in ThreadWork.run(parcel) }, nil, -1, 0, nil))
    }()

    /// Runs `work` on one of the threads. It must not change the thread, such as its priority.
    ///
    /// - Parameter name: the thread's name meanwhile, as `top -H` shows it, at most 15 bytes.
    public static func run(_ name: String, _ work: @escaping @Sendable () -> Void) {
        guard let pointer = pool.pointer else { return SideThread.run(name, work) }
        let parcel = ThreadWork {
            cglib_name_thread(name)
            work()
        }.parcel()
        // Only creating a thread can fail; the work then waits for a thread to become idle.
        g_thread_pool_push(pointer, parcel, nil)
    }
}
