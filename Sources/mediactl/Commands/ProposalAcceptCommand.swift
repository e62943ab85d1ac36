import ArgumentParser

/// `proposal accept`.
struct ProposalAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Play what is proposed now.")

    func run() throws { try DaemonConnection().callOnItem(.proposal, "Accept") }
}
