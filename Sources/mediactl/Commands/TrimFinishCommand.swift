import ArgumentParser
import DBusKit

/// `trim finish`.
struct TrimFinishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Keep what was set for this entry of the queue, and end trimming.")

    @Flag(help: "Go back to what was before.")
    var discard = false

    func run() throws { try DaemonConnection().callOnItem(.trim, "Finish", [.boolean(!discard)]) }
}
