internal import Synchronization

/// Runs asynchronous code on the thread that waits for it.
///
/// Swift's own threads are libdispatch's. On Linux it looks after them once a second, from their first use to the end
/// of the process, so that an idle daemon would never sleep.
public final class BlockingExecutor: TaskExecutor {
    private let condition = Condition()
    /// Changed only while the condition is held, which can be waited for; the mutex satisfies the compiler.
    private let state = Mutex((jobs: [UnownedJob](), isOver: false))

    private init() {}

    /// Runs `body` on the calling thread, and with it everything it awaits that does not belong to an actor.
    ///
    /// Unstructured tasks that it creates do not inherit the executor.
    public static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let executor = BlockingExecutor()
        let result = Mutex<Result<Value, any Error>?>(nil)
        Task(executorPreference: executor) {
            do {
                let value = try await body()
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            executor.change { $0.isOver = true }
        }
        executor.work()
        guard let result = result.withLock({ $0 }) else { preconditionFailure("the task ended without a result") }
        return try result.get()
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.jobs.append(job) }
    }

    private func change(_ body: (inout (jobs: [UnownedJob], isOver: Bool)) -> Void) {
        condition.withLock {
            state.withLock { body(&$0) }
            condition.broadcast()
        }
    }

    private func work() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Waits for a job; nil once the task is over.
    private func next() -> UnownedJob? {
        condition.withLock {
            while true {
                let (job, isOver) = state.withLock { ($0.jobs.isEmpty ? nil : $0.jobs.removeFirst(), $0.isOver) }
                if job != nil || isOver { return job }
                condition.wait()
            }
        }
    }
}
