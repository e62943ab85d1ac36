internal import PlayerCore

/// The file that a `file:` URI names (RFC 8089).
struct LocalFile: Hashable, Sendable {
    /// Absolute; need not be UTF-8.
    let bytes: [UInt8]

    /// Nil for other URIs, other hosts and what is not well escaped.
    init?(uri: String) {
        guard let escaped = FileURI.escapedPath(of: uri), let path = PercentEncoding.strictlyDecoded(escaped.utf8),
            !path.contains(0)
        else { return nil }
        bytes = path
    }

    /// For those who only take text; wrong where it is not UTF-8.
    var path: String { String(decoding: bytes, as: UTF8.self) }
}
