public import GLibLoop

/// The actor that owns the sockets to the X server and to the compositor.
///
/// It runs on a separate loop and not on Swift's thread pool. X requests with replies block until the reply arrives:
/// usually for microseconds, but longer if the server hangs. This must not block a thread of the pool, nor the media
/// and bus loops. Socket readiness and deadlines are sources of the same loop, so nothing here is shared between
/// threads. The thread starts with the first use: without a display there is none.
@globalActor public actor WindowActor {
    public static let shared = WindowActor()

    /// The loop that is the actor's executor.
    public static let loop = EventLoop(name: "window")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }

    /// Runs `body` synchronously as a part of the actor; traps if the caller is not on the loop's thread.
    nonisolated static func assumeIsolated<Value: Sendable>(_ body: @WindowActor () throws -> Value) rethrows -> Value {
        shared.preconditionIsolated()
        // The same step as in MainActor.assumeIsolated: the isolation was just checked, so it is safe to remove it
        // from the function's type.
        return try withoutActuallyEscaping(body) { body in
            try unsafeBitCast(body, to: (() throws -> Value).self)()
        }
    }

    /// Runs a task that does not leave the loop's thread between what it awaits: a thread of Swift's pool would wake
    /// the process once a second from then on (``BlockingExecutor``).
    public nonisolated static func perform(_ body: @escaping @Sendable @WindowActor () async -> Void) {
        Task(executorPreference: loop) { await body() }
    }

    /// Runs `body` on the actor after all closures that were posted before.
    nonisolated static func post(_ body: @escaping @Sendable @WindowActor () -> Void) {
        loop.post { assumeIsolated(body) }
    }
}
