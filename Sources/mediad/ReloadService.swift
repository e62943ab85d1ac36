internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Reads the configuration again, on SIGHUP or when asked over D-Bus.
final class ReloadService: Service {
    private let file: ConfigurationFile
    private let parts: DaemonParts
    private let logger: Logger
    private let notifier: SystemdNotifier

    private let hangUps: UnixSignalsSequence

    /// - Parameter hangUps: made before anybody is told that the daemon is there, so that none of them kills it.
    init(
        file: ConfigurationFile, parts: DaemonParts, logger: Logger, notifier: SystemdNotifier,
        hangUps: UnixSignalsSequence
    ) {
        self.hangUps = hangUps
        self.file = file
        self.parts = parts
        self.logger = logger
        self.notifier = notifier
    }

    func run() async throws {
        for await _ in hangUps.cancelOnGracefulShutdown() {
            _ = await reload()
        }
    }

    /// A configuration with mistakes changes nothing; each mistake is logged.
    func reload() async -> Result<Void, any Error> {
        notifier.reloading()
        do {
            let configuration = try file.read()
            await parts.apply(configuration)
            logger.info("configuration read again")
            notifier.ready(status: "Configuration read")
            return .success(())
        } catch {
            logger.error("\(error)")
            notifier.ready(status: "The configuration has mistakes and was not read again: mediad --check-config")
            return .failure(error)
        }
    }
}
