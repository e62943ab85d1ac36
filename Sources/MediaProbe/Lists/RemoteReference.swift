/// An `http:` or `https:` address as the base of relative references (RFC 3986 section 5.2).
struct RemoteReference {
    /// Such as `https:`.
    private let scheme: Substring
    /// Such as `//host:port`.
    private let authority: Substring
    /// The path from its first slash to its last; `/` without one.
    private let folder: String
    /// The whole path.
    private let path: Substring

    /// Nil if the address is not on a server.
    init?(_ uri: String) {
        let whole = uri.prefix { $0 != "?" && $0 != "#" }
        guard let colon = whole.firstIndex(of: ":"), ["http", "https"].contains(whole[..<colon].lowercased()),
            whole[colon...].hasPrefix("://")
        else { return nil }
        scheme = whole[...colon]
        let start = whole.index(after: colon)
        let host = whole.index(start, offsetBy: 2)
        let end = whole[host...].firstIndex(of: "/") ?? whole.endIndex
        guard end > host else { return nil }
        authority = whole[start..<end]
        path = whole[end...]
        folder = path.lastIndex(of: "/").map { [path] in String(path[...$0]) } ?? "/"
    }

    /// Returns the address of a reference without a scheme; its characters are not changed.
    func resolved(_ reference: String) -> String {
        if reference.hasPrefix("//") { return "\(scheme)\(reference)" }
        let rest = reference.prefix { $0 != "?" && $0 != "#" }
        let tail = reference[rest.endIndex...]
        let merged = rest.isEmpty ? String(path) : rest.hasPrefix("/") ? String(rest) : folder + rest
        return "\(scheme)\(authority)\(Self.withoutDots(merged))\(tail)"
    }

    private static func withoutDots(_ path: String) -> String {
        guard path.contains("/.") else { return path }
        var result: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { result.append("") }
            case "..":
                _ = result.popLast()
                if isLast { result.append("") }
            default: result.append(segment)
            }
        }
        return "/" + result.joined(separator: "/")
    }
}
