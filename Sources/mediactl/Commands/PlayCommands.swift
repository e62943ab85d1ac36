import ArgumentParser
import DBusKit
import PlayerCore

/// `play`: starts or resumes playback, or plays new items.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Start playback, or play items.",
        discussion: """
            Starts mediad if necessary. Waits up to a second for the first item to play, five for a local file. If it \
            cannot be played, the command fails, and playback continues with the next item.
            """)

    @OptionGroup var items: ItemArguments

    @Option(help: ArgumentHelp("Start at this time in the item that plays first.", valueName: "time"))
    var start: ClockArgument?

    @Option(help: ArgumentHelp("Start with the Nth of the given items.", valueName: "n"))
    var index: UInt32?

    @Flag(help: "Play the first item from its beginning, not from where the items were left.")
    var fromStart = false

    @Flag(help: "Show the picture in full screen.")
    var fullscreen = false

    func validate() throws {
        if items.isEmpty, start != nil || index != nil || fromStart {
            throw ValidationError("--start, --index and --from-start require items, as in mediactl play FILE.")
        }
        if fromStart, start != nil || index != nil {
            throw ValidationError("Give --from-start, or --start and --index.")
        }
        if index == 0 { throw ValidationError("Items are numbered from 1.") }
    }

    func run() throws {
        guard !items.isEmpty else {
            let daemon = try DaemonConnection(starting: true)
            if fullscreen { try daemon.call(.window, "SetFullscreen", [.boolean(true)]) }
            try daemon.require("CanPlay", orSay: "There is nothing to play. Specify an item: mediactl play FILE.")
            try daemon.playCurrent()
            return
        }
        let list = try items.items(expandsStations: index != nil)
        if let index, Int(index) > list.count {
            throw Failure(.notFound, "There is no item \(index): you specified only \(list.count).")
        }
        let daemon = try DaemonConnection(starting: true)
        if fullscreen { try daemon.call(.window, "SetFullscreen", [.boolean(true)]) }
        try daemon.play(list, at: fromStart ? 0 : index.map { $0 - 1 }, start: fromStart ? .zero : start?.time)
    }
}

/// `open`: the command that the desktop entry runs.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Play items, or bring the window to the front.",
        discussion: """
            The desktop entry runs this command. Without items, playback does not change.
            """)

    @OptionGroup var items: ItemArguments

    func run() throws {
        guard items.isEmpty else {
            let list = try items.items()
            return try DaemonConnection(starting: true).play(list)
        }
        let daemon = try DaemonConnection()
        // There is no window while nothing with a picture plays. Then there is nothing to do.
        if try daemon.property(.root, "CanRaise").asBool == true { try daemon.call(.root, "Raise") }
    }
}

/// `add`: adds items to the queue.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add items to the end of the queue.",
        discussion: "Starts mediad if necessary. Playback continues.")

    @Flag(help: "Insert the items after the current one instead.")
    var next = false

    @OptionGroup var items: ItemArguments

    func validate() throws {
        if items.isEmpty { throw ValidationError("Specify items, as in mediactl add FILE.") }
    }

    func run() throws {
        let list = try items.items()
        let daemon = try DaemonConnection(starting: true)
        let queue = try QueueReader(daemon)
        let index = next ? queue.currentIndex.map { $0 + 1 } ?? 0 : queue.length
        try daemon.call(.queue, "Insert", [.propertyLists(list), .uint32(index)])
    }
}

/// The items that are passed to `play` and `add`.
struct ItemArguments: ParsableArguments {
    @Option(
        name: .customLong("json"),
        help: ArgumentHelp(
            "Read JSON descriptions of items from a file, or '-'.", valueName: "file"),
        completion: .file())
    var descriptions: [String] = []

    @Argument(
        help: ArgumentHelp(
            "Files, folders, lists or URIs; '-' reads standard input.",
            valueName: "file-or-uri"),
        completion: .file())
    var names: [String] = []

    /// Whether no items were given.
    var isEmpty: Bool { descriptions.isEmpty && names.isEmpty }

    func validate() throws {
        if (descriptions + names).filter({ $0 == "-" }).count > 1 {
            throw ValidationError("Standard input can be read only once: use '-' only once.")
        }
    }

    /// The items in the form that `Queue1` takes, descriptions first.
    ///
    /// - Parameter expandsStations: whether the entries of lists of stations are items of their own already.
    func items(expandsStations: Bool = false) throws(Failure) -> [[String: DBusValue]] {
        var items: [[String: DBusValue]] = []
        for argument in descriptions { items += try DescriptionFile.descriptions(at: argument) }
        var media = MediaArguments()
        media.expandsStations = expandsStations
        media.shelves = {
            (try? DaemonConnection(starting: true).property(.queue, "BookFolders"))?.asStringArray ?? []
        }
        try media.add(names)
        items += media.items.map(\.properties)
        guard !items.isEmpty else { throw Failure(.notFound, "No items were found. Specify files, folders or URIs.") }
        return items
    }
}
