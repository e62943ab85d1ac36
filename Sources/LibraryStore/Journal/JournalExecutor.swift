internal import Dispatch

/// A separate thread for work that waits for a disk: one job after the other, outside Swift's small thread pool.
final class JournalExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "mediad.journal", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
