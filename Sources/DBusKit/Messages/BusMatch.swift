/// Which signals are wanted; absent fields match everything.
public struct BusMatch: Hashable, Sendable {
    /// A unique name, or a well-known one, which the bus resolves.
    public var sender: String?
    public var path: String?
    public var interface: String?
    public var member: String?
    /// The first argument, if it is a string.
    public var argument: String?

    public init(
        sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil,
        argument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.argument = argument
    }

    /// The rule as the bus reads it (D-Bus specification, "Match Rules").
    var rule: String {
        var rule = "type='signal'"
        let fields = [
            ("sender", sender), ("path", path), ("interface", interface), ("member", member), ("arg0", argument),
        ]
        for case (let key, let value?) in fields {
            // Inside of quotes nothing is special but the quote itself, which has to stand outside of them, escaped.
            let quoted = value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            rule += ",\(key)='\(quoted)'"
        }
        return rule
    }

    /// Whether a signal that arrived for any subscription is one of this; a well-known sender is left to the bus.
    func matches(_ signal: BusSignalMessage) -> Bool {
        if let sender, sender.hasPrefix(":") || sender == "org.freedesktop.DBus", sender != signal.sender {
            return false
        }
        return (path ?? signal.path) == signal.path && (interface ?? signal.interface) == signal.interface
            && (member ?? signal.member) == signal.member
            && (argument == nil || argument == signal.arguments.first?.asString)
    }
}
