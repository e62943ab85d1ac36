import ArgumentParser
import FoundationEssentials

/// `status`.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what is playing.")

    @OptionGroup var output: JSONOption

    @Option(
        help: ArgumentHelp(
            "Print one line and replace {{name}}: \(StatusView.valueNames.joined(separator: ", ")).",
            valueName: "text"))
    var format: String?

    func validate() throws {
        if let name = format.flatMap({ StatusTemplate($0).unknownName }) {
            throw ValidationError(
                "There is no {{\(name)}}: the names are \(StatusView.valueNames.joined(separator: ", ")).")
        }
        if format != nil, output.isJSON { throw ValidationError("Give either --json or --format.") }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        let player = try daemon.properties(of: .player)
        let queue = try daemon.propertiesIfKnown(of: .queue)
        let proposal = try daemon.propertiesIfKnown(of: .proposal)
        let status = StatusView(
            player: player, queue: queue, session: try daemon.propertiesIfKnown(of: .session),
            chapters: try daemon.propertiesIfKnown(of: .chapters), proposal: proposal,
            trim: try daemon.propertiesIfKnown(of: .trim), audio: try daemon.propertiesIfKnown(of: .audio),
            segments: try daemon.propertiesIfKnown(of: .segments),
            next: try NextItem(daemon, player: player, queue: queue, proposal: proposal),
            now: Int64(Date().timeIntervalSince1970 * 1e6))
        if output.isJSON {
            Output.print(status.json)
        } else if let format {
            Output.print(StatusTemplate(format).filled(with: status))
        } else {
            Output.print(status.lines.joined(separator: "\n"))
        }
    }
}
