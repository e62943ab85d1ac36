/// The address of a remote file as the base of its relative references (RFC 3986 section 5.2, as far as pictures need
/// it).
struct RemoteBase {
    /// Such as `https:`.
    private let scheme: Substring
    /// Such as `https://host`.
    private let origin: Substring
    /// Such as `https://host/folder/`.
    private let folder: String

    /// Nil if the address is not on a server.
    init?(_ uri: String) {
        let whole = uri.prefix { $0 != "?" && $0 != "#" }
        guard let colon = whole.firstIndex(of: ":"), Self.isRemote(whole[...colon]),
            whole[colon...].hasPrefix("://")
        else { return nil }
        scheme = whole[...colon]
        let host = whole.index(colon, offsetBy: 3)
        let path = whole[host...].firstIndex(of: "/") ?? whole.endIndex
        origin = whole[..<path]
        folder = whole[path...].lastIndex(of: "/").map { String(whole[...$0]) } ?? "\(origin)/"
    }

    /// Returns an `http(s):` or `data:` URI; nil for a reference that leads anywhere else.
    func resolved(_ reference: String) -> String? {
        if let colon = reference.firstIndex(of: ":"), !reference[..<colon].contains("/") {
            let scheme = reference[...colon]
            return Self.isRemote(scheme) || scheme.lowercased() == "data:" ? reference : nil
        }
        if reference.isEmpty || reference.hasPrefix("#") { return nil }
        if reference.hasPrefix("//") { return "\(scheme)\(reference)" }
        return reference.hasPrefix("/") ? "\(origin)\(reference)" : "\(folder)\(reference)"
    }

    private static func isRemote(_ scheme: Substring) -> Bool { ["http:", "https:"].contains(scheme.lowercased()) }
}
