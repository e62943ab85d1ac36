import ArgumentParser
import MediaProbe

/// `trim show`.
struct TrimShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Say where the current item begins and ends.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let view = TrimView(try DaemonConnection().properties(of: .trim))
        Output.print(output.isJSON ? view.json.text(isPretty: Output.isTerminal) : view.lines.joined(separator: "\n"))
    }
}
