internal import DBusKit
internal import GLibLoop
internal import Glibc
internal import Gst
internal import Logging
internal import PlayerEngine
internal import UnixSignals

/// The context that the daemon's parts are made from.
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

    /// - Parameter file: the file that the context's configuration was read from.
    init(_ context: DaemonContext, file: ConfigurationFile) {
        self.context = context
        self.file = file
    }

    /// Runs until a stop is requested.
    ///
    /// - Returns: the exit status: 0 after a requested stop, 1 if the daemon could not start, 70 if the bus was lost.
    func run() async -> Int32 {
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        // The signal is that of GStreamer's tracer of leaks where that asks for it.
        let isTraced = context.environment["GST_LEAKS_TRACER_SIG"] != nil
        let drawings = isTraced ? nil : await UnixSignalsSequence(trapping: .sigusr1)
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
        let graphs = PipelineGraphs(environment: context.environment, logger: logger)
        let reload = ReloadService(file: file, parts: parts, requests: requests, hangUps: hangUps, context: context)
        // Only now: the service manager limits the time of the start itself.
        let watch = LoopWatch([MediaActor.loop, BusActor.loop]) { [logger] in logger.warning("\($0)") }
        let watchdog = await Watchdog(environment: context.environment, process: getpid(), notifier: notifier)
        notifier.ready(status: await parts.status)
        await watchdog?.begin()
        LoadingAhead.begin(context.configuration.engine(environment: context.environment))
        await parts.returnMemory(after: 3)
        // Lasts until a signal or a client on the bus requests a stop, or until the bus is lost.
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await reload.run() }
            if let drawings { group.addTask { await graphs.run(drawings, of: parts.media) } }
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

    /// Ends within a second even if a device or a sound server does not respond.
    private func stop(_ parts: DaemonParts) async {
        let (ended, end) = AsyncStream<Void>.makeStream()
        Task {
            await parts.stop()
            end.finish()
        }
        let limit = Task { [logger] in
            try await Task.sleep(for: .milliseconds(700))
            logger.warning("the player did not stop within 700 ms and is abandoned")
            end.finish()
        }
        for await _ in ended {}
        limit.cancel()
    }
}
