import CGLib
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A thread that runs one private `GMainContext`, usable as the executor of a global actor and of its tasks.
///
/// Jobs of the actor and closures given to ``post(_:)`` share one queue: they run in the order in which they were
/// enqueued, on any thread. An idle loop sleeps in `poll` without a timeout, so it causes no wake-ups.
public final class EventLoop: SerialExecutor, TaskExecutor, Sendable {
    private enum Work {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    /// How long the queue is processed before the sources have their turn, in microseconds.
    private static let longestDraining: Int64 = 2_000

    /// GLib's main contexts, loops and sources are thread-safe by their own locks; the pointers never change.
    private struct Handles: @unchecked Sendable {
        let context: OpaquePointer
        let mainLoop: OpaquePointer
        let wake: UnsafeMutablePointer<GSource>
    }

    private let handles: Handles
    private let queue = Mutex<[Work]>([])
    let name: String
    /// The loop's present work, if it has a name; only kept while the loop is watched.
    private let current = Mutex<(any Sendable)?>(nil)
    let isWatched = Atomic<Bool>(false)

    /// Starts the thread; it runs until the process ends, so that no actor ever loses its executor.
    ///
    /// - Parameter name: the thread's name as `top -H` shows it, at most 15 bytes.
    public init(name: String) {
        guard let context = g_main_context_new(), let mainLoop = g_main_loop_new(context, 0),
            let wake = cglib_ready_source_new()
        else { preconditionFailure("GLib could not allocate a main context") }
        self.name = name
        handles = Handles(context: context, mainLoop: mainLoop, wake: wake)
        g_source_set_callback(
            wake,
            { data in
                guard let data else { return 0 }
                Unmanaged<EventLoop>.fromOpaque(data).takeUnretainedValue().drain()
                return 1
            }, Unmanaged.passRetained(self).toOpaque(), nil)
        g_source_attach(wake, context)
        let thread = g_thread_new(
            name,
            { data in
                guard let data else { return nil }
                Unmanaged<EventLoop>.fromOpaque(data).takeUnretainedValue().run()
                return nil
            }, Unmanaged.passUnretained(self).toOpaque())
        g_thread_unref(thread)
    }

    /// The `GMainContext` of this loop, for sources that C libraries attach themselves.
    public var context: OpaquePointer { handles.context }

    /// Runs `work` on the loop's thread after everything enqueued before it.
    public func post(_ work: @escaping @Sendable () -> Void) {
        append(.closure(work))
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        append(.job(UnownedJob(job)))
    }

    public func checkIsolated() {
        precondition(isOnLoop, "called off the \(name) loop's thread")
    }

    public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    /// Whether the caller runs on this loop's thread.
    public var isOnLoop: Bool { g_main_context_is_owner(handles.context) != 0 }

    /// Runs a closure on the loop's thread under a name, which a ``LoopWatch`` reports if the loop stalls meanwhile.
    ///
    /// - Parameter work: a text, or a value of an enumeration whose cases describe the work; kept as long as `body`
    ///   runs.
    public func during<Result, Failure: Error>(
        _ work: @autoclosure () -> any Sendable, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isWatched.load(ordering: .relaxed) else { return try body() }
        let outer = exchange(work())
        defer { _ = exchange(outer) }
        return try body()
    }

    private func exchange(_ work: (any Sendable)?) -> (any Sendable)? {
        current.withLock { current in
            let outer = current
            current = work
            return outer
        }
    }

    /// A description of the loop's present work; nil without a name.
    var work: String? { current.withLock { $0 }.map { WorkName.text(of: $0) } }

    private func append(_ work: Work) {
        let wasEmpty = queue.withLock { queue in
            queue.append(work)
            return queue.count == 1
        }
        if wasEmpty { g_source_set_ready_time(handles.wake, 0) }
    }

    /// Runs the queued work. After a while the sources have their turn in between: readable descriptors, timers.
    private func drain() {
        g_source_set_ready_time(handles.wake, -1)
        let batch = queue.withLock { queue in
            let batch = queue
            queue.removeAll(keepingCapacity: batch.count < 256)
            return batch
        }
        let end = MonotonicClock.microseconds + Self.longestDraining
        for (index, work) in batch.enumerated() {
            switch work {
            case .job(let job):
                job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .closure(let closure): closure()
            }
            guard index + 1 < batch.count, MonotonicClock.microseconds >= end else { continue }
            queue.withLock { $0.insert(contentsOf: batch[(index + 1)...], at: 0) }
            g_source_set_ready_time(handles.wake, 0)
            return
        }
    }

    private func run() {
        g_main_context_push_thread_default(handles.context)
        g_main_loop_run(handles.mainLoop)
    }
}
