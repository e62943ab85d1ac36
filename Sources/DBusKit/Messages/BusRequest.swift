/// A method call to be sent.
public struct BusRequest: Hashable, Sendable {
    /// A unique or well-known bus name.
    public var destination: String
    public var path: String
    public var interface: String
    public var member: String
    public var arguments: [DBusValue]
    /// Whether the bus may start a service to answer it.
    public var autoStart: Bool

    public init(
        destination: String, path: String, interface: String, member: String, arguments: [DBusValue] = [],
        autoStart: Bool = true
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.autoStart = autoStart
    }

    /// A call of the message bus itself.
    public static func bus(_ member: String, _ arguments: [DBusValue] = []) -> BusRequest {
        BusRequest(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member, arguments: arguments)
    }
}
