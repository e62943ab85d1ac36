internal import DBusKit
internal import GLibLoop
internal import Glibc
internal import Logging
internal import UnixSignals

/// What the daemon's parts are made from.
struct DaemonContext: Sendable {
    let configuration: Configuration
    let environment: [String: String]
    let logger: Logger
    let notifier: SystemdNotifier
}

/// Wires the parts together and lives as long as the process.
final class Daemon: Sendable {
    private let context: DaemonContext
    private let file: ConfigurationFile
    private var logger: Logger { context.logger }

    /// - Parameter file: where the context's configuration is from.
    init(_ context: DaemonContext, file: ConfigurationFile) {
        self.context = context
        self.file = file
    }

    /// Runs until it is told to stop.
    ///
    /// - Returns: the exit status: 0 after a stop that was asked for, 1 when it could not start, 70 when the bus went away.
    func run() async -> Int32 {
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        let stops = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let requests = DaemonRequests()
        let parts: DaemonParts
        do {
            parts = try await DaemonParts.start(context, requests: requests)
        } catch {
            logger.critical("\(error)")
            return 1
        }
        let notifier = context.notifier
        let reload = ReloadService(file: file, parts: parts, requests: requests, hangUps: hangUps, context: context)
        // Not before: what starting takes is the service manager's to limit.
        let watch = LoopWatch([MediaActor.loop, BusActor.loop]) { [logger] in logger.warning("\($0)") }
        let watchdog = await Watchdog(environment: context.environment, process: getpid(), notifier: notifier)
        notifier.ready(status: await parts.status)
        await watchdog?.begin()
        Allocator.releaseStartUpCode()
        // Lasts until a signal or somebody on the bus asks the daemon to stop, or the bus goes away.
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await reload.run() }
            group.addTask { for await _ in requests.end {} }
            group.addTask { for await _ in stops { return } }
            await group.next()
            group.cancelAll()
        }
        notifier.stopping()
        await stop(parts)
        withExtendedLifetime((watch, watchdog)) {}
        return requests.hasLostBus ? 70 : 0
    }

    /// Ends within a second even if a device or a sound server does not let go.
    private func stop(_ parts: DaemonParts) async {
        let (ended, end) = AsyncStream<Void>.makeStream()
        Task {
            await parts.stop()
            end.finish()
        }
        let limit = Task { [logger] in
            try await Task.sleep(for: .milliseconds(700))
            logger.warning("the player does not stop; it is abandoned")
            end.finish()
        }
        for await _ in ended {}
        limit.cancel()
    }
}
