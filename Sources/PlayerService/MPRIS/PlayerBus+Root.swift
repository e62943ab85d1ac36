internal import DBusKit
internal import PlayerCore

extension PlayerBus {
    /// `org.mpris.MediaPlayer2`: who this is, and whether its window fills the screen.
    func rootInterface() -> BusInterface {
        let options = options
        let quit = handlers.quit
        return BusInterface(
            MPRISName.root,
            methods: [
                BusMethod(
                    "Raise",
                    answering: { [weak self] call in
                        guard let self, snapshot.window.isThere else {
                            return call.reply.fail(
                                DBusError(
                                    .notSupported,
                                    "There is no window: it is there while something with a picture plays."))
                        }
                        perform(.raiseWindow, call.reply)
                    }),
                BusMethod(
                    "Quit",
                    answering: { call in
                        call.reply.succeed()
                        quit()
                    }),
            ],
            properties: [
                BusProperty("CanQuit", "b") { true },
                BusProperty(
                    "Fullscreen", "b", get: { [weak self] in .boolean(self?.snapshot.window.state == .fullscreen) },
                    set: { [weak self] value, reply in
                        guard let self, snapshot.window.isSupported else {
                            let why = self?.snapshot.window.whyNot ?? "There is no display to show a window on."
                            return reply.fail(DBusError(name: ServiceError.notPossible, message: why))
                        }
                        perform(.setFullscreen(value.asBool ?? false), reply)
                    }),
                BusProperty("CanSetFullscreen", "b") { [weak self] in
                    .boolean(self?.snapshot.window.isSupported ?? false)
                },
                BusProperty("CanRaise", "b") { [weak self] in .boolean(self?.snapshot.window.isThere ?? false) },
                BusProperty("HasTrackList", "b") { true },
                BusProperty("Identity", "s") { "mediad" },
                BusProperty("DesktopEntry", "s") { "mediad" },
                BusProperty("SupportedUriSchemes", "as") { .strings(options.supportedSchemes) },
                BusProperty("SupportedMimeTypes", "as") { .strings(options.supportedMimeTypes) },
            ])
    }
}
