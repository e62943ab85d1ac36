import ArgumentParser

/// `segments`: the segments of the current item.
struct SegmentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segments",
        abstract: "List the segments; '>' marks the current ones.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let daemon = try DaemonConnection()
        let listing = SegmentListing(try daemon.properties(of: .segments))
        output.show(listing.json, lines: listing.lines)
    }
}

/// `skip`.
struct SkipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Skip the segment that mediad offers to skip.")

    func run() throws { try DaemonConnection().callOnItem(.segments, "Skip") }
}

/// `unskip`.
struct UnskipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unskip", abstract: "Undo the last skip and play the segment.")

    func run() throws { try DaemonConnection().callOnItem(.segments, "Unskip") }
}
