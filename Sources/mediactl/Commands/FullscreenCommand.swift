import ArgumentParser
import DBusKit

/// `fullscreen`.
struct FullscreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fullscreen", abstract: "Fullscreen, or back to the window.")

    @Argument(help: ArgumentHelp("'on' or 'off'; the other one unless given.", valueName: "on|off"))
    var wish: String?

    func run() throws {
        let daemon = try DaemonConnection()
        let isOn: Bool
        switch wish {
        case "on": isOn = true
        case "off": isOn = false
        case nil: isOn = try daemon.properties(of: .window)["State"]?.asString != "fullscreen"
        case let other?: throw ValidationError("'\(other)' is neither 'on' nor 'off'.")
        }
        try daemon.call(.window, "SetFullscreen", [.boolean(isOn)])
    }
}
