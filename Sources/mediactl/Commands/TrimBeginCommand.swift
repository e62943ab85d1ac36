import ArgumentParser
import DBusKit

/// `trim begin`.
struct TrimBeginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin", abstract: "Begin trimming the current item.")

    @Flag(help: "At the end of what is left, play it again instead of waiting at its beginning.")
    var loop = false

    func run() throws {
        let daemon = try DaemonConnection()
        // Looping is also for who is trimming already.
        if try !loop || daemon.property(.trim, "Trimming").asBool != true { try daemon.beginTrimming() }
        try daemon.set(.trim, "Loops", to: .boolean(loop))
    }
}
