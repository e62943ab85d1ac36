import PlayerCore

/// Handles URIs (RFC 3986) as far as the command line needs it.
enum URIText {
    /// Whether the text is a URI and not a file name; `a: b.mkv` and `C:x` are names.
    ///
    /// Spaces, as in copied or typed addresses, are accepted after `://`; ``escaped(_:)`` makes such a text a URI.
    static func isURI(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let scheme = text[..<colon]
        let rest = text[text.index(after: colon)...]
        return scheme.count > 1 && scheme.first.map { $0.isASCII && $0.isLetter } ?? false
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
            && !rest.isEmpty && (rest.hasPrefix("//") || !rest.contains { $0.isWhitespace })
            && !rest.contains { $0.isNewline }
    }

    /// Escapes all characters that are not allowed in a URI (RFC 3986 section 2), such as spaces, and percent signs
    /// that do not begin an escape.
    static func escaped(_ text: String) -> String { PercentEncoding.escaped(text) }

    /// The path of a local `file:` URI; nil for any other.
    static func localPath(_ uri: String) -> LocalPath? {
        FileURI.path(of: uri).map { LocalPath($0) }
    }

    /// The address for people: the path of a file, and any other without escapes that only hide letters and spaces.
    static func shown(_ uri: String) -> String {
        guard isURI(uri) else { return uri }
        let isFile = FileURI.path(of: uri) != nil
        var (text, run) = ("", [UInt8]())
        func flush() {
            guard !run.isEmpty else { return }
            let decoded = String(validating: PercentEncoding.decoded(run), as: UTF8.self)
            let isPlain = decoded?.unicodeScalars.allSatisfy { scalar in
                let isReserved = !isFile && scalar.isASCII && scalar != " "
                return scalar.value >= 32 && scalar.value != 127 && scalar != "%" && !isReserved
            }
            text += isPlain == true ? decoded ?? "" : String(decoding: run, as: UTF8.self)
            run = []
        }
        var rest = Array(uri.utf8)[...]
        while let byte = rest.first {
            let escape = rest.prefix(3)
            let isEscape =
                byte == UInt8(ascii: "%") && escape.count == 3 && PercentEncoding.strictlyDecoded(escape) != nil
            if isEscape {
                // An escape of ASCII stands alone, so that one that must stay keeps no other.
                if PercentEncoding.decoded(escape).first ?? 0 < 128 {
                    flush()
                    run += escape
                    flush()
                } else {
                    run += escape
                }
                rest = rest.dropFirst(3)
            } else {
                flush()
                let plain = rest.prefix { $0 != UInt8(ascii: "%") || rest.first == UInt8(ascii: "%") }
                let count = max(1, byte == UInt8(ascii: "%") ? 1 : plain.count)
                text += String(decoding: rest.prefix(count), as: UTF8.self)
                rest = rest.dropFirst(count)
            }
        }
        flush()
        return text
    }

    /// The name of an item without a title: the last component of its path, else the whole URI.
    static func name(of uri: String) -> String {
        guard isURI(uri) else { return uri }
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        guard let component = path.split(separator: "/").last, component.count < path.count,
            !path.hasSuffix("/")
        else { return uri }
        return String(decoding: PercentEncoding.decoded(component.utf8), as: UTF8.self)
    }
}
