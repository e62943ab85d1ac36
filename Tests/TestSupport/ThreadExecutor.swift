import Foundation

/// Runs a test's jobs on a thread of its own: tests here wait for other processes, and must not hold up the threads that
/// other tests share.
final class ThreadExecutor: TaskExecutor, Sendable {
    private struct Work {
        var jobs: [UnownedJob] = []
        var isOver = false
    }

    private let work = Monitored(Work())

    init() {
        let thread = Thread { [self] in run() }
        thread.stackSize = 8 << 20
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        work.update { $0.jobs.append(unowned) }
    }

    func stop() { work.update { $0.isOver = true } }

    private func run() {
        while true {
            let next: UnownedJob?? = work.wait(seconds: 3600) { work in
                if !work.jobs.isEmpty { return .some(work.jobs.removeFirst()) }
                return work.isOver ? .some(nil) : nil
            }
            switch next {
            case .some(.some(let job)): job.runSynchronously(on: asUnownedTaskExecutor())
            case .some(.none): return
            case .none: continue
            }
        }
    }
}
