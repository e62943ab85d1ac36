import ArgumentParser
import DBusKit

/// The items that `play` and `add` are given.
struct ItemArguments: ParsableArguments {
    @Option(
        name: .customLong("json"),
        help: ArgumentHelp(
            "Descriptions of items: an object, a list, or one a line; '-' reads standard input.", valueName: "file"))
    var descriptions: [String] = []

    @Argument(
        help: ArgumentHelp(
            "Files, folders (all their media in natural order), playlists, URIs; '-' reads names from standard input.",
            valueName: "file-or-uri"),
        completion: .file())
    var names: [String] = []

    /// Whether any were given.
    var isEmpty: Bool { descriptions.isEmpty && names.isEmpty }

    func validate() throws {
        if (descriptions + names).filter({ $0 == "-" }).count > 1 {
            throw ValidationError("Standard input can be read only once: give '-' once.")
        }
    }

    /// The items, descriptions first, as `Queue1` takes them.
    func items() throws(Failure) -> [[String: DBusValue]] {
        var items: [[String: DBusValue]] = []
        for argument in descriptions { items += try DescriptionReader.descriptions(at: argument) }
        var media = MediaArguments()
        for name in names { try media.add(name) }
        items += media.uris.map { ["uri": .string($0)] }
        guard !items.isEmpty else { throw Failure(.notFound, "no items were named: give files, folders or URIs") }
        return items
    }
}
