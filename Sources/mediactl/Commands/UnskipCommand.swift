import ArgumentParser

/// `unskip`.
struct UnskipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unskip", abstract: "Go back to where the last skip left from; that segment then plays.")

    func run() throws { try DaemonConnection().callOnItem(.segments, "Unskip") }
}
