import ArgumentParser

/// `previous`.
struct PreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous",
        abstract: "Go to the start of the item, or chapter (mpris.next-previous), or to the previous one.",
        aliases: ["prev"])

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.require("CanGoPrevious", orSay: "there is no previous item: see mediactl queue", whilePlaying: true)
        try daemon.call(.player, "Previous")
    }
}
