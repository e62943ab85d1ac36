import ArgumentParser
import DBusKit
import PlayerCore

/// `play`: goes on, or plays something new.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play; with items: put them in place of the queue and play them.",
        discussion: """
            Starts mediad where the bus can do that. Waits up to a second until the item plays: one that cannot be played \
            is exit status 1.
            """)

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
