internal import PlayerCore

/// The file of a `file:` URI (RFC 8089).
struct LocalFile: Hashable, Sendable {
    /// An absolute path, which need not be UTF-8.
    let bytes: [UInt8]

    /// Returns nil for other URIs, other hosts and invalid escapes.
    init?(uri: String) {
        guard let escaped = FileURI.escapedPath(of: uri), let path = PercentEncoding.strictlyDecoded(escaped.utf8),
            !path.contains(0)
        else { return nil }
        bytes = path
    }

    /// The path as text; wrong if the path is not UTF-8.
    var path: String { String(decoding: bytes, as: UTF8.self) }
}
