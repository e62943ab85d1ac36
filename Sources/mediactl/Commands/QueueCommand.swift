import ArgumentParser
import DBusKit
import MediaProbe

/// `queue`: the current item and the next ones.
struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "List or change the queue.",
        subcommands: [
            QueueListCommand.self, QueueClearCommand.self, QueueMoveCommand.self, QueueRemoveCommand.self,
            QueueGoCommand.self, QueueFindCommand.self, QueueSortCommand.self, QueueShuffleCommand.self,
            QueueSaveCommand.self, QueueUndoCommand.self,
        ], defaultSubcommand: QueueListCommand.self)
}

/// `queue list`.
struct QueueListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the items; '>' marks the current one.",
        discussion: "With shuffle on, they are in the order in which they play.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let items = try QueueReader(DaemonConnection()).itemsInOrder()
        output.show(items)
    }
}

extension JSONOption {
    /// Shows items of the queue.
    func show(_ items: [ItemView]) {
        var table = TextTable()
        for item in items {
            table.add(item.cells, style: item.isCurrent ? .bold : item.problem != nil ? .failure : nil)
        }
        show(.array(items.map(\.json)), lines: table.lines())
    }
}

/// `queue clear`.
struct QueueClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all items and stop playback.")

    func run() throws { try DaemonConnection().call(.queue, "Clear") }
}

/// `queue go`.
struct QueueGoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "go", abstract: "Go to item N.")

    @Argument(help: ArgumentHelp("The number of the item.", valueName: "n"), completion: .queueItem)
    var number: UInt32

    func validate() throws {
        if number == 0 { throw ValidationError("Items are numbered from 1.") }
    }

    func run() throws {
        let queue = try QueueReader(DaemonConnection())
        try queue.daemon.call(.queue, "GoTo", [.objectPath(try queue.id(number))])
        try queue.daemon.waitForStart(of: number - 1)
    }
}

/// `queue move`.
struct QueueMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move item N to position M.")

    @Argument(help: ArgumentHelp("The number of the item.", valueName: "n"), completion: .queueItem)
    var from: UInt32

    @Argument(help: ArgumentHelp("The new position.", valueName: "m"), completion: .queueItem)
    var to: UInt32

    func validate() throws {
        if from == 0 || to == 0 { throw ValidationError("Items are numbered from 1.") }
    }

    func run() throws {
        let queue = try QueueReader(DaemonConnection())
        let id = try queue.id(from)
        _ = try queue.id(to)
        try queue.daemon.call(.queue, "Move", [.objectPath(id), .uint32(to - 1)])
    }
}

/// `queue remove`.
struct QueueRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove items.")

    @Argument(help: ArgumentHelp("Items, or ranges such as 5-8.", valueName: "n"), completion: .queueItem)
    var numbers: [ItemNumbers]

    func run() throws {
        let queue = try QueueReader(DaemonConnection())
        var ids: [String] = []
        var known: Set<String> = []
        for numbers in numbers {
            for id in try queue.ids(numbers.range) where known.insert(id).inserted { ids.append(id) }
        }
        try queue.daemon.call(.queue, "Remove", [.objectPaths(ids)])
    }
}

/// Items by their numbers in the listing of the queue: `3`, or `3-7`.
struct ItemNumbers: ExpressibleByArgument, Hashable {
    /// Counted from 1.
    var range: ClosedRange<UInt32>

    init?(argument: String) {
        let ends = argument.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = ends.first.flatMap({ Self.number($0) }),
            let last = ends.count > 1 ? Self.number(ends[1]) : first, first <= last
        else { return nil }
        range = first...last
    }

    private static func number(_ text: Substring) -> UInt32? {
        guard let number = UInt32(text), number > 0 else { return nil }
        return number
    }
}
