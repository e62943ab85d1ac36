public import PlayerCore

/// One of mpv's watch-later files: options as in its configuration files, including the start position.
public struct WatchLater: Hashable, Sendable {
    /// The path or URL in a comment, as bytes; only with mpv's `write-filename-in-watch-later-config`. mpv writes at
    /// most 1,023 bytes, with underscores for control characters.
    public var path: [UInt8]?
    /// Whether it only marks that something in this folder or playlist was left; it contains no position.
    public var isRedirect = false
    /// Where to resume; nil if mpv did not know.
    public var start: MediaTime?
    /// Every option, including `start`, by its name.
    public var options: [String: String] = [:]

    public init() {}

    /// Media seconds per second, if it was not mpv's default.
    public var speed: Double? { options["speed"].flatMap { Double($0) }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } }

    /// Parses a file of any bytes; lines that are not options are ignored.
    public static func parse(_ bytes: some Sequence<UInt8>) -> WatchLater {
        var result = WatchLater()
        for line in Array(bytes).split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = trimmed(line)
            if line.first == UInt8(ascii: "#") {
                // Only the space that mpv itself writes: a name may begin with a space.
                let rest = line.dropFirst()
                let comment = Array(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest)
                if comment == Array("redirect entry".utf8) {
                    result.isRedirect = true
                } else if result.path == nil, !comment.isEmpty {
                    result.path = comment
                }
            } else if let sign = line.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(decoding: trimmed(line[..<sign]), as: UTF8.self)
                let value = String(decoding: unquoted(trimmed(line[(sign + 1)...])), as: UTF8.self)
                result.options[name] = value
                if name == "start" { result.start = MediaTime(clock: value) }
            }
        }
        return result
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 }
        let rest = line.drop(while: isSpace)
        // A comment is a name, which may end with a space.
        guard rest.first != UInt8(ascii: "#") else { return rest }
        return rest.prefix(rest.count - rest.reversed().prefix(while: isSpace).count)
    }

    /// Removes surrounding `"…"`, `'…'` or `%length%` (mpv's manual, "Configuration files").
    private static func unquoted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = value.first else { return value }
        let rest = value.dropFirst()
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return rest.firstIndex(of: first).map { rest[..<$0] } ?? value
        case UInt8(ascii: "%"):
            guard let end = rest.firstIndex(of: first), let count = Int(String(decoding: rest[..<end], as: UTF8.self)),
                count >= 0, rest[(end + 1)...].count >= count
            else { return value }
            return rest[(end + 1)...].prefix(count)
        default: return value
        }
    }
}
