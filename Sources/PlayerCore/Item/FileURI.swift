/// `file:` URIs of this machine (RFC 8089), handled as text; no file is accessed.
public enum FileURI {
    /// The path as written in the URI, still escaped; nil for any other URI, such as that of a file on another
    /// machine.
    public static func escapedPath(of uri: String) -> Substring? {
        guard uri.prefix(5).lowercased() == "file:" else { return nil }
        var rest = uri.dropFirst(5)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
            rest = rest[host.endIndex...]
        }
        guard rest.hasPrefix("/") else { return nil }
        return rest.prefix { $0 != "?" && $0 != "#" }
    }

    /// The path, which need not be UTF-8; nil if ``escapedPath(of:)`` is.
    public static func path(of uri: String) -> [UInt8]? {
        escapedPath(of: uri).map { PercentEncoding.decoded($0.utf8) }
    }

    /// The address as people read it: the path of a local file, if it is text, else the URI.
    public static func readable(_ uri: String) -> String {
        guard let path = path(of: uri), let text = String(validating: path, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 })
        else { return uri }
        return text
    }

    /// Escapes like GLib's `g_filename_to_uri`, so that equal files have equal URIs everywhere.
    ///
    /// - Parameter path: absolute.
    public static func uri(of path: some Sequence<UInt8>) -> String {
        var bytes = Array("file://".utf8)
        for byte in path {
            if unescaped.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let unescaped = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:=@_~".utf8)
}
