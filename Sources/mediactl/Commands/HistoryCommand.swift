import ArgumentParser

/// `history`: what was played, and how far.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List what was played, or go on with it.",
        subcommands: [
            HistoryListCommand.self, HistoryResumeCommand.self, HistoryForgetCommand.self, HistoryImportCommand.self,
        ], defaultSubcommand: HistoryListCommand.self)
}
