import ArgumentParser

/// `chapters next`.
struct ChaptersNextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Go to the next chapter.")

    func run() throws { try DaemonConnection().callOnItem(.chapters, "Next") }
}
