internal import DBusKit
internal import Gst
internal import Logging
internal import MediaExport
internal import PlayerCore
internal import PlayerEngine
internal import PlayerService
internal import Synchronization

/// The daemon's long-lived parts: the player on the media loop, its faces on the bus loop.
final class DaemonParts: Sendable {
    /// Why the daemon could not start, in a sentence.
    struct StartFailure: Error, CustomStringConvertible {
        let description: String
    }

    private struct State {
        var lostBus = false
        var reload: (@Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void)?
    }

    private let state = Mutex(State())
    private let end: AsyncStream<Void>.Continuation
    /// Ends when the daemon is to stop by itself.
    let ended: AsyncStream<Void>
    private let player: PlayerLoop
    private let bus: PlayerBus
    private let connection: BusConnection
    private let inhibitor: SessionInhibitor
    private let environment: [String: String]
    private let trackers: TrackerHost
    private let library: Library?
    private let window: WindowHost
    private let exports: ExportHost

    private init(
        player: PlayerLoop, bus: PlayerBus, connection: BusConnection, inhibitor: SessionInhibitor,
        trackers: TrackerHost, library: Library?, window: WindowHost, exports: ExportHost,
        environment: [String: String],
        ended: AsyncStream<Void>, end: AsyncStream<Void>.Continuation
    ) {
        self.player = player
        self.bus = bus
        self.connection = connection
        self.inhibitor = inhibitor
        self.trackers = trackers
        self.library = library
        self.window = window
        self.exports = exports
        self.environment = environment
        self.ended = ended
        self.end = end
    }

    var lostBus: Bool { state.withLock { $0.lostBus } }

    /// What plays, for the service manager.
    @MediaActor var status: String { SnapshotOutlet.describe(player.snapshot) }

    /// Reads the configuration again, once there is something to read it.
    func reload(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        state.withLock { $0.reload }?(completion)
    }

    func setReload(_ body: @escaping @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void) {
        state.withLock { $0.reload = body }
    }

    /// Connects, exports, owns the names: when this returns the daemon is there for everybody.
    static func start(
        configuration: Configuration, environment: [String: String], logger: Logger, notifier: SystemdNotifier
    ) async throws -> DaemonParts {
        // Beside reading the journal: both take a few milliseconds.
        async let connecting = connect()
        let trackers = TrackerHost(logger: logger)
        let outlet = SnapshotOutlet(notifier: notifier, trackers: trackers, logger: logger)
        let opened = Result { () throws(Library.Refusal) in
            try Library(environment: environment, logger: logger)
        }
        let library = try? opened.get()
        library?.keepsHistory = configuration.history.keep
        let last = await library?.lastSession()
        let restore = configuration.session.restore
        let window = WindowHost(environment: environment, logger: logger)
        let player = await makePlayer(
            configuration, environment: environment, logger: logger, outlet: outlet, library: library, window: window)
        window.setTeller { event in MediaActor.post { player.tell(event) } }
        if let last { await takeUp(last.session, absence: last.absence, restore, in: player) }
        let (ended, end) = AsyncStream<Void>.makeStream()
        let connection = try await connecting
        let parts = try await makeBus(
            connection, player: player, snapshot: await player.snapshot, configuration: configuration,
            environment: environment, outlet: outlet, trackers: trackers, library: library, window: window,
            logger: logger, restored: restore == .never ? nil : last?.session, ended: ended, end: end)
        // Another mediad that runs has been reported by its name; this is for one on another bus.
        if case .failure(let refusal) = opened { logger.warning("\(refusal)") }
        trackers.setRefresh { done in
            MediaActor.post {
                player.countDroppedFrames()
                done()
            }
        }
        // Not before it is certain that this mediad is the one that runs.
        trackers.configure(configuration.trackers)
        return parts
    }

    @MediaActor
    private static func takeUp(
        _ session: StoredSession, absence: MediaTime, _ restore: Configuration.Session.Restore, in player: PlayerLoop
    ) {
        guard restore == .never else {
            return player.restore(session, absence: absence, plays: restore == .playing)
        }
        // Where somebody wants the picture is no matter of what plays.
        guard let layout = session.state.pictureInPicture else { return }
        player.perform(.setCorner(layout.corner), from: .program)
        player.perform(.setWindowWidth(UInt32(clamping: layout.width)), from: .program)
    }

    @MediaActor
    private static func makePlayer(
        _ configuration: Configuration, environment: [String: String], logger: Logger, outlet: SnapshotOutlet,
        library: Library?, window: WindowHost
    ) -> PlayerLoop {
        var generator = SystemRandomNumberGenerator()
        let settings = Self.settings(configuration, environment: environment, library: library)
        let player = Player(
            firstID: generator.next(upperBound: 1 << 32) << 16, seed: generator.next(), settings: settings)
        let trace: (@Sendable (String) -> Void)? =
            logger.logLevel <= .trace ? { @Sendable line in logger.trace("\(line)") } : nil
        return PlayerLoop(
            player: player, configuration: configuration.engine(environment: environment), environment: environment,
            log: { level, message in logger.log(level: Logger.Level(level), "\(message)") },
            trace: trace,
            library: { effect, answer in library?.perform(effect, answer: answer) }, window: window,
            publish: { snapshot, notices in outlet.publish(snapshot, notices) })
    }

    @BusActor
    private static func connect() throws -> BusConnection {
        do {
            return try BusConnection()
        } catch {
            throw StartFailure(
                description: "no session bus: \(error.message). "
                    + "Log in to a session, or run mediad under dbus-run-session.")
        }
    }

    @BusActor
    private static func makeBus(
        _ connection: BusConnection, player: PlayerLoop, snapshot: PlayerSnapshot, configuration: Configuration,
        environment: [String: String], outlet: SnapshotOutlet, trackers: TrackerHost, library: Library?,
        window: WindowHost, logger: Logger, restored: StoredSession?, ended: AsyncStream<Void>,
        end: AsyncStream<Void>.Continuation
    ) throws -> DaemonParts {
        let box = PartsBox()
        let exports = ExportHost(
            settings: configuration.engine(environment: environment).exporting,
            ledger: library.flatMap { _ in Library.folder(in: environment).map(ExportLedger.init) }, logger: logger,
            show: { number, job in BusActor.post { outlet.bus?.show(job, of: number) } })
        exports.clear()
        let bus = PlayerBus(
            connection: connection, snapshot: snapshot, options: configuration.busOptions,
            handlers: handlers(
                player: player, library: library, exports: exports, box: box, quit: { end.finish() }))
        let inhibitor = SessionInhibitor(
            session: connection, isEnabled: configuration.session.inhibit, log: { logger.info("\($0)") })
        let parts = DaemonParts(
            player: player, bus: bus, connection: connection, inhibitor: inhibitor, trackers: trackers,
            library: library, window: window, exports: exports, environment: environment, ended: ended, end: end)
        box.parts = parts
        outlet.bus = bus
        connection.onDisconnected = { [weak parts] in
            parts?.state.withLock { $0.lostBus = true }
            end.finish()
        }
        // From here on commands may come, each of them behind this.
        MediaActor.post { player.begin() }
        if let restored {
            library?.verify(restored) { id in MediaActor.post { player.tell(.restoredItemReplaced(id)) } }
        }
        try bus.start()
        outlet.inhibitor = inhibitor
        return parts
    }

    /// Takes over a changed configuration.
    func apply(_ configuration: Configuration) async {
        trackers.configure(configuration.trackers)
        exports.configure(configuration.engine(environment: environment).exporting)
        library?.keepsHistory = configuration.history.keep
        await setInhibiting(configuration.session.inhibit)
        let settings = Self.settings(configuration, environment: environment, library: library)
        await apply(configuration.engine(environment: environment), settings)
    }

    private static func settings(
        _ configuration: Configuration, environment: [String: String], library: Library?
    ) -> PlayerSettings {
        var settings = configuration.playerSettings(environment: environment)
        settings.hasJournal = library != nil
        settings.readsAhead = true
        return settings
    }

    @BusActor
    private func setInhibiting(_ isEnabled: Bool) { inhibitor.isEnabled = isEnabled }

    @MediaActor
    private func apply(_ configuration: EngineConfiguration, _ settings: PlayerSettings) {
        player.reconfigure(configuration)
        player.perform(.configure(settings), from: .program)
    }

    /// Where playback was is written down; off the bus, then silence; trackers hear of the end meanwhile.
    func stop() async {
        exports.stop()
        async let told: Void = trackers.stop(within: .milliseconds(500))
        await writeDown()
        async let written: Void? = library?.close(within: .milliseconds(500))
        await leaveBus()
        await silence()
        await window.close()
        _ = await (told, written)
    }

    @MediaActor
    private func writeDown() { player.writeDown() }

    @BusActor
    private func leaveBus() {
        inhibitor.stop()
        bus.stop()
        connection.flush()
        connection.close()
    }

    @MediaActor
    private func silence() { player.shutDown() }
}
