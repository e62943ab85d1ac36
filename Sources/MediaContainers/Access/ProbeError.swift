/// Why something could not be read on.
public enum ProbeError: Error, Hashable, Sendable {
    /// It ends before it should.
    case truncated
    /// It breaks its format's rules: how.
    case malformed(String)
    /// Reading on would cost more than ``ProbeLimits`` allow: what is too large.
    case tooMuch(String)
    /// The file or server does not give it: why.
    case unreadable(String)

    /// A clause for a log line or message.
    public var message: String {
        switch self {
        case .truncated: "it ends too early"
        case .malformed(let what), .tooMuch(let what), .unreadable(let what): what
        }
    }
}
