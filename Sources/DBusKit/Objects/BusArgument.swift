/// A named argument of a method or signal.
public struct BusArgument: Hashable, Sendable {
    public var name: String
    /// A single complete D-Bus type.
    public var type: String

    public init(_ name: String, _ type: String) {
        self.name = name
        self.type = type
    }
}
