/// A signal that an interface declares.
public struct BusSignal: Hashable, Sendable {
    public var name: String
    public var arguments: [BusArgument]

    public init(_ name: String, _ arguments: [BusArgument] = []) {
        self.name = name
        self.arguments = arguments
    }
}
