import ArgumentParser

/// `proposal`: what may be played next.
struct ProposalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proposal", abstract: "Show what is proposed to be played next, or decide about it.",
        subcommands: [
            ProposalShowCommand.self, ProposalAcceptCommand.self, ProposalRejectCommand.self,
            ProposalDeferCommand.self,
        ], defaultSubcommand: ProposalShowCommand.self)
}
