public import GLibLoop

/// The actor that owns every D-Bus connection of the daemon; its jobs run on one thread that also polls the sockets.
///
/// Jobs of the actor and closures given to ``post(_:)`` or to the loop itself share one queue, in the order in which
/// they were handed over.
@globalActor public actor BusActor {
    public static let shared = BusActor()

    /// The loop that is the actor's executor.
    public static let loop = EventLoop(name: "bus")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }

    /// Runs `body` at once, as a part of the actor; traps when the caller is not on the loop's thread.
    ///
    /// For callbacks of the loop and of libdbus, which run there without the compiler knowing it.
    public nonisolated static func assumeIsolated<Value: Sendable>(_ body: @BusActor () throws -> Value) rethrows
        -> Value
    {
        shared.preconditionIsolated()
        // The same step as MainActor.assumeIsolated takes: the isolation was just checked, so that dropping it from the
        // function's type is sound.
        return try withoutActuallyEscaping(body) { body in
            try unsafeBitCast(body, to: (() throws -> Value).self)()
        }
    }

    /// Runs `body` on the actor after everything handed over before it.
    public nonisolated static func post(_ body: @escaping @Sendable @BusActor () -> Void) {
        loop.post { assumeIsolated(body) }
    }
}
