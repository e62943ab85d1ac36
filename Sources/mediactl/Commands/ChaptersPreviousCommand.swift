import ArgumentParser

/// `chapters previous`.
struct ChaptersPreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous", abstract: "Go to the start of this chapter, or to the one before.",
        aliases: ["prev"])

    func run() throws { try DaemonConnection().callOnItem(.chapters, "Previous") }
}
