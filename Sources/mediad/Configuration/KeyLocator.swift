/// The positions of the keys and values of a TOML document.
///
/// The TOML parser reports positions only in its own errors, so an accepted text is scanned again for its keys. The
/// text must be valid TOML. Invalid parts are skipped and never cause a trap.
struct KeyLocator {
    /// The position of the first occurrence of a key, and of its value if the key has one of its own.
    struct Location: Hashable {
        var key: SourcePosition
        var value: SourcePosition?
    }

    /// Locations by path: `[audio] volume` is `["audio", "volume"]`, and `name` in the second `[[tracker]]` is
    /// `["tracker", "[1]", "name"]`.
    private(set) var locations: [[String]: Location] = [:]

    /// The position of the first table without a valid name: `[.audio]`, `[[[audio]]]`. `[]` is not included.
    private(set) var namelessTable: SourcePosition?

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var column = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        scanDocument()
    }

    // MARK: Structure

    private mutating func scanDocument() {
        var table: [String] = []
        while skipBlank(), let byte = current {
            if byte == UInt8(ascii: "[") {
                let isArray = index + 1 < bytes.count && bytes[index + 1] == byte
                let begin = here
                var brackets = 0
                while current == UInt8(ascii: "[") || isSpace {
                    if !isSpace { brackets += 1 }
                    advance()
                }
                let (path, position) = scanPath()
                if brackets > 2 || path.isEmpty && current != UInt8(ascii: "]") {
                    namelessTable = namelessTable ?? begin
                }
                table = path
                note(path, under: 0, key: position, value: nil)
                if isArray {
                    var element = 0
                    while locations[path + ["[\(element)]"]] != nil { element += 1 }
                    table = path + ["[\(element)]"]
                    locations[table] = Location(key: position, value: nil)
                }
                skipLine()
            } else {
                let before = index
                scanAssignment(in: table)
                // A character that cannot start a key would otherwise be scanned forever.
                if index == before { advance() }
            }
        }
    }

    private mutating func scanAssignment(in table: [String]) {
        let (path, position) = scanPath()
        while let byte = current, byte != UInt8(ascii: "="), byte != UInt8(ascii: "\n") { advance() }
        guard current == UInt8(ascii: "=") else { return }
        advance()
        while isSpace { advance() }
        note(table + path, under: table.count, key: position, value: here)
        scanValue(at: table + path)
    }

    /// A bare, quoted or dotted key.
    private mutating func scanPath() -> ([String], SourcePosition) {
        while isSpace { advance() }
        let position = here
        var path: [String] = []
        while let byte = current {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                path.append(scanString())
            } else {
                let start = index
                while let byte = current, Self.isBare(byte) { advance() }
                guard index > start else { break }
                path.append(String(decoding: bytes[start..<index], as: UTF8.self))
            }
            while isSpace { advance() }
            guard current == UInt8(ascii: ".") else { break }
            advance()
            while isSpace { advance() }
        }
        return (path, position)
    }

    private mutating func scanValue(at path: [String]) {
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            _ = scanString()
        case UInt8(ascii: "["):
            advance()
            while skipBlank(), let byte = current, byte != UInt8(ascii: "]") {
                if byte == UInt8(ascii: ",") { advance() } else { scanElement(at: path) }
            }
            advance()
        case UInt8(ascii: "{"):
            advance()
            while skipBlank(), let byte = current, byte != UInt8(ascii: "}") {
                let before = index
                if byte == UInt8(ascii: ",") { advance() } else { scanAssignment(in: path) }
                if index == before { advance() }
            }
            advance()
        default:
            while let byte = current, !Self.endsValue(byte) { advance() }
        }
    }

    private mutating func scanElement(at path: [String]) {
        let before = index
        scanValue(at: path)
        if index == before { advance() }
    }

    /// Scans a string of any of the four kinds. Escapes are not decoded: no key of the configuration needs them.
    private mutating func scanString() -> String {
        guard let quote = current else { return "" }
        let isLiteral = quote == UInt8(ascii: "'")
        let isMultiline = index + 2 < bytes.count && bytes[index + 1] == quote && bytes[index + 2] == quote
        let delimiter = isMultiline ? 3 : 1
        for _ in 0..<delimiter { advance() }
        let start = index
        while let byte = current {
            if byte == UInt8(ascii: "\\"), !isLiteral {
                advance()
                advance()
            } else if byte == quote, !isMultiline || bytes[index...].prefix(3).elementsEqual([quote, quote, quote]) {
                break
            } else {
                advance()
            }
        }
        let content = String(decoding: bytes[start..<index], as: UTF8.self)
        for _ in 0..<delimiter { advance() }
        // A multi-line string may end in one or two quotes before the three closing ones.
        while isMultiline, current == quote { advance() }
        return content
    }

    // MARK: Bytes

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }
    private var here: SourcePosition { SourcePosition(line: line, column: column) }
    private var isSpace: Bool { current == UInt8(ascii: " ") || current == UInt8(ascii: "\t") }

    private mutating func advance() {
        guard let byte = current else { return }
        index += 1
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if current.map({ $0 & 0xC0 != 0x80 }) ?? true {
            column += 1
        }
    }

    /// Goes to the next byte that is neither white space nor part of a comment. Returns false at the end.
    private mutating func skipBlank() -> Bool {
        while let byte = current {
            if byte == UInt8(ascii: "#") {
                skipLine()
            } else if isSpace || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                advance()
            } else {
                return true
            }
        }
        return false
    }

    private mutating func skipLine() {
        while let byte = current, byte != UInt8(ascii: "\n") { advance() }
    }

    /// Records the position of a path, and of the tables that a dotted key creates. The first position is kept.
    private mutating func note(_ path: [String], under depth: Int, key: SourcePosition, value: SourcePosition?) {
        guard path.count > depth else { return }
        for length in (depth + 1)...path.count {
            let part = Array(path.prefix(length))
            if locations[part] == nil {
                locations[part] = Location(key: key, value: length == path.count ? value : nil)
            }
        }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#"), UInt8(ascii: "\n"): true
        default: false
        }
    }
}
