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

    /// - Parameter hangUps: trapped before anybody could know of the daemon, so that none ends it.
    init(
        file: ConfigurationFile, parts: DaemonParts, hangUps: UnixSignalsSequence, logger: Logger,
        notifier: SystemdNotifier
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
        defer { notifier.ready(status: "Configuration read") }
        do {
            let configuration = try file.read()
            await parts.apply(configuration)
            logger.info("configuration read again")
            return .success(())
        } catch {
            logger.error("\(error)")
            return .failure(error)
        }
    }
}
