/// The single declaration of an object's interface: calls are answered, checked and introspected according to it.
public struct BusInterface: Sendable {
    public let name: String
    public let methods: [BusMethod]
    public let properties: [BusProperty]
    public let signals: [BusSignal]
    private let methodIndex: [String: Int]
    private let propertyIndex: [String: Int]

    /// Traps on invalid names and types, and on members declared twice.
    public init(
        _ name: String, methods: [BusMethod] = [], properties: [BusProperty] = [], signals: [BusSignal] = []
    ) {
        precondition(DBusName.isInterface(name), "\(name) is not an interface name")
        let arguments = methods.flatMap { $0.inputs + $0.outputs } + signals.flatMap(\.arguments)
        for member in methods.map(\.name) + properties.map(\.name) + signals.map(\.name) {
            precondition(DBusName.isMember(member), "\(name).\(member) is not a member name")
        }
        for type in arguments.map(\.type) + properties.map(\.type) {
            precondition(DBusName.isSingleType(type), "\(type), used in \(name), is no type")
        }
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
        methodIndex = Dictionary(uniqueKeysWithValues: methods.indices.map { (methods[$0].name, $0) })
        propertyIndex = Dictionary(uniqueKeysWithValues: properties.indices.map { (properties[$0].name, $0) })
    }

    func method(_ name: String) -> BusMethod? { methodIndex[name].map { methods[$0] } }
    func property(_ name: String) -> BusProperty? { propertyIndex[name].map { properties[$0] } }
}
