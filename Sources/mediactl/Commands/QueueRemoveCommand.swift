import ArgumentParser
import DBusKit

/// `queue remove`.
struct QueueRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove items.")

    @Argument(help: ArgumentHelp("Items, or ranges of them: 3, 5-8.", valueName: "n"))
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
