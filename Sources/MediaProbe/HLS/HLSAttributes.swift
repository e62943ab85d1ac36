internal import PlayerCore

/// The attribute list of a tag: `NAME=VALUE` separated by commas (RFC 8216 section 4.2).
struct HLSAttributes {
    enum Value: Hashable {
        /// In quotation marks.
        case quoted(String)
        /// A number, a sequence of bytes (`0x…`), or a name.
        case plain(String)
    }

    private(set) var values: [String: Value] = [:]

    /// Parses a list. The first of several attributes with the same name is used; anything else is ignored.
    init(_ text: Substring) {
        var rest = text
        while !rest.isEmpty, values.count < DescriptionLimits.attributes {
            guard let equals = rest.firstIndex(of: "=") else { return }
            // Text before a comma is not an attribute.
            let head = rest[..<equals]
            let name = head[(head.lastIndex(of: ",").map { head.index(after: $0) } ?? head.startIndex)...]
                .trimmed
            rest = rest[rest.index(after: equals)...].drop { $0 == " " }
            let value: Value
            if rest.first == "\"" {
                rest = rest.dropFirst()
                let end = rest.firstIndex(of: "\"") ?? rest.endIndex
                value = .quoted(String(rest[..<end]))
                rest = rest[end...].drop { $0 != "," }.dropFirst()
            } else {
                let end = rest.firstIndex(of: ",") ?? rest.endIndex
                value = .plain(String(rest[..<end].trimmed))
                rest = rest[end...].dropFirst()
            }
            if !name.isEmpty, values[String(name)] == nil { values[String(name)] = value }
        }
    }

    /// Returns the text of a value, quoted or not.
    func text(_ name: String) -> String? {
        switch values[name] {
        case .quoted(let text), .plain(let text): text
        case nil: nil
        }
    }

    /// Returns a finite, non-negative number; nil for a quoted value.
    func number(_ name: String) -> Double? {
        guard case .plain(let text) = values[name], let number = Double(text), number.isFinite, number >= 0 else {
            return nil
        }
        return number
    }

    func isYes(_ name: String) -> Bool { text(name) == "YES" }
}

extension HLSAttributes.Value {
    /// The value for clients: text, a number or bytes; nil if it is too long.
    var timed: TimedValue? {
        switch self {
        case .quoted(let text): return text.utf8.count <= DescriptionLimits.attribute ? .text(text) : nil
        case .plain(let text):
            guard text.utf8.count <= 2 * DescriptionLimits.attribute + 2 else { return nil }
            if text.hasPrefix("0x") || text.hasPrefix("0X") { return Self.bytes(text.dropFirst(2)).map { .bytes($0) } }
            if let number = Double(text), number.isFinite { return .number(number) }
            return text.utf8.count <= DescriptionLimits.attribute ? .text(text) : nil
        }
    }

    private static func bytes(_ digits: Substring) -> [UInt8]? {
        let values = digits.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard !values.contains(nil) else { return nil }
        var bytes: [UInt8] = []
        // With an odd number of digits the first one is missing.
        var high = values.count % 2 == 1 ? 0 : nil as Int?
        for value in values.compactMap(\.self) {
            if let first = high {
                bytes.append(UInt8(first << 4 | value))
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}

extension Substring {
    /// Without white space at its ends.
    var trimmed: Substring {
        var text = drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
