import ArgumentParser
import DBusKit
import PlayerCore

/// `play`: goes on, or plays something new.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Start playback; given items, replace the queue.",
        discussion: """
            Starts mediad if the bus can activate it. Waits up to a second for the item to play; the exit status is 1 if \
            it cannot be played.
            """)

    @OptionGroup var items: ItemArguments

    @Option(help: ArgumentHelp("Start at this time in the first item.", valueName: "time"))
    var start: ClockArgument?

    @Option(help: ArgumentHelp("Start with this item, counted from 1.", valueName: "n"))
    var index: UInt32?

    func validate() throws {
        if items.isEmpty, start != nil || index != nil {
            throw ValidationError("--start and --index need items: mediactl play FILE…")
        }
        if index == 0 { throw ValidationError("--index counts from 1.") }
    }

    func run() throws {
        guard !items.isEmpty else {
            let daemon = try DaemonConnection(starting: true)
            try daemon.require("CanPlay", orSay: "there is nothing to play: mediactl play FILE")
            try daemon.call(.player, "Play")
            try daemon.waitForStart()
            return
        }
        let list = try items.items()
        if let index, Int(index) > list.count {
            throw Failure(.notFound, "there is no item \(index) to start with: \(list.count) were given")
        }
        try DaemonConnection(starting: true).play(list, at: index.map { $0 - 1 }, start: start?.time)
    }
}

/// `open`: what the desktop entry runs.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Play items; without any, raise the window.",
        discussion: """
            This is what a desktop runs for files, and when somebody clicks on the player. Without items it changes \
            nothing of what plays.
            """)

    @OptionGroup var items: ItemArguments

    func run() throws {
        guard items.isEmpty else {
            let list = try items.items()
            return try DaemonConnection(starting: true).play(list)
        }
        let daemon = try DaemonConnection()
        // There is no window while nothing with a picture plays: then there is nothing to do.
        if try daemon.property(.root, "CanRaise").asBool == true { try daemon.call(.root, "Raise") }
    }
}

/// `add`: puts items into the queue.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add items to the end of the queue.",
        discussion: "Starts mediad if the bus can activate it. Playback continues.")

    @Flag(help: "Add them after the current item instead.")
    var next = false

    @OptionGroup var items: ItemArguments

    func validate() throws {
        if items.isEmpty { throw ValidationError("Name what to add: mediactl add FILE…") }
    }

    func run() throws {
        let list = try items.items()
        let daemon = try DaemonConnection(starting: true)
        let queue = try QueueReader(daemon)
        let index = next ? queue.currentIndex.map { $0 + 1 } ?? 0 : queue.length
        try daemon.call(.queue, "Insert", [.propertyLists(list), .uint32(index)])
    }
}

/// The items that `play` and `add` are given.
struct ItemArguments: ParsableArguments {
    @Option(
        name: .customLong("json"),
        help: ArgumentHelp(
            "Read descriptions: an object, a list, or one per line; '-' is standard input.", valueName: "file"),
        completion: .file())
    var descriptions: [String] = []

    @Argument(
        help: ArgumentHelp(
            "Files, folders (all their media in natural order), lists (M3U, PLS, XSPF, podcast feeds), URIs; '-' reads names from standard input.",
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
        for argument in descriptions { items += try DescriptionFile.descriptions(at: argument) }
        var media = MediaArguments()
        for name in names { try media.add(name) }
        items += media.items.map(\.properties)
        guard !items.isEmpty else { throw Failure(.notFound, "no items were named: give files, folders or URIs") }
        return items
    }
}
