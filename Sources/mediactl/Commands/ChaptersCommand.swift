import ArgumentParser
import DBusKit

/// `chapters`: the chapters of the current item.
struct ChaptersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chapters", abstract: "List the chapters, or go to one.",
        subcommands: [
            ChaptersListCommand.self, ChaptersNextCommand.self, ChaptersPreviousCommand.self, ChaptersGoCommand.self,
        ], defaultSubcommand: ChaptersListCommand.self)
}

/// `chapters list`.
struct ChaptersListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the chapters; '>' marks the current one.")

    @Option(
        help: ArgumentHelp(
            "Show titles in this language (fr-CH); repeat for more.", valueName: "tag"),
        completion: .chapterLanguage)
    var language: [String] = []

    @OptionGroup var output: JSONOption

    func run() throws {
        let daemon = try DaemonConnection()
        var listing = ChapterListing(try daemon.properties(of: .chapters))
        if !language.isEmpty {
            listing = listing.replaced(by: try daemon.call(.chapters, "BestMatching", [.strings(language)]).first)
        }
        output.show(listing.json, lines: listing.lines)
    }
}

/// `chapters next`.
struct ChaptersNextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Go to the next chapter.")

    func run() throws { try DaemonConnection().callOnItem(.chapters, "Next") }
}

/// `chapters previous`.
struct ChaptersPreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous", abstract: "Go to the start of the chapter, or to the previous one.",
        aliases: ["prev"])

    func run() throws { try DaemonConnection().callOnItem(.chapters, "Previous") }
}

/// `chapters go`.
struct ChaptersGoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "go", abstract: "Go to chapter N.")

    @Argument(help: ArgumentHelp("The number of the chapter.", valueName: "n"), completion: .chapter)
    var number: UInt32

    func validate() throws {
        if number == 0 { throw ValidationError("Chapters are numbered from 1.") }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        // The daemon counts from 0, as does its error message.
        let count = try daemon.property(.chapters, "Chapters").asArray?.count ?? 0
        guard number <= count else {
            try daemon.requirePlaying()
            let has = count == 0 ? "this item has none" : count == 1 ? "this item has 1" : "this item has \(count)"
            throw Failure(.notFound, "There is no chapter \(number): \(has). See mediactl chapters.")
        }
        try daemon.callOnItem(.chapters, "GoTo", [.uint32(number - 1)])
    }
}
