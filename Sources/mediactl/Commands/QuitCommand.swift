import ArgumentParser
import DBusKit
import FoundationEssentials
import Glibc

/// `quit`: ends the daemon.
struct QuitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quit", abstract: "Stop mediad and wait until it has ended.")

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
            let process = Self.process(of: daemon)
            try daemon.callExpectingEnd(.root, "Quit")
            while try DaemonConnection.owner(on: daemon.bus) != nil {
                guard clock.now < end else {
                    throw Failure(
                        .refused, "mediad did not stop in time. Stop it with 'systemctl --user stop mediad'.")
                }
                _ = try daemon.bus.nextSignal(timeout: end - clock.now)
            }
            // mediad releases its names before it ends. A new mediad could still find the journal in use.
            while let process, Self.isRunning(process), clock.now < end { usleep(5_000) }
        } catch let error as DBusError {
            throw Failure(error, interface: DaemonInterface.root.rawValue)
        }
    }

    private static func process(of daemon: DaemonConnection) -> UInt32? {
        guard let owner = try? DaemonConnection.owner(on: daemon.bus) else { return nil }
        return try? daemon.bus.call(.bus("GetConnectionUnixProcessID", [.string(owner)])).first?.asUInt32
    }

    /// Whether any thread of the process lives: the first one ends before the others.
    private static func isRunning(_ process: UInt32) -> Bool {
        let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
        guard let threads else { return false }
        let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        let isZombie = status.split(separator: ")").last?.hasPrefix(" Z") ?? true
        return threads.count > 1 || !isZombie
    }
}
