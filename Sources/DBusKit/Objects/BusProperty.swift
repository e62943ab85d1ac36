/// A property of an interface.
public struct BusProperty: Sendable {
    public enum Access: String, Hashable, Sendable {
        case read
        case readWrite = "readwrite"
        case write
    }

    /// How `PropertiesChanged` reports it: the specification's annotation `EmitsChangedSignal`.
    public enum Change: String, Hashable, Sendable {
        /// With its value.
        case `true`
        /// By name, without its value.
        case invalidates
        /// It never changes.
        case const
        /// It changes without a signal.
        case `false`
    }

    public var name: String
    /// A single complete D-Bus type.
    public var type: String
    public var access: Access
    public var emitsChange: Change
    let get: (@BusActor () -> DBusValue)?
    /// Called when a client reads this property by name, but not when it reads all properties.
    public var whenAsked: (@BusActor () -> Void)?
    let set: (@BusActor (DBusValue, BusReply) -> Void)?

    /// A property that cannot be set.
    public init(_ name: String, _ type: String, emitsChange: Change = .true, get: @escaping @BusActor () -> DBusValue) {
        self.name = name
        self.type = type
        self.emitsChange = emitsChange
        self.get = get
        access = .read
        set = nil
    }

    /// A property that clients can set; `set` receives a value of the property's type and replies when it can.
    public init(
        _ name: String, _ type: String, emitsChange: Change = .true, get: @escaping @BusActor () -> DBusValue,
        set: @escaping @BusActor (DBusValue, BusReply) -> Void
    ) {
        self.name = name
        self.type = type
        self.emitsChange = emitsChange
        self.get = get
        self.set = set
        access = .readWrite
    }

    /// The value that a reader would get now; nil if the property is not readable.
    @BusActor public var value: DBusValue? { self.get?() }
}
