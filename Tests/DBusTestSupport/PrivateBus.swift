/// A message bus of its own for one test; ends when dropped.
public final class PrivateBus {
    /// As clients take it, for `DBUS_SESSION_BUS_ADDRESS`.
    public let address: String
    private let daemon: BackgroundTool

    public init() throws {
        daemon = try BackgroundTool("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address"])
        guard let line = daemon.readLine() else { throw MissingTool(name: "a working dbus-daemon") }
        address = line
    }

    /// What a client of this bus needs in its environment.
    public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// Ends the bus at once.
    public func kill() { daemon.stop() }
}
