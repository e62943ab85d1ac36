/// A match for signals; absent fields match everything.
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

    /// The rule for the bus (D-Bus specification, "Match Rules").
    var rule: String {
        var rule = "type='signal'"
        let fields = [
            ("sender", sender), ("path", path), ("interface", interface), ("member", member), ("arg0", argument),
        ]
        for case (let key, let value?) in fields {
            // Within quotes nothing is special but the quote itself, which must be outside of them, escaped.
            let quoted = value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            rule += ",\(key)='\(quoted)'"
        }
        return rule
    }

    /// Whether a signal that arrived for any subscription matches this one; the bus checks a well-known sender.
    func matches(_ signal: BusSignalMessage) -> Bool {
        if let sender, sender.hasPrefix(":") || sender == "org.freedesktop.DBus", sender != signal.sender {
            return false
        }
        return (path ?? signal.path) == signal.path && (interface ?? signal.interface) == signal.interface
            && (member ?? signal.member) == signal.member
            && (argument == nil || argument == signal.arguments.first?.asString)
    }
}
