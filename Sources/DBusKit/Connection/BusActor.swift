public import GLibLoop

/// The actor that owns every D-Bus connection of the daemon; its jobs run on one thread that also polls the sockets.
///
/// Jobs of the actor and closures given to ``post(_:)`` or to the loop itself share one queue, in the order in which
/// they were enqueued.
@globalActor public actor BusActor {
    public static let shared = BusActor()

    /// The loop that is the actor's executor.
    public static let loop = EventLoop(name: "bus")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }

    /// Runs `body` at once as part of the actor; traps if the caller is not on the loop's thread.
    ///
    /// For callbacks of the loop and of libdbus, which run there without the compiler's knowledge.
    public nonisolated static func assumeIsolated<Value: Sendable>(_ body: @BusActor () throws -> Value) rethrows
        -> Value
    {
        shared.preconditionIsolated()
        // As in MainActor.assumeIsolated: the isolation was just checked, so dropping it from the function's type is
        // sound.
        return try withoutActuallyEscaping(body) { body in
            try unsafeBitCast(body, to: (() throws -> Value).self)()
        }
    }

    /// Runs `body` on the actor after everything enqueued before it.
    public nonisolated static func post(_ body: @escaping @Sendable @BusActor () -> Void) {
        loop.post { assumeIsolated(body) }
    }
}
