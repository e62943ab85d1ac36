import ArgumentParser
import DBusKit

/// `queue go`.
struct QueueGoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "go", abstract: "Go to item N.")

    @Argument(help: ArgumentHelp("The item.", valueName: "n"))
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
