import ArgumentParser

/// `tracks list`.
struct TracksListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tracks; '>' marks those that play.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let listing = TrackListing(try DaemonConnection().properties(of: .tracks))
        if output.isJSON {
            Output.print(listing.json)
        } else if !listing.lines.isEmpty {
            Output.print(listing.lines.joined(separator: "\n"))
        }
    }
}
