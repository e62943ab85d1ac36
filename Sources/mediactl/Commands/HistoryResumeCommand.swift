import ArgumentParser
import DBusKit
import PlayerCore

/// `history resume`.
struct HistoryResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Play something from where it was left.",
        discussion: "Starts mediad where the bus can do that.")

    @Argument(
        help: ArgumentHelp("Its number in the list, or its file or URI.", valueName: "n|file-or-uri"),
        completion: .file())
    var name: String

    func validate() throws {
        if let problem = HistoryArgument.problem(with: name) { throw ValidationError(problem) }
    }

    func run() throws {
        let argument = try HistoryArgument(name)
        if case .uri(let uri) = argument, let path = URIText.localPath(uri) {
            switch path.kind {
            case .missing: throw Failure(.notFound, "not found: \(path.text)")
            case .directory: throw Failure(.refused, "\(path.text) is a folder: name a file, or see mediactl history")
            case .file: break
            }
        }
        let reader = HistoryReader(try DaemonConnection(starting: true))
        let uris = try reader.uris(of: [argument])
        let reply = try reader.daemon.call(.session, "Resume", uris.map { .string($0) })
        let position = MediaTime(microseconds: reply.first?.asInt64 ?? 0)
        try reader.daemon.waitForStart()
        Output.print(position > .zero ? "from \(DurationText(position))" : "from the beginning")
    }
}
