import DBusKit

@testable import mediactl

extension FakeDaemon {
    /// `Window1`: its state changes as the daemon's would with a compositor that does what it is asked.
    var window: BusInterface {
        BusInterface(
            DaemonInterface.window.rawValue,
            methods: [
                recorded("Step", [BusArgument("frames", "i")]),
                BusMethod("SetFullscreen", in: [BusArgument("fullscreen", "b")]) {
                    [weak self] arguments throws(DBusError) in
                    let isOn = arguments[0].asBool ?? false
                    self?.record("SetFullscreen [\(isOn)]")
                    self?.windowState = isOn ? "fullscreen" : "windowed"
                    return []
                },
                changing("StartPictureInPicture") { _ in "picture-in-picture" },
                changing("StopPictureInPicture") { _ in "windowed" },
                changing("TogglePictureInPicture") {
                    $0 == "picture-in-picture" ? "windowed" : "picture-in-picture"
                },
                changing("ClosePictureInPicture") { _ in "none" },
                BusMethod(
                    "Screenshot", in: [BusArgument("path", "s"), BusArgument("overwrite", "b")],
                    out: [BusArgument("file", "s")]
                ) { [weak self] arguments throws(DBusError) in
                    self?.record("Screenshot \(arguments[0].asString ?? "") \(arguments[1].asBool ?? false)")
                    return ["/here.png"]
                },
            ],
            properties: [
                setting("Rotation", .int32(0)), setting("Scaling", .string("fit")),
                BusProperty("State", "s") { [weak self] in .string(self?.windowState ?? "none") },
            ])
    }

    private func changing(_ name: String, _ next: @escaping @Sendable (String) -> String) -> BusMethod {
        BusMethod(name) { [weak self] (_) throws(DBusError) in
            self?.record(name)
            if let self { windowState = next(windowState) }
            return []
        }
    }
}
