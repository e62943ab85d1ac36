internal import DBusKit
internal import Logging
internal import PlayerCore
internal import PlayerService

/// The player's side on the session bus: its objects, what it inhibits while it plays, and what it prompts people with.
@BusActor
final class BusParts {
    let bus: PlayerBus
    let inhibitor: SessionInhibitor
    let prompts: DesktopPrompts
    let others: OtherPlayers
    private let connection: BusConnection

    /// - Parameter snapshot: what is read until the player publishes another one.
    init(
        _ connection: BusConnection, _ context: DaemonContext, snapshot: PlayerSnapshot, handlers: PlayerBus.Handlers,
        history: HistoryHandlers?, exports: ExportHandlers
    ) {
        self.connection = connection
        bus = PlayerBus(
            connection: connection, snapshot: snapshot, options: context.configuration.busOptions, handlers: handlers,
            history: history, exports: exports)
        inhibitor = SessionInhibitor(
            session: connection, isEnabled: context.configuration.session.inhibit,
            log: { [logger = context.logger] in logger.info("\($0)") })
        prompts = DesktopPrompts(
            session: connection, snapshot: snapshot, mode: context.configuration.notifications.prompts,
            perform: handlers.perform, log: { [logger = context.logger] in logger.info("\($0)") })
        others = OtherPlayers(session: connection, perform: handlers.perform)
        others.isEnabled = context.configuration.audio.pauseWhenOthersPlay
    }

    /// - Throws: ``DaemonParts/StartFailure``.
    static func connect() throws -> BusConnection {
        do {
            return try BusConnection()
        } catch {
            throw DaemonParts.StartFailure(
                description: "no session bus: \(error.message). "
                    + "Log in to a session, or run mediad under dbus-run-session.")
        }
    }

    /// Shows the objects and takes the names: from here on the daemon is there for everybody.
    ///
    /// - Parameter lost: called when the bus goes away.
    func start(lost: @escaping @Sendable () -> Void) throws {
        connection.onDisconnected = lost
        try bus.start()
    }

    /// Takes over a changed configuration.
    func apply(_ configuration: Configuration) {
        inhibitor.isEnabled = configuration.session.inhibit
        prompts.mode = configuration.notifications.prompts
        others.isEnabled = configuration.audio.pauseWhenOthersPlay
    }

    /// Lets go of what is inhibited and of the names, and takes prompts off the screen.
    func leave() {
        others.isEnabled = false
        prompts.stop()
        inhibitor.stop()
        bus.stop()
        connection.flush()
        connection.close()
    }
}
