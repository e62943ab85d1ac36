internal import CGLib
internal import Dispatch

/// A thread for one piece of work that may block as long as it likes, even for ever.
///
/// Not a dispatch queue: all queues of a process share about as many threads as the machine has processors, and a few
/// files on a dead network mount would block all of them.
public enum SideThread {
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
}
