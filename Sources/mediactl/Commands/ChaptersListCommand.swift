import ArgumentParser
import DBusKit

/// `chapters list`.
struct ChaptersListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the chapters; '>' marks the current one.")

    @Option(
        help: ArgumentHelp(
            "List them as this language has them, as in fr-CH; may be given again, best first.", valueName: "tag"))
    var language: [String] = []

    @OptionGroup var output: JSONOption

    func run() throws {
        let daemon = try DaemonConnection()
        var listing = ChapterListing(try daemon.properties(of: .chapters))
        if !language.isEmpty {
            listing = listing.replaced(by: try daemon.call(.chapters, "BestMatching", [.strings(language)]).first)
        }
        if output.isJSON {
            Output.print(listing.json)
        } else if !listing.lines.isEmpty {
            Output.print(listing.lines.joined(separator: "\n"))
        }
    }
}
