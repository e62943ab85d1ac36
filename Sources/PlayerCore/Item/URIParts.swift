/// The human-readable parts of a URI (RFC 3986 section 3). Nothing is validated: every string has a title.
struct URIParts {
    /// The whole URI.
    let uri: String
    /// In lower case; nil for a plain path.
    let scheme: String?
    /// Without user and port; empty if there is none.
    let host: String
    /// The last component of the path, percent-decoded, without its file extension.
    let name: String
    let hasExtension: Bool

    /// Splits any string. A string without a scheme is a plain path, in which nothing is percent-encoded.
    init(_ uri: String) {
        self.uri = uri
        var rest = Substring(uri)
        if let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy(Self.isSchemeCharacter),
            colon > rest.startIndex
        {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        } else {
            scheme = nil
        }
        var authority: Substring = ""
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            rest = rest[authority.endIndex...]
        }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        if authority.hasPrefix("["), let bracket = authority.firstIndex(of: "]") {
            authority = authority[...bracket]
        } else if let colon = authority.lastIndex(of: ":") {
            authority = authority[..<colon]
        }
        host = String(authority)

        let isURI = scheme != nil
        let path = !isURI ? rest : rest.prefix { $0 != "?" && $0 != "#" }
        let component = path.split(separator: "/").last.map { Self.decode($0, percent: isURI) } ?? ""
        if let dot = component.lastIndex(of: "."), dot > component.startIndex,
            Self.isExtension(component[component.index(after: dot)...])
        {
            name = String(component[..<dot])
            hasExtension = true
        } else {
            name = component
            hasExtension = false
        }
    }

    /// Returns a title for an item that has no other.
    ///
    /// - Parameter station: the name of an internet radio station.
    func title(isLive: Bool, station: String?) -> String {
        let hasName = name.contains { !$0.isWhitespace }
        let isStream = isLive || (!host.isEmpty && scheme != "file" && !hasExtension)
        if isStream, let title = station ?? (host.isEmpty ? nil : host) { return title }
        if hasName { return name }
        if let title = station ?? (host.isEmpty ? nil : host) { return title }
        return uri.isEmpty ? "Untitled" : uri
    }

    private static func isSchemeCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
    }

    /// Up to five ASCII letters and digits with at least one letter: "mkv", "7z", but not the "2" of "Vol.2".
    private static func isExtension(_ text: Substring) -> Bool {
        text.count <= 5 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && text.contains(where: \.isLetter)
    }

    /// Replaces bytes that are not UTF-8 by U+FFFD and removes control characters: a title is shown and sent over
    /// D-Bus.
    private static func decode(_ text: Substring, percent: Bool) -> String {
        let bytes = percent ? PercentEncoding.decoded(text.utf8) : Array(text.utf8)
        var decoded = String(decoding: bytes, as: UTF8.self)
        decoded.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
        return decoded
    }
}
