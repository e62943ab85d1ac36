/// What a URI alone says of whether it leads to a list.
///
/// A name proves nothing: `.m3u8` is mostly HLS, `.xml` may be anything. It only says what is worth reading at once.
public enum ListName {
    private static let endings = [".m3u", ".m3u8", ".pls", ".xspf", ".rss", ".xml"]

    /// Whether the name is one that lists have.
    public static func isLikely(_ uri: String) -> Bool {
        let path = path(of: uri)
        return isReadable(uri) && endings.contains { path.hasSuffix($0) }
    }

    /// Whether it is worth reading before its turn. HLS is not: of thousands of channels each would be asked.
    public static func isWorthReadingAhead(_ uri: String) -> Bool {
        isLikely(uri) && (FileURI.escapedPath(of: uri) != nil || !path(of: uri).hasSuffix(".m3u8"))
    }

    /// Whether a list can be read from there at all.
    public static func isReadable(_ uri: String) -> Bool {
        ["file", "http", "https"].contains(uri.prefix { $0 != ":" }.lowercased())
    }

    private static func path(of uri: String) -> String {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        // Longer than any ending, and all that is looked at.
        return path.suffix(8).lowercased()
    }
}
