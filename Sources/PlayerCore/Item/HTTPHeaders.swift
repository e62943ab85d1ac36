/// Checks which headers may be sent with the requests of an item.
public enum HTTPHeaders {
    /// Headers that a player sets itself to read a resource piece by piece (RFC 9110, RFC 9112).
    private static let reserved: Set = [
        "accept-encoding", "connection", "content-length", "expect", "host", "icy-metadata", "if-match",
        "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "keep-alive", "proxy-authorization",
        "range", "te", "trailer", "transfer-encoding", "upgrade",
    ]
    private static let marks = Set("!#$%&'*+-.^_`|~".utf8)

    /// Why these headers cannot be sent, as a clause that contains no value; nil if they can.
    public static func refusal(of headers: [String: String]) -> String? {
        var names: Set<String> = []
        for (name, text) in headers.sorted(by: { $0.key < $1.key }) {
            let shown = name.prefix(100)
            guard !name.isEmpty, name.utf8.allSatisfy(isToken) else {
                return "\u{201C}\(shown)\u{201D} is not a valid header name"
            }
            guard !reserved.contains(name.lowercased()) else { return "\u{201C}\(shown)\u{201D} is set by mediad" }
            guard names.insert(name.lowercased()).inserted else { return "\u{201C}\(shown)\u{201D} occurs twice" }
            guard name.utf8.count + text.utf8.count <= DescriptionLimits.header else {
                return "\u{201C}\(shown)\u{201D} is longer than \(DescriptionLimits.header) bytes"
            }
            guard text.utf8.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 }) else {
                return "the value of \u{201C}\(shown)\u{201D} has control characters"
            }
        }
        return nil
    }

    /// A token character (RFC 9110, section 5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: marks.contains(byte)
        }
    }
}
