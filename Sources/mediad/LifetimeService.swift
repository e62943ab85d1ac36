internal import ServiceLifecycle

/// Lasts until somebody asks the daemon to quit, or the bus goes away.
struct LifetimeService: Service {
    let parts: DaemonParts

    func run() async throws {
        for await _ in parts.ended.cancelOnGracefulShutdown() {}
    }
}
