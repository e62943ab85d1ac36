/// The tokens of an XML text, one after the other, as far as lists and chapters need them.
///
/// Lenient, because feeds are often not well-formed: an `&` that begins no reference is kept, and unintelligible parts
/// are skipped; ``isWellFormed`` reports that. Nothing is fetched, no entity is declared, and each byte is read once
/// or twice.
struct XMLTokens {
    enum Token: Hashable {
        /// Names include their prefix. An empty element is followed by its end.
        case start(String, [String: String])
        case text(String)
        case end(String)
    }

    /// The maximum length of a tag with its attributes in bytes; a longer one is skipped.
    private static let longestTag = 64 << 10
    /// The maximum number of attributes of an element; later ones are left out.
    private static let mostAttributes = 64
    /// The maximum length of a piece of text in bytes; the rest is left out.
    private static let longestText = 64 << 10

    private let bytes: [UInt8]
    private var index = 0
    /// The end of an empty element.
    private var pendingEnd: String?
    /// The number of lines that end before a position.
    private var lines = (count: 0, place: 0)

    /// Whether every token so far was intelligible. The reader must check that elements end in order.
    private(set) var isWellFormed = true

    /// The line at the end of the last token, from 1.
    var line: Int {
        mutating get {
            lines.count += bytes[lines.place..<index].count { $0 == UInt8(ascii: "\n") }
            lines.place = index
            return lines.count + 1
        }
    }

    /// - Parameter bytes: UTF-8.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the first element's name without its prefix; nil if there is none.
    static func root(of bytes: [UInt8]) -> String? {
        var tokens = XMLTokens(bytes)
        while let token = tokens.next() {
            if case .start(let name, _) = token { return local(name) }
        }
        return nil
    }

    /// Returns a name without its prefix.
    static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }

    /// Returns the next token; nil at the end.
    mutating func next() -> Token? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name)
        }
        while index < bytes.count {
            if bytes[index] != UInt8(ascii: "<") { return text() }
            if starts("<!--") {
                skip(past: "-->")
            } else if starts("<![CDATA[") {
                return section()
            } else if starts("<?") {
                skip(past: "?>")
            } else if starts("<!") {
                skipDeclaration()
            } else if let token = tag() {
                return token
            }
        }
        return nil
    }

    private func starts(_ text: StaticString) -> Bool {
        bytes[index...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private func place(of text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        var place = start
        while place + wanted.count <= bytes.count {
            guard let found = bytes[place...].firstIndex(of: wanted[0]), found + wanted.count <= bytes.count else {
                return nil
            }
            if bytes[found..<(found + wanted.count)].elementsEqual(wanted) { return found }
            place = found + 1
        }
        return nil
    }

    private mutating func skip(past text: String) {
        index = place(of: text, from: index).map { $0 + text.utf8.count } ?? bytes.count
    }

    /// Skips `<!DOCTYPE … [ … ]>`; its declarations are not used.
    private mutating func skipDeclaration() {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0:
                index += 1
                return
            default: break
            }
            index += 1
        }
    }

    private mutating func text() -> Token {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { index = end }
        let piece = bytes[index..<min(end, index + Self.longestText)]
        if !XMLReferences.areKnown(in: piece) { isWellFormed = false }
        return .text(XMLReferences.resolved(piece))
    }

    private mutating func section() -> Token {
        let start = index + "<![CDATA[".utf8.count
        let end = place(of: "]]>", from: start) ?? bytes.count
        if end == bytes.count { isWellFormed = false }
        index = min(bytes.count, end + 3)
        return .text(String(decoding: bytes[start..<min(end, start + Self.longestText)], as: UTF8.self))
    }

    /// Nil if it is not a tag or exceeds the limit; it is skipped.
    private mutating func tag() -> Token? {
        let isEnd = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
        var cursor = index + (isEnd ? 2 : 1)
        let name = word(&cursor)
        guard !name.isEmpty else {
            isWellFormed = false
            index += 1
            return nil
        }
        var attributes: [String: String] = [:]
        var isEmpty = false
        while cursor < bytes.count, bytes[cursor] != UInt8(ascii: ">") {
            guard cursor - index <= Self.longestTag else {
                passOver(from: cursor)
                return nil
            }
            let before = cursor
            isEmpty = bytes[cursor] == UInt8(ascii: "/")
            let key = word(&cursor)
            if key.isEmpty {
                if !isEmpty, !Self.isSpace(bytes[before]) { isWellFormed = false }
                cursor = before + 1
            } else if let value = value(&cursor) {
                if attributes.count < Self.mostAttributes, attributes[key] == nil { attributes[key] = value }
            } else {
                isWellFormed = false
            }
        }
        // Names, unquoted values and white space are read to their end.
        guard cursor - index <= Self.longestTag + 1 else {
            passOver(from: cursor)
            return nil
        }
        if cursor >= bytes.count { isWellFormed = false }
        index = min(bytes.count, cursor + 1)
        if isEnd { return .end(name) }
        if isEmpty { pendingEnd = name }
        return .start(name, attributes)
    }

    /// Continues after a tag.
    private mutating func passOver(from cursor: Int) {
        isWellFormed = false
        index = bytes[cursor...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
    }

    private func word(_ cursor: inout Int) -> String {
        let start = cursor
        while cursor < bytes.count, Self.isOfName(bytes[cursor]) { cursor += 1 }
        return String(decoding: bytes[start..<cursor], as: UTF8.self)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || (0x30...0x3A).contains(byte)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Returns the value after an attribute's name; nil without one.
    private func value(_ cursor: inout Int) -> String? {
        var place = cursor
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return nil }
        place += 1
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
        guard place < bytes.count else { return nil }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = place
            while place < bytes.count, !Self.isSpace(bytes[place]), bytes[place] != UInt8(ascii: ">") { place += 1 }
            cursor = place
            return XMLReferences.resolved(bytes[start..<place])
        }
        let limit = min(bytes.count, index + Self.longestTag)
        let end = place + 1 < limit ? bytes[(place + 1)..<limit].firstIndex(of: quote) ?? limit : limit
        cursor = min(bytes.count, end + 1)
        return XMLReferences.resolved(bytes[min(place + 1, end)..<end])
    }
}

/// References such as `&amp;` and `&#8230;` (XML 1.0 section 4.1), and those of HTML, which feeds use although it is
/// invalid.
enum XMLReferences {
    private static let known: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ndash": "–", "mdash": "—",
        "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    ]
    /// The maximum number of bytes between `&` and `;`.
    private static let longest = 10

    /// Resolves references; anything else is kept.
    static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "&"),
                let end = bytes[index...].prefix(longest + 2).firstIndex(of: UInt8(ascii: ";")),
                let text = text(of: String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
            {
                result += Array(text.utf8)
                index = end + 1
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether each `&` begins a known reference.
    static func areKnown(in bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            rest = rest[start...]
            guard let end = rest.prefix(longest + 2).firstIndex(of: UInt8(ascii: ";")),
                text(of: String(decoding: rest[(start + 1)..<end], as: UTF8.self)) != nil
            else { return false }
            rest = rest[(end + 1)...]
        }
        return true
    }

    private static func text(of name: String) -> String? {
        guard name.hasPrefix("#") else { return known[name] }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { Unicode.Scalar($0) }.flatMap { $0.value == 0 ? nil : String(Character($0)) }
    }
}
