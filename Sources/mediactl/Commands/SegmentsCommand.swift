import ArgumentParser

/// `segments`: what is marked on the current item's timeline.
struct SegmentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segments",
        abstract: "List the segments (credits, recaps, blocked parts, …); '>' marks where the position is in.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let daemon = try DaemonConnection()
        let listing = SegmentListing(try daemon.properties(of: .segments))
        if output.isJSON {
            Output.print(listing.json)
        } else if !listing.lines.isEmpty {
            Output.print(listing.lines.joined(separator: "\n"))
        }
    }
}
