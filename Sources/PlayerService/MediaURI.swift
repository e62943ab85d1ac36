internal import DBusKit

/// A URI as clients send it, made safe and complete.
enum MediaURI {
    /// Longer ones are refused; what a browser takes at most.
    private static let limit = 32 * 1024

    /// Absolute paths become `file:` URIs; what is neither is refused with a sentence.
    ///
    /// - Parameter schemes: the schemes taken, lower case.
    static func normalised(_ text: String, schemes: [String]) throws(DBusError) -> String {
        guard !text.isEmpty, text.utf8.count <= limit else {
            throw DBusError(.invalidArgs, text.isEmpty ? "the URI is empty" : "the URI is longer than \(limit) bytes")
        }
        if text.hasPrefix("/") { return "file://" + encoded(text, keeping: "/") }
        guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else {
            throw DBusError(
                .invalidArgs, "'\(shortened(text))' is no URI: send file:///path, an http address or an absolute path")
        }
        let scheme = text[..<colon].lowercased()
        guard schemes.contains(scheme) else {
            throw DBusError(
                name: ServiceError.unsupported,
                message:
                    "mediad plays no '\(shortened(scheme)):' addresses; it plays \(schemes.joined(separator: ", "))")
        }
        return scheme + encoded(String(text[colon...]), keeping: ":/?#[]@!$&'()*+,;=%")
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first | 32) else { return false }
        return text.utf8.allSatisfy { byte in
            (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 43 || byte == 45 || byte == 46
        }
    }

    /// Percent-encodes everything but RFC 3986's unreserved characters and `keeping`.
    private static func encoded(_ text: String, keeping: String) -> String {
        let kept = Set(keeping.utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            let isPlain =
                (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
                || [45, 46, 95, 126].contains(byte)
            if isPlain || kept.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func shortened(_ text: String) -> String { text.count > 80 ? text.prefix(77) + "…" : text }
}
