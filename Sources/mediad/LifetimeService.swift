internal import ServiceLifecycle
internal import UnixSignals

/// Lasts until a signal or somebody on the bus asks the daemon to stop, or the bus goes away.
struct LifetimeService: Service {
    let parts: DaemonParts
    /// SIGTERM and SIGINT; made before anybody is told that the daemon is there, so that none of them kills it.
    let stops: UnixSignalsSequence

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in parts.ended {} }
            group.addTask { for await _ in stops { return } }
            await group.next()
            group.cancelAll()
        }
    }
}
