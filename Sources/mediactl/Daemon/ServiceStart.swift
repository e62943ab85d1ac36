import DBusKit

/// Starts mediad: as a unit of the user's service manager, or else through the bus.
///
/// dbus-daemon does not learn that a unit has failed. It would hold every call to mediad's names for up to two minutes,
/// also after mediad could be started again (dbus-daemon(1), "service_start_timeout").
struct ServiceStart {
    private static let manager = "org.freedesktop.systemd1"
    private static let path = "/org/freedesktop/systemd1"
    private static let interface = "org.freedesktop.systemd1.Manager"
    private static let unit = "mediad.service"
    /// The unit's TimeoutStartSec= and the bus's own limit are not longer.
    private static let patience = Duration.seconds(30)

    private let bus: BusClient

    /// - Parameter bus: a connection to the session bus.
    init(on bus: BusClient) { self.bus = bus }

    /// Returns when mediad has its names.
    func run() throws(Failure) {
        if let job = startUnit() {
            guard try result(of: job) == "done" else { throw .didNotStart }
            // The unit may have been active already.
            if try DaemonConnection.owner(on: bus) != nil { return }
        }
        do throws(DBusError) {
            try bus.call(
                .bus("StartServiceByName", [.string(DaemonInterface.busNames[0]), .uint32(0)]), timeout: Self.patience)
        } catch {
            throw Failure(starting: error)
        }
    }

    /// Enqueues the start of the unit.
    ///
    /// - Returns: the path of the job; nil without a service manager, or if it does not know the unit.
    private func startUnit() -> String? {
        do throws(DBusError) {
            try bus.addMatch(
                BusMatch(sender: Self.manager, path: Self.path, interface: Self.interface, member: "JobRemoved"))
            try call("Subscribe")
            return try call("StartUnit", [.string(Self.unit), .string("replace")]).first?.asObjectPath
        } catch {
            return nil
        }
    }

    /// Calls the service manager.
    ///
    /// A bus that has just been started waits for its service manager to connect. On a bus without one the call fails
    /// at once.
    @discardableResult
    private func call(_ member: String, _ arguments: [DBusValue] = []) throws(DBusError) -> [DBusValue] {
        try bus.call(
            BusRequest(
                destination: Self.manager, path: Self.path, interface: Self.interface, member: member,
                arguments: arguments))
    }

    /// Waits for the end of a job: "done", "failed", "timeout" …; nil if that takes too long.
    private func result(of job: String) throws(Failure) -> String? {
        let clock = ContinuousClock()
        let end = clock.now + Self.patience
        do throws(DBusError) {
            while clock.now < end, let signal = try bus.nextSignal(timeout: end - clock.now) {
                // JobRemoved: number, path, unit, result.
                guard signal.member == "JobRemoved", signal.arguments.count == 4,
                    signal.arguments[1].asObjectPath == job
                else { continue }
                return signal.arguments[3].asString
            }
        } catch {
            throw Failure(starting: error)
        }
        return nil
    }
}
