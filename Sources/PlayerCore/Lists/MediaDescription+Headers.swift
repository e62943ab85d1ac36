extension MediaDescription {
    /// Returns the description of an entry as its list gives it to the queue: with the headers that the list was requested
    /// with, unless the entry has its own or is on another server, and with the list's address if that is on a server.
    func of(_ list: MediaDescription) -> MediaDescription {
        let headers = list.details?.fields.headers ?? [:]
        let server = list.uri.server
        let getsHeaders =
            !headers.isEmpty && server != nil && uri.server == server && details?.fields.headers == nil
        guard getsHeaders else { return named(by: server == nil ? list.list : list.uri) }
        var fields = details?.fields ?? MediaDetails.Fields()
        fields.headers = headers
        return MediaDescription(uri: uri, details: MediaDetails(fields)).named(by: list.uri)
    }
}

extension String {
    /// Scheme, host and port of an HTTP address, for comparisons; nil for any other.
    var server: String? {
        let plain = withoutLogin
        let scheme = plain.prefix { $0 != ":" }.lowercased()
        let rest = plain.dropFirst(scheme.count)
        guard scheme == "http" || scheme == "https", rest.hasPrefix("://") else { return nil }
        let host = rest.dropFirst(3).prefix { !"/?#".contains($0) }.lowercased()
        let port = scheme == "http" ? ":80" : ":443"
        return scheme + "://" + (host.hasSuffix(port) ? String(host.dropLast(port.count)) : host)
    }
}
