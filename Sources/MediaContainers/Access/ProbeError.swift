/// Why reading failed.
public enum ProbeError: Error, Hashable, Sendable {
    /// The data end too early.
    case truncated
    /// The data violate their format; how.
    case malformed(String)
    /// Reading would exceed ``ProbeLimits``; what is too large.
    case tooMuch(String)
    /// The file or server does not provide the data; why.
    case unreadable(String)

    /// A clause for a log line or message.
    public var message: String {
        switch self {
        case .truncated: "it ends too early"
        case .malformed(let what), .tooMuch(let what), .unreadable(let what): what
        }
    }
}
