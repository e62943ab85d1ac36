internal import CGLib
internal import Dispatch

/// A thread for one piece of work that may block as long as it likes, even for ever.
///
/// Not a dispatch queue: all queues of a process share about as many threads as the machine has processors, and a few
/// files on a dead network mount would block all of them.
public enum SideThread {
    /// GLib's thread pools are thread-safe by their own locks, and the pointer never changes.
    private struct Pool: @unchecked Sendable { let pointer: UnsafeMutablePointer<GThreadPool>? }

    /// Idle threads, which GLib shares with GStreamer and ends after 15 s without work. The number of threads is not limited,
    /// because work may block: work that finds no idle thread gets a new one.
    private static let idle = {
        // GLib's own number is two.
        g_thread_pool_set_max_unused_threads(16)
        return Pool(pointer: g_thread_pool_new({ parcel, _ in ThreadWork.run(parcel) }, nil, -1, 0, nil))
    }()

    /// Runs `work` on a new thread, which ends with it.
    ///
    /// - Parameter name: the thread's name as `top -H` shows it, at most 15 bytes.
    public static func run(_ name: String, _ work: @escaping @Sendable () -> Void) {
        let parcel = ThreadWork(work).parcel()
        let thread = g_thread_try_new(
            name,
            { parcel in
                ThreadWork.run(parcel)
                return nil
            }, parcel, nil)
        if let thread {
            g_thread_unref(thread)
        } else {
            // No more threads can be created: a shared one is better than none.
            ThreadWork.discard(parcel)
            DispatchQueue.global().async(execute: work)
        }
    }

    /// Runs short work on one of up to 16 idle threads, or on a new one, which then stays for more. The work must not change the
    /// thread, such as its priority.
    ///
    /// A new thread takes a tenth of a millisecond, and opening an item needs a dozen.
    ///
    /// - Parameter name: the thread's name meanwhile.
    public static func borrow(_ name: String, _ work: @escaping @Sendable () -> Void) {
        guard let pointer = idle.pointer else { return run(name, work) }
        let parcel = ThreadWork {
            cglib_name_thread(name)
            work()
        }.parcel()
        // Only creating a thread can fail; the work then waits for a thread to become idle.
        g_thread_pool_push(pointer, parcel, nil)
    }
}

/// Work that is passed through C to another thread.
private final class ThreadWork: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    /// Returns a pointer that keeps the work until ``run(_:)`` or ``discard(_:)`` is called with it, once.
    func parcel() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Runs the work of a parcel; does nothing without one.
    static func run(_ parcel: UnsafeMutableRawPointer?) {
        if let parcel { Unmanaged<ThreadWork>.fromOpaque(parcel).takeRetainedValue().work() }
    }

    /// Releases a parcel that is not run.
    static func discard(_ parcel: UnsafeMutableRawPointer) { Unmanaged<ThreadWork>.fromOpaque(parcel).release() }
}
