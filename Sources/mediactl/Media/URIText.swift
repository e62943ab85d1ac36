import PlayerCore

/// Reading URIs (RFC 3986) as far as a command line needs it.
enum URIText {
    /// Whether this is a URI and not the name of a file; `a: b.mkv` and `C:x` are names.
    ///
    /// Spaces, as people copy and type them, are taken behind `://`; ``escaped(_:)`` makes such a text a URI.
    static func isURI(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let scheme = text[..<colon]
        let rest = text[text.index(after: colon)...]
        return scheme.count > 1 && scheme.first.map { $0.isASCII && $0.isLetter } ?? false
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
            && !rest.isEmpty && (rest.hasPrefix("//") || !rest.contains { $0.isWhitespace })
            && !rest.contains { $0.isNewline }
    }

    /// A URI with everything escaped that must not stand in one (RFC 3986 section 2), such as spaces; a percent sign that
    /// begins no escape, too.
    static func escaped(_ text: String) -> String { PercentEncoding.escaped(text) }

    /// The path of a `file:` URI of this machine; nil for any other.
    static func localPath(_ uri: String) -> LocalPath? {
        FileURI.path(of: uri).map { LocalPath($0) }
    }

    /// What to call an item that says nothing about itself: the last component of its path, else all of it.
    static func name(of uri: String) -> String {
        guard isURI(uri) else { return uri }
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        guard let component = path.split(separator: "/").last, component.count < path.count,
            !path.hasSuffix("/")
        else { return uri }
        return String(decoding: PercentEncoding.decoded(component.utf8), as: UTF8.self)
    }
}
