internal import DBusKit
internal import PlayerCore

/// `org.mpris.MediaPlayer2`: the identity of the player, and its fullscreen state.
@BusActor
final class RootAdapter: BusAdapter {
    let path = BusObject.mpris
    private let player: PlayerView
    private let commands: CommandSender
    private let schemes: DBusValue
    private let mimeTypes: DBusValue
    private let quit: @Sendable () -> Void

    init(
        _ player: PlayerView, _ commands: CommandSender, _ options: PlayerBus.Options,
        quit: @escaping @Sendable () -> Void
    ) {
        self.player = player
        self.commands = commands
        schemes = .strings(options.supportedSchemes)
        mimeTypes = .strings(options.supportedMimeTypes)
        self.quit = quit
    }

    private var window: WindowSnapshot { player.snapshot.window }

    var interface: BusInterface {
        BusInterface(
            "org.mpris.MediaPlayer2",
            methods: [
                BusMethod("Raise", answering: { [self] call in raise(call.reply) }),
                BusMethod(
                    "Quit",
                    answering: { [quit] call in
                        call.reply.succeed()
                        quit()
                    }),
            ],
            properties: windowProperties() + [
                BusProperty("HasTrackList", "b") { true },
                BusProperty("Identity", "s") { "mediad" },
                BusProperty("DesktopEntry", "s") { "mediad" },
                BusProperty("SupportedUriSchemes", "as") { [schemes] in schemes },
                BusProperty("SupportedMimeTypes", "as") { [mimeTypes] in mimeTypes },
            ])
    }

    private func windowProperties() -> [BusProperty] {
        [
            BusProperty("CanQuit", "b") { true },
            BusProperty(
                "Fullscreen", "b", get: { [self] in .boolean(window.state == .fullscreen) },
                set: { [self] value, reply in setFullscreen(value.asBool ?? false, reply) }),
            BusProperty("CanSetFullscreen", "b") { [self] in .boolean(window.isSupported) },
            BusProperty("CanRaise", "b") { [self] in .boolean(window.isThere) },
        ]
    }

    private func raise(_ reply: BusReply) {
        guard window.isThere else {
            return reply.fail(
                DBusError(.notSupported, "There is no window: it exists only while video plays."))
        }
        commands.send(.window(.raise), reply)
    }

    private func setFullscreen(_ isOn: Bool, _ reply: BusReply) {
        guard window.isSupported else {
            let why = window.whyNot ?? "There is no display to show a window on."
            return reply.fail(DBusError(name: ServiceError.notPossible, message: why))
        }
        commands.send(.window(.setFullscreen(isOn)), reply)
    }
}
