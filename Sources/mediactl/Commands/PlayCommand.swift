import ArgumentParser
import DBusKit
import PlayerCore

/// `play`: goes on, or plays something new.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play; with items: put them in place of the queue and play them.",
        discussion: "Starts mediad where the bus can do that.")

    @OptionGroup var items: ItemArguments

    @Option(help: ArgumentHelp("Where in the first item to start.", valueName: "time"))
    var start: ClockArgument?

    @Option(help: ArgumentHelp("Which of the items to start with, from 1.", valueName: "n"))
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
            return
        }
        let list = try items.items()
        var options: [String: DBusValue] = ["play": true]
        if let start { options["start"] = .int64(start.time.microseconds) }
        if let index {
            guard Int(index) <= list.count else {
                throw Failure(.notFound, "there is no item \(index) to start with: \(list.count) were given")
            }
            options["index"] = .uint32(index - 1)
        }
        try DaemonConnection(starting: true).call(.queue, "Replace", [.propertyLists(list), .properties(options)])
    }
}
