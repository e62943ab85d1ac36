/// A property of an interface.
public struct BusProperty: Sendable {
    public enum Access: String, Hashable, Sendable {
        case read
        case readWrite = "readwrite"
        case write
    }

    /// What `PropertiesChanged` says of it: the specification's annotation `EmitsChangedSignal`.
    public enum Change: String, Hashable, Sendable {
        /// Sent with its value.
        case `true`
        /// Named, without its value.
        case invalidates
        /// Never changes.
        case const
        /// Changes without a signal.
        case `false`
    }

    public var name: String
    /// One complete D-Bus type.
    public var type: String
    public var access: Access
    public var emitsChange: Change
    let get: (@BusActor () -> DBusValue)?
    /// Called when a client reads this property by name, and not all of them.
    public var whenAsked: (@BusActor () -> Void)?
    let set: (@BusActor (DBusValue, BusReply) -> Void)?

    /// A property nobody sets.
    public init(_ name: String, _ type: String, emitsChange: Change = .true, get: @escaping @BusActor () -> DBusValue) {
        self.name = name
        self.type = type
        self.emitsChange = emitsChange
        self.get = get
        access = .read
        set = nil
    }

    /// A property that clients set; `set` gets a value of the property's type and answers when it can.
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

    /// What a reader would get now; nil when it cannot be read.
    @BusActor public var value: DBusValue? { self.get?() }
}
