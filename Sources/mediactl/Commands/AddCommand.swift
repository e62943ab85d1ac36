import ArgumentParser
import DBusKit

/// `add`: puts items into the queue.
struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put items at the end of the queue.",
        discussion: "Starts mediad where the bus can do that; what plays goes on.")

    @Flag(help: "Behind the current item instead.")
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
