internal import GLibLoop

/// A separate thread for work that waits for a disk: one job after the other, outside Swift's small thread pool.
///
/// Also for tasks that read from the journal, so that they do not wake a thread of that pool in between.
final class JournalExecutor: SerialExecutor, TaskExecutor {
    private let queue = WorkQueue(label: "mediad.journal", width: 1, patience: nil)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.run {
            job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }
}
