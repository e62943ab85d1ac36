internal import DBusKit
internal import PlayerCore

/// Validates and normalises URIs from clients.
enum MediaURI {
    /// Normalises a URI. Absolute paths become `file:` URIs; any other text is refused with a sentence.
    ///
    /// - Parameter schemes: the accepted schemes, in lower case.
    static func normalised(_ text: String, schemes: [String]) throws(DBusError) -> String {
        guard !text.isEmpty, text.utf8.count <= DescriptionLimits.address else {
            let longest = DescriptionLimits.address
            throw DBusError(
                .invalidArgs, text.isEmpty ? "The URI is empty." : "The URI is longer than \(longest) bytes.")
        }
        if text.utf8.first == 47 {
            guard !text.utf8.contains(0) else { throw zeroByte(text) }
            return "file://" + encoded(text, keeping: inPath)
        }
        guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else {
            throw DBusError(
                .invalidArgs, "'\(shortened(text))' is not a URI: send file:///path, http://… or an absolute path.")
        }
        let scheme = text[..<colon].lowercased()
        guard schemes.contains(scheme) else {
            throw DBusError(
                name: ServiceError.unsupported,
                message:
                    "mediad does not play '\(shortened(scheme)):' addresses, only \(schemes.joined(separator: ", "))."
            )
        }
        let rest = text[colon...].dropFirst()
        try check(rest, scheme: scheme, whole: text)
        return scheme + ":" + encoded(String(rest), keeping: inURI)
    }

    /// Refuses URIs that no source could ever open, so that the client receives the error.
    private static func check(_ rest: Substring, scheme: String, whole: String) throws(DBusError) {
        if scheme == "file" {
            let bytes = rest.utf8
            let path = bytes.starts(with: [47, 47]) ? bytes.dropFirst(2).drop { $0 != 47 } : bytes[...]
            guard path.first == 47 else {
                throw DBusError(
                    .invalidArgs, "'\(shortened(whole))' does not contain an absolute path: send file:///path.")
            }
            guard !holdsZero(path), !path.contains(0) else { throw zeroByte(whole) }
        } else if hosted.contains(scheme) {
            guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, !"/?#".contains(first) else {
                throw DBusError(
                    .invalidArgs, "'\(shortened(whole))' does not contain a host: send \(scheme)://host/path.")
            }
        }
    }

    /// The schemes whose URIs always contain a host.
    private static let hosted: Set = ["http", "https", "rtsp", "rtsps", "rtmp", "mms"]

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first | 32) else { return false }
        return text.utf8.allSatisfy { byte in
            (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 43 || byte == 45 || byte == 46
        }
    }

    private static func zeroByte(_ text: String) -> DBusError {
        DBusError(.invalidArgs, "'\(shortened(text))' contains a NUL byte.")
    }

    private static func holdsZero(_ path: Substring.UTF8View) -> Bool {
        var last: (UInt8, UInt8) = (0, 0)
        for byte in path {
            if last == (37, 48), byte == 48 { return true }
            last = (last.1, byte)
        }
        return false
    }

    /// RFC 3986's unreserved characters and those that a path keeps; a table by byte, because queues of 100,000 items
    /// are checked.
    private static let inPath = table("/")
    /// The unreserved characters, and those that structure a URI.
    private static let inURI = table(":/?#[]@!$&'()*+,;=%")

    private static func table(_ kept: String) -> [Bool] {
        let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        var table = [Bool](repeating: false, count: 256)
        for byte in (unreserved + kept).utf8 { table[Int(byte)] = true }
        return table
    }

    /// Percent-encodes the bytes that the table does not keep. A percent sign is kept only if it begins an escape.
    private static func encoded(_ text: String, keeping kept: [Bool]) -> String {
        if text.utf8.allSatisfy({ kept[Int($0)] && $0 != 37 }) { return text }
        let digits = Array("0123456789ABCDEF".utf8)
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count + 16)
        for (index, byte) in source.enumerated() {
            if kept[Int(byte)], byte != 37 || isEscape(source[index...]) {
                bytes.append(byte)
            } else {
                bytes += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the percent sign at the start is followed by two hexadecimal digits.
    private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.dropFirst().prefix(2)
        return digits.count == 2
            && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 32) }
    }

    /// The text as an error message shows it.
    static func shortened(_ text: String) -> String {
        let shown = text.withoutPasswords
        return shown.count > 80 ? shown.prefix(77) + "…" : shown
    }
}
