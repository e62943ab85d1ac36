import ArgumentParser

/// `toggle`.
struct ToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Pause, or go on.", aliases: ["play-pause"])

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.require("CanPlay", orSay: "there is nothing to play: mediactl play FILE")
        try daemon.call(.player, "PlayPause")
    }
}
