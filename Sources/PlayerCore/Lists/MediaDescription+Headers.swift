extension MediaDescription {
    /// Returns the description of an entry of a list with the headers that its list was requested with, unless it has
    /// its own, or is on another server.
    func with(headers: [String: String], ofServer list: String) -> MediaDescription {
        guard !headers.isEmpty, let server = list.server, uri.server == server else { return self }
        var fields = details?.fields ?? MediaDetails.Fields()
        guard fields.headers == nil else { return self }
        fields.headers = headers
        return MediaDescription(uri: uri, details: MediaDetails(fields))
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
