import ArgumentParser

/// `queue clear`.
struct QueueClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all items; playback stops.")

    func run() throws { try DaemonConnection().call(.queue, "Clear") }
}
