import ArgumentParser

/// `resume`: unlike `play` it never starts mediad.
struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Go on.")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.require("CanPlay", orSay: "there is nothing to play: mediactl play FILE")
        try daemon.call(.player, "Play")
        try daemon.waitForStart()
    }
}
