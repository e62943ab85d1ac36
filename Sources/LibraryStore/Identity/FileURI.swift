internal import PlayerCore

/// `file:` URIs of this machine (RFC 8089).
enum FileURI {
    /// The path; nil for every other URI, as one of another machine's file.
    static func path(of uri: String) -> [UInt8]? {
        guard uri.prefix(5).lowercased() == "file:" else { return nil }
        var rest = uri.dropFirst(5)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
            rest = rest[host.endIndex...]
        }
        guard rest.hasPrefix("/") else { return nil }
        return PercentEncoding.decoded(rest.prefix { $0 != "?" && $0 != "#" }.utf8)
    }

    /// Escaped as GLib's `g_filename_to_uri` does it, so that equal files have equal URIs everywhere.
    static func uri(of path: some Sequence<UInt8>) -> String {
        var bytes = Array("file://".utf8)
        for byte in path {
            if unescaped.contains(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes += Hexadecimal.text([byte]).uppercased().utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let unescaped = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:=@_~".utf8)
}

/// Two digits a byte.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// In lower case.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
