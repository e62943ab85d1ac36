internal import CGStreamer

/// The address of an HTTP resource, in the form that libsoup compares.
struct HTTPAddress: Hashable {
    /// The flags of libsoup's own parser (SOUP_HTTP_URI_FLAGS).
    private static let flags = GUriFlags(
        rawValue: G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
            | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
            | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)

    let scheme: String
    let host: String
    let port: Int32
    private let rest: String
    var server: [String] { [scheme, host, String(port)] }

    func lengthInCommon(with other: HTTPAddress) -> Int {
        zip(rest.utf8, other.rest.utf8).prefix { $0 == $1 }.count
    }

    /// Returns nil if the URI is not an HTTP URI.
    init?(_ uri: String) {
        guard let parsed = g_uri_parse(uri, Self.flags, nil) else { return nil }
        defer { g_uri_unref(parsed) }
        self.init(parsed)
    }

    init?(_ uri: OpaquePointer) {
        guard let scheme = g_uri_get_scheme(uri), let host = g_uri_get_host(uri) else { return nil }
        self.scheme = String(cString: scheme)
        guard self.scheme == "http" || self.scheme == "https" else { return nil }
        self.host = String(cString: host).lowercased()
        let port = g_uri_get_port(uri)
        self.port = port > 0 ? port : self.scheme == "https" ? 443 : 80
        let path = g_uri_get_path(uri).map { String(cString: $0) } ?? ""
        rest = (path.isEmpty ? "/" : path) + (g_uri_get_query(uri).map { "?" + String(cString: $0) } ?? "")
    }
}
