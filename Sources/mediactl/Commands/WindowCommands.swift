import ArgumentParser
import DBusKit

/// `pip`: picture in picture.
struct PipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pip", abstract: "Show video in a small window above all others.",
        subcommands: [PipStartCommand.self, PipStopCommand.self, PipCloseCommand.self, PipToggleCommand.self],
        defaultSubcommand: PipToggleCommand.self)
}

/// `pip start`.
struct PipStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "start", abstract: "Start picture in picture.")

    func run() throws { try DaemonConnection().call(.window, "StartPictureInPicture") }
}

/// `pip stop`.
struct PipStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Restore the window.")

    func run() throws { try DaemonConnection().call(.window, "StopPictureInPicture") }
}

/// `pip close`.
struct PipCloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close picture in picture, and pause or stop playback.",
        discussion: "The key on-close under [video] in the configuration decides which of the two.")

    func run() throws { try DaemonConnection().call(.window, "ClosePictureInPicture") }
}

/// `pip toggle`.
struct PipToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Start or stop picture in picture.")

    func run() throws { try DaemonConnection().call(.window, "TogglePictureInPicture") }
}

/// `fullscreen`.
struct FullscreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fullscreen", abstract: "Turn fullscreen on or off.")

    @Argument(
        help: ArgumentHelp("'on' or 'off'; the default is to toggle.", valueName: "on|off"),
        completion: .list(["on", "off"]))
    var wish: String?

    func validate() throws {
        guard let wish, wish != "on", wish != "off" else { return }
        throw ValidationError("'\(wish)' is neither 'on' nor 'off'.")
    }

    func run() throws {
        let daemon = try DaemonConnection()
        let isOn =
            if let wish { wish == "on" } else {
                try daemon.properties(of: .window)["State"]?.asString != "fullscreen"
            }
        try daemon.call(.window, "SetFullscreen", [.boolean(isOn)])
    }
}
