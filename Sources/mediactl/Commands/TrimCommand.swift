import ArgumentParser

/// `trim`: where the current item begins and ends.
struct TrimCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Let the current item begin and end elsewhere; says where it does.",
        discussion: """
            What is set is tried out at once, and kept for this entry of the queue by 'trim finish'.
            """,
        subcommands: [
            TrimShowCommand.self, TrimBeginCommand.self, TrimInCommand.self, TrimOutCommand.self,
            TrimFinishCommand.self,
        ], defaultSubcommand: TrimShowCommand.self)
}
