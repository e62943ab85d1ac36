import ArgumentParser
import DBusKit

/// `open`: what the desktop entry runs.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Play items as 'play' does; without any, bring the window to the front.",
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
