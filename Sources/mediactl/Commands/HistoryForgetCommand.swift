import ArgumentParser
import DBusKit

/// `history forget`.
struct HistoryForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Remove entries; the files stay.")

    @Argument(
        help: ArgumentHelp("Numbers in the list, files or URIs.", valueName: "n|file-or-uri"), completion: .file())
    var names: [String]

    func validate() throws {
        for name in names {
            if let problem = HistoryArgument.problem(with: name) { throw ValidationError(problem) }
        }
    }

    /// One that is not known keeps nobody from forgetting the others.
    func run() throws {
        var arguments: [HistoryArgument] = []
        for name in names { arguments.append(try HistoryArgument(name)) }
        let daemon = try DaemonConnection()
        var last: Failure?
        for uri in try HistoryReader(daemon).uris(of: arguments) {
            do throws(Failure) {
                try daemon.call(.session, "Forget", [.string(uri)])
            } catch {
                guard error.status == .notFound else { throw error }
                if let last { Output.complain(last.message) }
                last = error
            }
        }
        if let last { throw last }
    }
}
