/// The text of a file of unknown encoding.
struct SidecarText {
    /// Without the byte order mark; line ends are kept.
    let text: String

    init(_ bytes: [UInt8]) { text = TextGuess.text(bytes) }

    /// More lines are left out: ten for each chapter that is kept.
    private static let mostLines = 50_000
    /// In UTF-8 bytes; the rest of a line is left out. Four times what is kept of a title.
    private static let longestLine = 64 << 10

    /// The lines, separated by LF, CR LF, CR CR LF (a text that was converted twice) or CR; the number of a line is its index
    /// plus one.
    var lines: [Substring] {
        var lines: [Substring] = []
        let bytes = text.utf8
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex, lines.count < Self.mostLines {
            let byte = bytes[index]
            var next = bytes.index(after: index)
            if byte == 0x0A || byte == 0x0D {
                lines.append(line(from: start, to: index))
                if byte == 0x0D {
                    var last = next
                    if last < bytes.endIndex, bytes[last] == 0x0D { last = bytes.index(after: last) }
                    if last < bytes.endIndex, bytes[last] == 0x0A { next = bytes.index(after: last) }
                }
                start = next
            }
            index = next
        }
        if index == bytes.endIndex, start < bytes.endIndex { lines.append(line(from: start, to: index)) }
        return lines
    }

    private func line(from start: String.Index, to end: String.Index) -> Substring {
        guard let cut = text.utf8.index(start, offsetBy: Self.longestLine, limitedBy: end) else {
            return text[start..<end]
        }
        // Not within a scalar.
        var last = cut
        while last > start, last.samePosition(in: text.unicodeScalars) == nil { last = text.utf8.index(before: last) }
        return text[start..<last]
    }

    /// Cleans a title or link: control characters become spaces, surrounding white space is removed, and the text is
    /// cut to `limit` UTF-8 bytes. Nil if nothing is left.
    static func clean(_ text: some StringProtocol, limit: Int) -> String? {
        if let plain = cleanPlain(Array(text.utf8), limit: limit) { return plain.isEmpty ? nil : plain }
        var kept = String.UnicodeScalarView()
        var length = 0
        for scalar in text.unicodeScalars {
            // Leading blanks are not counted: there may be many blank lines.
            let isBlank = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            if isBlank, kept.isEmpty { continue }
            length += UTF8.width(scalar)
            guard length <= limit else { break }
            kept.append(isBlank && scalar.properties.generalCategory == .control ? " " : scalar)
        }
        while let last = kept.last, last.properties.isWhitespace { kept.removeLast() }
        return kept.isEmpty ? nil : String(kept)
    }

    /// The same for printable ASCII, which nearly all titles are; nil for any other text.
    private static func cleanPlain(_ bytes: [UInt8], limit: Int) -> String? {
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let start = bytes.drop { $0 == 0x20 }.prefix(limit)
        let end = start.lastIndex { $0 != 0x20 }.map { start.index(after: $0) } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }
}
