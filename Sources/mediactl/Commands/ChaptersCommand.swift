import ArgumentParser

/// `chapters`: those of the current item.
struct ChaptersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chapters", abstract: "List the chapters, or go to one.",
        subcommands: [
            ChaptersListCommand.self, ChaptersNextCommand.self, ChaptersPreviousCommand.self, ChaptersGoCommand.self,
        ], defaultSubcommand: ChaptersListCommand.self)
}
