import ArgumentParser
import DBusKit

/// `pip`: picture in picture.
struct PipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pip", abstract: "Picture in picture: a small window above all others.",
        subcommands: [PipStartCommand.self, PipStopCommand.self, PipCloseCommand.self, PipToggleCommand.self],
        defaultSubcommand: PipToggleCommand.self)
}

/// `pip start`.
struct PipStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "start", abstract: "Start it.")

    func run() throws { try DaemonConnection().call(.window, "StartPictureInPicture") }
}

/// `pip stop`.
struct PipStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Back to the window that it was.")

    func run() throws { try DaemonConnection().call(.window, "StopPictureInPicture") }
}

/// `pip close`.
struct PipCloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "End it, and playback as the configuration says.")

    func run() throws { try DaemonConnection().call(.window, "ClosePictureInPicture") }
}

/// `pip toggle`.
struct PipToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Start it, or go back to the window.")

    func run() throws { try DaemonConnection().call(.window, "TogglePictureInPicture") }
}

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
