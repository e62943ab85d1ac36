import ArgumentParser

/// `proposal reject`.
struct ProposalRejectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject", abstract: "Decline what is proposed; it does not come back for this item.")

    func run() throws { try DaemonConnection().callOnItem(.proposal, "Reject") }
}
