/// The actor for every GStreamer call and the core: one thread, one private `GMainContext`.
@globalActor
public actor MediaActor {
    public static let shared = MediaActor()
    /// The actor's executor; bus watches and timers attach to its context.
    public static let loop = EventLoop(name: "media")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }

    /// Runs `body` as part of the actor if the caller is known to be on its loop: a bus watch, a timer, a posted
    /// closure.
    ///
    /// Traps elsewhere. (In the standard library only the main actor has this.)
    public static nonisolated func assumeIsolated<Result: Sendable>(
        _ body: @MediaActor () throws -> Result
    ) rethrows -> Result {
        loop.checkIsolated()
        // The check above proves that the isolation holds; the cast only removes it from the type.
        return try withoutActuallyEscaping(body) { body in
            try unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }

    /// Runs `body` on the actor after everything enqueued before it, from any thread.
    ///
    /// - Parameter origin: the function that a ``LoopWatch`` names if `body` takes long.
    public static nonisolated func post(
        _ body: @escaping @Sendable @MediaActor () -> Void, origin: StaticString = #function
    ) {
        loop.post { loop.during(origin) { assumeIsolated(body) } }
    }
}
