public import GLibLoop

/// The actor that owns the sockets to the X server and to the compositor.
///
/// A loop of its own and not Swift's pool: requests to an X server that have an answer block until it comes (microseconds,
/// but not where the server hangs), which a thread of the pool must not; and the media and the bus loop have to go on
/// meanwhile. Socket readiness and deadlines are sources of the same loop, so nothing here is shared between threads.
/// The thread starts with the first use: without a display there is none.
@globalActor public actor WindowActor {
    public static let shared = WindowActor()

    /// The loop that is the actor's executor.
    public static let loop = EventLoop(name: "window")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }

    /// Runs `body` at once, as a part of the actor; traps when the caller is not on the loop's thread.
    nonisolated static func assumeIsolated<Value: Sendable>(_ body: @WindowActor () throws -> Value) rethrows -> Value {
        shared.preconditionIsolated()
        // The same step as MainActor.assumeIsolated takes: the isolation was just checked, so that dropping it from the
        // function's type is sound.
        return try withoutActuallyEscaping(body) { body in
            try unsafeBitCast(body, to: (() throws -> Value).self)()
        }
    }

    /// Runs `body` on the actor after everything handed over before it.
    nonisolated static func post(_ body: @escaping @Sendable @WindowActor () -> Void) {
        loop.post { assumeIsolated(body) }
    }
}
