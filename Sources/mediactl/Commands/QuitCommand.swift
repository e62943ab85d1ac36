import ArgumentParser
import DBusKit

/// `quit`: ends the daemon.
struct QuitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quit", abstract: "End mediad; returns when it has ended.")

    private static let patience = Duration.seconds(5)

    func run() throws {
        let daemon = try DaemonConnection()
        let clock = ContinuousClock()
        let end = clock.now + Self.patience
        do {
            for name in DaemonInterface.busNames {
                try daemon.bus.addMatch(
                    BusMatch(sender: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: name))
            }
            try daemon.callExpectingEnd(.root, "Quit")
            while try DaemonConnection.owner(on: daemon.bus) != nil {
                guard clock.now < end else {
                    throw Failure(.refused, "mediad did not end: systemctl --user stop mediad")
                }
                _ = try daemon.bus.nextSignal(timeout: end - clock.now)
            }
        } catch let error as DBusError {
            throw Failure(error, interface: DaemonInterface.root.rawValue)
        }
    }
}
