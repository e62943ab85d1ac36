internal import Logging
internal import PlayerEngine
internal import UnixSignals

/// Reads the configuration again on SIGHUP or on request over D-Bus.
final class ReloadService: Sendable {
    private let file: ConfigurationFile
    private let parts: DaemonParts
    private let requests: DaemonRequests
    private let hangUps: UnixSignalsSequence
    private let environment: [String: String]
    private let logger: Logger
    private let notifier: SystemdNotifier

    /// - Parameter hangUps: trapped before the daemon reports that it is ready, so that no SIGHUP kills it.
    init(
        file: ConfigurationFile, parts: DaemonParts, requests: DaemonRequests, hangUps: UnixSignalsSequence,
        context: DaemonContext
    ) {
        self.file = file
        self.parts = parts
        self.requests = requests
        self.hangUps = hangUps
        environment = context.environment
        logger = context.logger
        notifier = context.notifier
    }

    /// Runs until its task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                for await _ in hangUps { requests.reload { _ in } }
            }
            group.addTask { [self] in
                for await reply in requests.reloads { reply(await reload()) }
            }
        }
    }

    /// Reloads the configuration. A configuration with errors changes nothing, and each error is logged.
    private func reload() async -> Result<Void, any Error> {
        notifier.reloading()
        do {
            var configuration = try file.read()
            configuration.network.logins = HTTPLogins.read(environment: environment)
            await parts.apply(configuration)
            logger.info("configuration applied")
            notifier.ready(status: "Configuration read")
            return .success(())
        } catch {
            for line in error.lines { logger.error("\(line)") }
            notifier.ready(status: "The configuration has errors and was not applied: see mediad --check-config")
            return .failure(error)
        }
    }
}
