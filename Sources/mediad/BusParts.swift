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
    private let connection: BusConnection

    /// - Parameter snapshot: the state that clients read until the player publishes another snapshot.
    init(
        _ connection: BusConnection, _ context: DaemonContext, snapshot: PlayerSnapshot, handlers: PlayerBus.Handlers,
        history: HistoryHandlers?, exports: ExportHandlers, pictures: PictureHandlers
    ) {
        self.connection = connection
        bus = PlayerBus(
            connection: connection, snapshot: snapshot, options: context.configuration.busOptions, handlers: handlers,
            history: history, exports: exports, pictures: pictures)
        inhibitor = SessionInhibitor(
            session: connection, isEnabled: context.configuration.session.inhibit,
            log: { [logger = context.logger] in logger.info("\($0)") })
        prompts = DesktopPrompts(
            session: connection, snapshot: snapshot, mode: context.configuration.notifications.prompts,
            language: Words.Language(SessionLanguages.preferred(in: context.environment)),
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
                description: "the session bus is not available: \(error.message). "
                    + "Log in to a session, or run mediad under dbus-run-session.")
        }
    }

    /// Exports the objects and requests the names. Clients can use the daemon from then on.
    ///
    /// - Parameter lost: called when the connection to the bus is lost.
    func start(lost: @escaping @Sendable () -> Void) throws {
        connection.onDisconnected = lost
        try bus.start()
    }

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
        bus.stop()
        connection.flush()
        connection.close()
    }
}
