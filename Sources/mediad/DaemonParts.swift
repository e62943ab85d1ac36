internal import DBusKit
internal import Gst
internal import Logging
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

    private init(
        player: PlayerLoop, bus: PlayerBus, connection: BusConnection, inhibitor: SessionInhibitor,
        trackers: TrackerHost, environment: [String: String], ended: AsyncStream<Void>,
        end: AsyncStream<Void>.Continuation
    ) {
        self.player = player
        self.bus = bus
        self.connection = connection
        self.inhibitor = inhibitor
        self.trackers = trackers
        self.environment = environment
        self.ended = ended
        self.end = end
    }

    var lostBus: Bool { state.withLock { $0.lostBus } }

    func setReload(_ body: @escaping @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void) {
        state.withLock { $0.reload = body }
    }

    /// Connects, exports, owns the names: when this returns the daemon is there for everybody.
    static func start(
        configuration: Configuration, environment: [String: String], logger: Logger, notifier: SystemdNotifier
    ) async throws -> DaemonParts {
        let trackers = TrackerHost(logger: logger)
        let outlet = SnapshotOutlet(notifier: notifier, trackers: trackers, logger: logger)
        let player = await makePlayer(configuration, environment: environment, logger: logger, outlet: outlet)
        let (ended, end) = AsyncStream<Void>.makeStream()
        let parts = try await makeBus(
            player: player, snapshot: await player.snapshot, configuration: configuration, environment: environment,
            outlet: outlet, trackers: trackers, logger: logger, ended: ended, end: end)
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
    private static func makePlayer(
        _ configuration: Configuration, environment: [String: String], logger: Logger, outlet: SnapshotOutlet
    ) -> PlayerLoop {
        var generator = SystemRandomNumberGenerator()
        let player = Player(
            firstID: generator.next(upperBound: 1 << 32) << 16, seed: generator.next(),
            settings: configuration.playerSettings(environment: environment))
        let trace: (@Sendable (String) -> Void)? =
            logger.logLevel <= .trace ? { @Sendable line in logger.trace("\(line)") } : nil
        return PlayerLoop(
            player: player, configuration: configuration.engine(environment: environment), environment: environment,
            log: { level, message in logger.log(level: Logger.Level(level), "\(message)") },
            trace: trace, publish: { snapshot, notices in outlet.publish(snapshot, notices) })
    }

    @BusActor
    private static func makeBus(
        player: PlayerLoop, snapshot: PlayerSnapshot, configuration: Configuration, environment: [String: String],
        outlet: SnapshotOutlet, trackers: TrackerHost, logger: Logger, ended: AsyncStream<Void>,
        end: AsyncStream<Void>.Continuation
    ) throws -> DaemonParts {
        let connection: BusConnection
        do {
            connection = try BusConnection()
        } catch {
            throw StartFailure(
                description: "no session bus: \(error.message). "
                    + "Log in to a session, or run mediad under dbus-run-session.")
        }
        let box = PartsBox()
        let bus = PlayerBus(
            connection: connection, snapshot: snapshot, options: configuration.busOptions,
            handlers: .init(
                perform: { command, completion in
                    MediaActor.post {
                        let result = player.perform(command)
                        BusActor.post { completion(result) }
                    }
                },
                inspect: { uri, completion in
                    MediaActor.post {
                        player.inspect(uri) { result in BusActor.post { completion(result) } }
                    }
                },
                image: { source, completion in
                    MediaActor.post {
                        player.image(source) { result in BusActor.post { completion(result) } }
                    }
                },
                reloadConfiguration: { completion in
                    let reload = box.parts?.state.withLock { $0.reload }
                    reload? { result in BusActor.post { completion(result) } }
                },
                quit: { end.finish() }))
        let inhibitor = SessionInhibitor(
            session: connection, isEnabled: configuration.session.inhibit, log: { logger.info("\($0)") })
        let parts = DaemonParts(
            player: player, bus: bus, connection: connection, inhibitor: inhibitor, trackers: trackers,
            environment: environment, ended: ended, end: end)
        box.parts = parts
        outlet.bus = bus
        connection.onDisconnected = { [weak parts] in
            parts?.state.withLock { $0.lostBus = true }
            end.finish()
        }
        try bus.start()
        outlet.inhibitor = inhibitor
        return parts
    }

    /// Takes over a changed configuration.
    func apply(_ configuration: Configuration) async {
        trackers.configure(configuration.trackers)
        await setInhibiting(configuration.session.inhibit)
        await apply(
            configuration.engine(environment: environment), configuration.playerSettings(environment: environment))
    }

    @BusActor
    private func setInhibiting(_ isEnabled: Bool) { inhibitor.isEnabled = isEnabled }

    @MediaActor
    private func apply(_ configuration: EngineConfiguration, _ settings: PlayerSettings) {
        player.reconfigure(configuration)
        player.perform(.configure(settings))
    }

    /// Off the bus first, then silence; trackers hear of the end meanwhile.
    func stop() async {
        async let told: Void = trackers.stop(within: .milliseconds(500))
        await leaveBus()
        await silence()
        await told
    }

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

/// The parts, for handlers that are made before they are.
private final class PartsBox: Sendable {
    private let box = Mutex<DaemonParts?>(nil)
    var parts: DaemonParts? {
        get { box.withLock { $0 } }
        set { box.withLock { $0 = newValue } }
    }
}
