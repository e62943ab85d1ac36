internal import PlayerCore

/// The file that a `file:` URI names (RFC 8089).
struct LocalFile: Hashable, Sendable {
    /// Absolute; need not be UTF-8.
    let bytes: [UInt8]

    /// Nil for other URIs, other hosts and what is not well escaped.
    init?(uri: String) {
        var rest = Array(uri.utf8)[...]
        guard rest.count > 5, String(decoding: rest.prefix(5), as: UTF8.self).lowercased() == "file:" else {
            return nil
        }
        rest = rest.dropFirst(5)
        if rest.starts(with: Array("//".utf8)) {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != UInt8(ascii: "/") }
            guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return nil }
            rest = rest[host.endIndex...]
        }
        rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard rest.first == UInt8(ascii: "/"), let path = PercentEncoding.strictlyDecoded(rest), !path.contains(0)
        else {
            return nil
        }
        bytes = path
    }

    /// For those who only take text; wrong where it is not UTF-8.
    var path: String { String(decoding: bytes, as: UTF8.self) }
}
