internal import GLibLoop
internal import Logging
internal import PlayerCore
public import PlayerEngine
public import PlayerRuntime

/// The player: its loop, what plays, and what reads beside it.
@MediaActor
final class MediaParts {
    let loop: PlayerLoop
    let reader: MediaReader
    private let engine: PlaybackEngine
    let exports: ExportHost
    private let window: WindowHost
    private let library: Library?
    private let environment: [String: String]

    init(_ context: DaemonContext, library: Library?) {
        let (configuration, environment, logger) = (context.configuration, context.environment, context.logger)
        var generator = SystemRandomNumberGenerator()
        let player = Player(
            firstID: generator.next(upperBound: 1 << 32) << 16, seed: generator.next(),
            settings: Self.settings(configuration, environment: environment, library: library))
        let trace: (@Sendable (String) -> Void)? =
            logger.logLevel <= .trace ? { @Sendable line in logger.trace("\(line)") } : nil
        let loop = PlayerLoop(player: player, log: .init(remark: { logger.info("\($0)") }, trace: trace))

        let settings = configuration.engine(environment: environment)
        let log: @Sendable (EngineLogLevel, String) -> Void = { level, message in
            logger.log(level: Logger.Level(level), "\(message)")
        }
        window = WindowHost(environment: environment, logger: logger) { [weak loop] report in
            MediaActor.post { loop?.tell(.window(report)) }
        }
        exports = ExportHost(
            access: configuration.exporting(environment: environment),
            ledger: library.flatMap { _ in Library.folder(in: environment).map(ExportLedger.init) }, logger: logger
        ) { [weak loop] event in MediaActor.post { loop?.tell(.exports(event)) } }
        reader = MediaReader(configuration: settings, log: log) { [weak loop] event in loop?.tell(.reading(event)) }
        engine = PlaybackEngine(
            configuration: settings, environment: environment, log: log, reader: reader, surface: window
        ) { [weak loop] event in loop?.tell(.engine(event)) }
        self.loop = loop
        self.library = library
        self.environment = environment
    }

    /// What plays, for the service manager.
    var status: String { SnapshotPublisher.describe(loop.snapshot) }

    /// Goes on with what was written down of the last run. It is in the snapshot when this returns; what has to be opened for
    /// it is opened by ``begin(_:)``, so that nobody waits for it.
    func takeUp(_ session: StoredSession, absence: MediaTime, _ restore: Configuration.Session.Restore) {
        guard restore == .never else {
            loop.perform(.restore(session, absence: absence, plays: restore == .playing), from: .program)
            return
        }
        // Where somebody wants the picture is no matter of what plays.
        guard let layout = session.state.pictureInPicture else { return }
        loop.perform(.window(.setCorner(layout.corner)), from: .program)
        loop.perform(.window(.setWidth(UInt32(clamping: layout.width))), from: .program)
    }

    /// Carries out what was decided, from now on at once. Before any command of a client.
    func begin(_ publisher: SnapshotPublisher) {
        exports.clear()
        loop.begin(
            PlayerPorts(
                engine: engine, reading: reader, window: window, library: library, exports: exports,
                publish: { snapshot, notices in publisher.publish(snapshot, notices) }))
    }

    /// Takes over a changed configuration.
    func apply(_ configuration: Configuration) {
        let settings = configuration.engine(environment: environment)
        reader.reconfigure(settings)
        engine.reconfigure(settings)
        exports.configure(configuration.exporting(environment: environment))
        loop.perform(
            .configure(Self.settings(configuration, environment: environment, library: library)), from: .program)
    }

    /// They leave nothing behind.
    func stopExports() { loop.perform(.exports(.cancelAll), from: .program) }

    /// Falls silent, then takes the window away.
    func shutDown() async {
        loop.shutDown()
        await window.close()
    }

    private static func settings(
        _ configuration: Configuration, environment: [String: String], library: Library?
    ) -> PlayerSettings {
        var settings = configuration.playerSettings(environment: environment)
        settings.hasJournal = library != nil
        settings.readsAhead = true
        return settings
    }
}

// The adapters know nothing of the runtime, nor the runtime of them: what it asks of each is what it does anyway.
extension PlaybackEngine: EnginePort {}
extension MediaReader: ReadingPort {}
extension WindowHost: WindowPort {}
extension Library: LibraryPort {}
extension ExportHost: ExportPort {}
