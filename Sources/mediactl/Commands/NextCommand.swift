import ArgumentParser

/// `next`.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Go to the next item, or chapter (mpris.next-previous).")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.require("CanGoNext", orSay: "there is no next item: see mediactl queue", whilePlaying: true)
        try daemon.call(.player, "Next")
    }
}
