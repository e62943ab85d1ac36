/// Guesses from a URI alone whether it leads to a list.
///
/// A name proves nothing: `.m3u8` is mostly HLS, and `.xml` can be anything. The guess only decides what is read
/// early.
public enum ListName {
    private static let endings = [".m3u", ".m3u8", ".pls", ".xspf", ".rss", ".xml", ".cue"]

    /// Whether the name is typical of lists.
    public static func isLikely(_ uri: String) -> Bool {
        let path = path(of: uri)
        return isReadable(uri) && endings.contains { path.hasSuffix($0) }
    }

    /// Whether the item is worth reading before its turn. HLS is not: thousands of channels would be requested.
    public static func isWorthReadingAhead(_ uri: String) -> Bool {
        isLikely(uri) && (FileURI.escapedPath(of: uri) != nil || !path(of: uri).hasSuffix(".m3u8"))
    }

    /// Whether a list can be read from this address at all.
    public static func isReadable(_ uri: String) -> Bool {
        ["file", "http", "https"].contains(uri.prefix { $0 != ":" }.lowercased())
    }

    private static func path(of uri: String) -> String {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        // Longer than any extension; nothing else is compared.
        return path.suffix(8).lowercased()
    }
}
