import ArgumentParser

/// `queue`: what plays and what comes next.
struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "List or change the queue.",
        subcommands: [
            QueueListCommand.self, QueueClearCommand.self, QueueMoveCommand.self, QueueRemoveCommand.self,
            QueueGoCommand.self,
        ], defaultSubcommand: QueueListCommand.self)
}
