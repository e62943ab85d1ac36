import ArgumentParser
import DBusKit

/// `queue move`.
struct QueueMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move item N to where M is.")

    @Argument(help: ArgumentHelp("The item.", valueName: "n"))
    var from: UInt32

    @Argument(help: ArgumentHelp("The number it has afterwards.", valueName: "m"))
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
