/// Rows whose columns stand below each other; plain spaces, so that `awk` and people can both read it.
struct TextTable {
    /// One cell of a row.
    struct Cell {
        var text: String
        var isRightAligned = false
    }

    private var rows: [(cells: [Cell], style: Output.Style?)] = []

    /// Adds a row; a style holds for all of it.
    mutating func add(_ cells: [Cell], style: Output.Style? = nil) { rows.append((cells, style)) }

    /// The rows, without spaces at their ends.
    var lines: [String] {
        let columns = rows.map(\.cells.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.cells.count ? TextWidth.columns($0.cells[column].text) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.cells.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - TextWidth.columns(cell.text))
                line += (column > 0 ? "  " : "") + (cell.isRightAligned ? padding + cell.text : cell.text + padding)
            }
            while line.last == " " { line.removeLast() }
            return row.style.map { Output.styled(line, $0) } ?? line
        }
    }
}

/// How many columns of a terminal text takes.
enum TextWidth {
    /// The sum of its characters: 2 for wide ones (Chinese, Japanese, Korean, emoji), 0 for what only joins or marks.
    static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

    /// The text if it fits, else as much of it as fits before `ellipsis`; never more columns than asked for.
    static func cut(_ text: String, to limit: Int, ellipsis: String) -> String {
        guard columns(text) > limit else { return text }
        let room = limit - columns(ellipsis)
        guard room >= 0 else { return "" }
        var (kept, used) = ("", 0)
        for character in text {
            used += columns(character)
            guard used <= room else { break }
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        return kept + ellipsis
    }

    private static func columns(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        // The variation selector asks for the picture of what would else be a narrow sign.
        if scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { max($0, columns($1)) }
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar == "\u{AD}" ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let isWide = scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
        return isWide ? 2 : 1
    }

    /// The blocks whose characters are wide or fullwidth (Unicode Standard Annex 11, EastAsianWidth.txt).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
