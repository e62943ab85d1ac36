internal import DBusKit

extension PlayerBus {
    /// `org.mpris.MediaPlayer2`: who this is. Nothing here changes while the daemon runs.
    func rootInterface() -> BusInterface {
        let options = options
        let quit = handlers.quit
        return BusInterface(
            MPRISName.root,
            methods: [
                BusMethod("Raise") { (_: [DBusValue]) throws(DBusError) in
                    throw DBusError(.notSupported, "mediad has no window of its own to raise")
                },
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
                    "Fullscreen", "b", get: { false },
                    set: { _, reply in
                        reply.fail(DBusError(name: ServiceError.notPossible, message: "the window is the sink's own"))
                    }),
                BusProperty("CanSetFullscreen", "b") { false },
                BusProperty("CanRaise", "b") { false },
                BusProperty("HasTrackList", "b") { true },
                BusProperty("Identity", "s") { "mediad" },
                BusProperty("DesktopEntry", "s") { "mediad" },
                BusProperty("SupportedUriSchemes", "as") { .strings(options.supportedSchemes) },
                BusProperty("SupportedMimeTypes", "as") { .strings(options.supportedMimeTypes) },
            ])
    }
}
