import ArgumentParser

/// `proposal defer`.
struct ProposalDeferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defer", abstract: "Hide what is proposed until the end.")

    func run() throws { try DaemonConnection().callOnItem(.proposal, "Defer") }
}
