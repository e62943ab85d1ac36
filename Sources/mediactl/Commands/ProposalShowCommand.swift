import ArgumentParser
import MediaProbe

/// `proposal show`.
struct ProposalShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Say what is proposed.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let view = ProposalView(try DaemonConnection().properties(of: .proposal))
        Output.print(output.isJSON ? view.json.text(isPretty: Output.isTerminal) : view.line ?? "nothing is proposed")
    }
}
