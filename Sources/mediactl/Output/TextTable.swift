import GLibLoop

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
        // A hyphen that only shows where a line ends.
        if scalar == "\u{AD}" || UnicodeText.isZeroWidth(scalar) { return 0 }
        return scalar.properties.isEmojiPresentation || UnicodeText.isWide(scalar) ? 2 : 1
    }
}
