import DBusKit
import Glibc
import PlayerCore
import Synchronization

/// Shows how an export goes until it ends: a bar on a terminal, else a line now and then.
struct ExportFollower {
    /// The job's object.
    let path: String
    private let daemon: DaemonConnection
    private let begun = Moment.now

    /// Whether somebody pressed Ctrl-C.
    private static let isInterrupted = Atomic(false)

    init(_ daemon: DaemonConnection, _ path: String) throws(Failure) {
        self.daemon = daemon
        self.path = path
    }

    func follow() throws(Failure) {
        do throws(DBusError) {
            try daemon.bus.addMatch(BusMatch(sender: DaemonInterface.busNames[0], path: path))
            try daemon.bus.addMatch(
                BusMatch(
                    sender: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: DaemonInterface.busNames[0]))
        } catch {
            throw Failure(error, interface: "org.freedesktop.DBus")
        }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { _ in ExportFollower.isInterrupted.store(true, ordering: .relaxed) }
        }
        var display = ExportDisplay()
        var isCancelling = false
        while true {
            let job = try daemon.properties(at: path, of: .exportJob)
            let status = job["Status"]?.asString ?? ""
            display.show(job, elapsed: Moment.now - begun)
            switch status {
            case "completed": return display.completed(job)
            case "failed":
                display.clear()
                throw Failure(.refused, job["Error"]?.asString ?? "the export failed")
            case "cancelled":
                display.clear()
                throw Failure(.refused, "The export was cancelled; nothing of it is left.")
            default: break
            }
            if Self.isInterrupted.load(ordering: .relaxed), !isCancelling {
                isCancelling = true
                try daemon.call(at: path, .exportJob, "Cancel")
            }
            try waitForNews()
        }
    }

    /// Until something changes, half a second at most.
    private func waitForNews() throws(Failure) {
        do throws(DBusError) {
            var signal = try daemon.bus.nextSignal(timeout: .milliseconds(500))
            while let received = signal {
                if received.member == "NameOwnerChanged", received.arguments.last?.asString == "" {
                    throw DBusError(.nameHasNoOwner, "mediad ended")
                }
                signal = try daemon.bus.nextSignal(timeout: .zero)
            }
        } catch {
            throw Failure(error, interface: "org.freedesktop.DBus")
        }
    }
}
