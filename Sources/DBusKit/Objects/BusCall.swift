/// A method call whose arguments have the declared types.
public struct BusCall: Sendable {
    /// The caller's unique name.
    public var sender: String
    public var path: String
    public var arguments: [DBusValue]
    /// Must be answered.
    public var reply: BusReply
}
