import ArgumentParser

/// `stop`.
struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop; the queue stays.")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.call(.player, "Stop")
    }
}
