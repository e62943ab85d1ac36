internal import DBusKit
internal import GLibLoop
internal import Gst
internal import Logging
internal import PlayerCore
internal import PlayerEngine
internal import PlayerService
internal import ServiceLifecycle
internal import UnixSignals

/// Wires the parts together and lives as long as the process.
final class Daemon: Sendable {
    private let configuration: Configuration
    private let file: ConfigurationFile
    private let environment: [String: String]
    private let logger: Logger
    private let notifier: SystemdNotifier

    init(configuration: Configuration, file: ConfigurationFile, environment: [String: String], logger: Logger) {
        self.configuration = configuration
        self.file = file
        self.environment = environment
        self.logger = logger
        notifier = SystemdNotifier(environment: environment)
    }

    /// Runs until it is told to stop.
    ///
    /// - Returns: the exit status: 0 after a stop that was asked for, 1 when it could not start, 70 when the bus went away.
    func run() async -> Int32 {
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        let stops = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let parts: DaemonParts
        do {
            parts = try await DaemonParts.start(
                configuration: configuration, environment: environment, logger: logger, notifier: notifier)
        } catch {
            logger.critical("\(error)")
            return 1
        }
        let reload = ReloadService(file: file, parts: parts, logger: logger, notifier: notifier, hangUps: hangUps)
        let lifetime = LifetimeService(parts: parts, stops: stops)
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(service: reload, successTerminationBehavior: .gracefullyShutdownGroup),
                    .init(service: lifetime, successTerminationBehavior: .gracefullyShutdownGroup),
                ],
                logger: quiet))
        parts.setReload { completion in Task { completion(await reload.reload()) } }
        notifier.ready(status: await parts.status)
        Allocator.releaseStartUpCode()
        do {
            try await group.run()
        } catch {
            logger.error("\(error)")
        }
        notifier.stopping()
        await stop(parts)
        return parts.lostBus ? 70 : 0
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
            logger.warning("the player does not come to an end; left behind")
            end.finish()
        }
        for await _ in ended {}
        limit.cancel()
    }

    /// The lifecycle library's own messages are for its debugging.
    private var quiet: Logger {
        var logger = logger
        logger.logLevel = .error
        return logger
    }
}
