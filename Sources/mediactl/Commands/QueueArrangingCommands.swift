import ArgumentParser
import DBusKit
import MediaProbe

/// `queue find`.
struct QueueFindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "List the items whose title, artist, album, file name or folders have all words."
    )

    @Argument(help: ArgumentHelp("Words, parts of words, or phrases in quotes.", valueName: "word"))
    var words: [String]

    @OptionGroup var output: JSONOption

    func run() throws {
        let queue = try QueueReader(DaemonConnection())
        // An argument with a space is a phrase.
        let text = words.map { $0.contains(" ") && !$0.contains("\"") ? "\"\($0)\"" : $0 }.joined(separator: " ")
        let reply = try queue.daemon.call(.queue, "Find", [.string(text)])
        let found = (reply.first?.asArray ?? []).compactMap(\.asUInt32)
        guard !found.isEmpty else {
            throw Failure(.notFound, "No item of the queue contains '\(words.joined(separator: " "))'.")
        }
        output.show(try queue.items(at: found))
    }
}

/// What `queue sort` sorts by.
enum QueueSortField: String, ExpressibleByArgument, CaseIterable { case album, artist, title, track, date, random }

/// `queue sort`.
struct QueueSortCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sort", abstract: "Sort the items by album, artist, title, track, date, or at random.",
        discussion: """
            Playback continues. Items of which mediad does not know the value come last. Files that it has not read yet \
            are counted: sort again later.
            """)

    @Argument(help: ArgumentHelp("album, artist, title, track, date or random.", valueName: "by"))
    var field: QueueSortField

    func run() throws {
        let daemon = try DaemonConnection()
        let unread = try daemon.call(.queue, "Unread", [.string(field.rawValue)]).first?.asUInt32 ?? 0
        try daemon.call(.queue, "Sort", [.string(field.rawValue)])
        guard unread > 0 else { return }
        let all = try daemon.property(.queue, "Length").asUInt32 ?? unread
        // Without a title, an item has the name of its file.
        let place = field == .title ? "are sorted by their names" : "come last"
        Output.print("\(unread) of \(all) items have not been read yet and \(place). Sort again later.")
    }
}

/// `queue shuffle`.
struct QueueShuffleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shuffle", abstract: "Bring the items into a random order once; the current one is first.")

    func run() throws { try DaemonConnection().call(.queue, "Shuffle") }
}

/// `queue save`.
struct QueueSaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save the queue as a playlist, and print its path.",
        discussion: "The list (M3U8) is in the first folder of [playlists].")

    @Flag(help: "Replace the playlist with this name.")
    var replace = false

    @Argument(help: ArgumentHelp("The name of the playlist.", valueName: "name"))
    var name: String

    func run() throws {
        let reply = try DaemonConnection().call(.queue, replace ? "Overwrite" : "Save", [.string(name)])
        if let path = reply.first?.asString { Output.print(Output.visible(path)) }
    }
}

/// `queue undo`.
struct QueueUndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the last change of the queue, or bring back the queue before it.",
        discussion:
            "Orders, moves and removals can be taken back for an hour. A queue of more than 20 items is kept for an hour "
            + "after it was replaced.")

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.call(.queue, "Undo")
        let length = try daemon.property(.queue, "Length").asUInt32 ?? 0
        Output.print(length == 1 ? "1 item" : "\(length) items")
    }
}
