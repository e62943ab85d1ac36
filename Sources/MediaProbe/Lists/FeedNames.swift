/// Gives the elements of a feed their usual prefixes, such as `itunes:`, whatever prefix the feed declares for the
/// namespace (Namespaces in XML 1.0, section 3).
///
/// A feed that declares nothing uses the usual prefixes, so names of unknown prefixes are kept.
struct FeedNames {
    /// Namespaces in lower case without the scheme and the last slash: both are often written differently.
    private static let usual = [
        "www.itunes.com/dtds/podcast-1.0.dtd": "itunes", "podcastindex.org/namespace/1.0": "podcast",
        "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
        "search.yahoo.com/mrss": "media", "purl.org/dc/elements/1.1": "dc", "podlove.org/simple-chapters": "psc",
        "www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf", "purl.oclc.org/net/rss_2.0/enc#": "enc",
        "www.w3.org/2005/atom": "atom",
    ]
    /// The maximum number of declared prefixes; later ones are left out.
    private static let mostPrefixes = 64

    /// The usual prefixes by those of the feed.
    private var prefixes: [String: String] = [:]
    /// For each open element its name in the feed, and the usual prefix of names without one in it.
    private var open: [(name: String, prefix: String?)] = []

    /// Returns the name of an element that starts.
    ///
    /// - Parameter deepest: elements that are nested deeper are not noted.
    mutating func starting(_ name: String, _ attributes: [String: String], deepest: Int) -> String {
        var prefix = open.last?.prefix
        for (key, value) in attributes where key.hasPrefix("xmlns") {
            let known = Self.prefix(of: value)
            if key == "xmlns" {
                prefix = known
            } else if let known, key.hasPrefix("xmlns:"), prefixes.count < Self.mostPrefixes {
                prefixes[String(key.dropFirst(6))] = known
            }
        }
        if open.count < deepest { open.append((name, prefix)) }
        return resolved(name, default: prefix)
    }

    /// Returns the name of an element that ends.
    mutating func ending(_ name: String) -> String {
        let prefix = open.last?.prefix
        if open.last?.name == name { open.removeLast() }
        return resolved(name, default: prefix)
    }

    private func resolved(_ name: String, default prefix: String?) -> String {
        guard let colon = name.firstIndex(of: ":") else { return prefix.map { "\($0):\(name)" } ?? name }
        guard let known = prefixes[String(name[..<colon])] else { return name }
        return known + name[colon...]
    }

    private static func prefix(of namespace: String) -> String? {
        var name = namespace.lowercased()[...]
        if let scheme = name.firstRange(of: "://") { name = name[scheme.upperBound...] }
        while name.last == "/" { name.removeLast() }
        return usual[String(name)]
    }
}
