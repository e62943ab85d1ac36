import ArgumentParser

/// `pause`.
struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause.")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.requirePlaying()
        try daemon.require("CanPause", orSay: "there is nothing to pause: see mediactl status")
        try daemon.call(.player, "Pause")
    }
}
