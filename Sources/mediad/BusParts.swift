internal import DBusKit
internal import Logging
internal import PlayerCore
internal import PlayerService

/// The player's objects on the session bus, its inhibitors, and the prompts that it shows.
@BusActor
final class BusParts {
    let bus: PlayerBus
    let inhibitor: SessionInhibitor
    let prompts: DesktopPrompts
    let others: OtherPlayers
    private let machine: MachineSleep
    private let connections: PlayerBus.Connections

    /// - Parameter snapshot: the state that clients read until the player publishes another snapshot.
    init(
        _ connections: PlayerBus.Connections, _ context: DaemonContext, snapshot: PlayerSnapshot,
        handlers: PlayerBus.Handlers,
        history: HistoryHandlers?, exports: ExportHandlers, pictures: PictureHandlers,
        machine: @escaping MachineSleep.Tell
    ) {
        self.machine = MachineSleep(tell: machine)
        self.connections = connections
        bus = PlayerBus(
            connections: connections, snapshot: snapshot, options: context.configuration.busOptions, handlers: handlers,
            history: history, exports: exports, pictures: pictures)
        inhibitor = SessionInhibitor(
            session: connections.own, isEnabled: context.configuration.session.inhibit,
            log: { [logger = context.logger] in logger.info("\($0)") })
        prompts = DesktopPrompts(
            session: connections.own, snapshot: snapshot, mode: context.configuration.notifications.prompts,
            language: Words.Language(SessionLanguages.preferred(in: context.environment)),
            perform: handlers.perform, log: { [logger = context.logger] in logger.info("\($0)") })
        others = OtherPlayers(session: connections.mpris, perform: handlers.perform)
        others.isEnabled = context.configuration.audio.pauseWhenOthersPlay
    }

    /// - Throws: ``DaemonParts/StartFailure``.
    static func connect() throws -> PlayerBus.Connections {
        do {
            return try PlayerBus.Connections(mpris: BusConnection(), own: BusConnection())
        } catch {
            throw DaemonParts.StartFailure(
                description: "the session bus is not available: \(error.message). "
                    + "Log in to a session, or run mediad under dbus-run-session.")
        }
    }

    /// Exports the objects and requests the names. Clients can use the daemon from then on.
    ///
    /// - Parameter lost: called when a connection to the bus is lost.
    func start(lost: @escaping @Sendable () -> Void) throws {
        for connection in both { connection.onDisconnected = lost }
        try bus.start()
    }

    /// The player plays: from now on, it is told of the machine's sleep.
    func plays() { machine.watch() }

    /// Applies a changed configuration.
    func apply(_ configuration: Configuration) {
        inhibitor.isEnabled = configuration.session.inhibit
        prompts.mode = configuration.notifications.prompts
        others.isEnabled = configuration.audio.pauseWhenOthersPlay
    }

    /// Releases the inhibitors and the names, and removes prompts from the screen.
    func leave() {
        others.isEnabled = false
        prompts.stop()
        inhibitor.stop()
        machine.stop()
        bus.stop()
        for connection in both {
            connection.flush()
            connection.close()
        }
    }

    private var both: [BusConnection] { [connections.mpris, connections.own] }
}
