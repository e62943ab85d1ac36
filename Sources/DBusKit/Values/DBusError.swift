/// A D-Bus error: a name for programs and a sentence for people.
public struct DBusError: Error, Hashable, Sendable {
    /// Dotted, like `org.freedesktop.DBus.Error.InvalidArgs`.
    public var name: String
    public var message: String

    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The standard errors that this project sends or checks for, from the D-Bus specification and dbus-protocol.h.
    public enum Standard: String, Sendable {
        case failed = "Failed"
        case accessDenied = "AccessDenied"
        case disconnected = "Disconnected"
        case invalidArgs = "InvalidArgs"
        case invalidSignature = "InvalidSignature"
        case limitsExceeded = "LimitsExceeded"
        case nameHasNoOwner = "NameHasNoOwner"
        case noMemory = "NoMemory"
        case noReply = "NoReply"
        case noServer = "NoServer"
        case notSupported = "NotSupported"
        case propertyReadOnly = "PropertyReadOnly"
        case serviceUnknown = "ServiceUnknown"
        case unknownInterface = "UnknownInterface"
        case unknownMethod = "UnknownMethod"
        case unknownObject = "UnknownObject"
        case unknownProperty = "UnknownProperty"

        /// The name on the wire.
        public var name: String { "org.freedesktop.DBus.Error." + rawValue }
    }

    public init(_ standard: Standard, _ message: String) {
        self.init(name: standard.name, message: message)
    }

    /// Whether this is the standard error `standard`.
    public func isStandard(_ standard: Standard) -> Bool { name == standard.name }
}

extension DBusError: CustomStringConvertible {
    public var description: String { message.isEmpty ? name : "\(name): \(message)" }
}
