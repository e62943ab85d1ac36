import ArgumentParser

/// `skip`.
struct SkipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Skip the segment that is offered, such as the credits that play.")

    func run() throws { try DaemonConnection().callOnItem(.segments, "Skip") }
}
