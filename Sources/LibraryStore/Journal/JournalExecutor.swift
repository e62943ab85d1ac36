internal import Dispatch

/// A thread of its own for what waits for a disk: one job after the other, away from Swift's few threads.
final class JournalExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "mediad.journal", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
