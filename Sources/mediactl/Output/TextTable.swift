import GLibLoop

/// Rows with aligned columns, separated by plain spaces, so that people and `awk` can read them.
struct TextTable {
    /// One cell of a row.
    struct Cell {
        var text: String
        var isRightAligned = false
        /// Whether it is cut, with an ellipsis, where the row would be wider than the terminal.
        var isCut = false
    }

    /// What is left of a column that is cut, in columns of the terminal.
    private static let leastWidth = 12

    private var rows: [(cells: [Cell], style: Output.Style?)] = []

    /// Adds a row. A style applies to the whole row.
    mutating func add(_ cells: [Cell], style: Output.Style? = nil) { rows.append((cells, style)) }

    /// The rows without trailing spaces.
    ///
    /// - Parameters:
    ///   - limit: the width of the terminal; nil: programs read the rows, and nothing is cut.
    ///   - ellipsis: what stands for the rest of a text.
    func lines(within limit: Int? = Terminal.limit, ellipsis: String = Terminal.isUnicode ? "…" : "...") -> [String] {
        let columns = rows.map(\.cells.count).max() ?? 0
        var widths = (0..<columns).map { column in
            rows.map { column < $0.cells.count ? TextWidth.columns($0.cells[column].text) : 0 }.max() ?? 0
        }
        var cuts: Set<Int> = []
        if let limit {
            let flexible = (0..<columns).filter { column in
                rows.contains { column < $0.cells.count && $0.cells[column].isCut }
            }
            var excess = widths.reduce(0, +) + 2 * max(0, columns - 1) - limit
            for column in flexible.sorted(by: { widths[$0] > widths[$1] }) where excess > 0 {
                let less = min(excess, max(0, widths[column] - Self.leastWidth))
                widths[column] -= less
                excess -= less
                cuts.insert(column)
            }
        }
        return rows.map { row in
            var line = ""
            for (column, whole) in row.cells.enumerated() {
                var cell = whole
                if cuts.contains(column) {
                    cell.text = TextWidth.cut(whole.text, to: widths[column], ellipsis: ellipsis)
                }
                let padding = String(repeating: " ", count: widths[column] - TextWidth.columns(cell.text))
                line += (column > 0 ? "  " : "") + (cell.isRightAligned ? padding + cell.text : cell.text + padding)
            }
            while line.last == " " { line.removeLast() }
            return row.style.map { Output.styled(line, $0) } ?? line
        }
    }
}

/// The width of text in columns of a terminal.
enum TextWidth {
    /// The sum of the widths of the characters: 2 for wide ones (Chinese, Japanese, Korean, emoji), 0 for joiners and
    /// combining marks.
    static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

    /// Returns the text if it fits, else as much of it as fits before `ellipsis`; never more than `limit` columns.
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
        // The variation selector requests the emoji form of a character that would otherwise be narrow.
        if scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { max($0, columns($1)) }
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        // A soft hyphen is visible only at the end of a line.
        if scalar == "\u{AD}" || UnicodeText.isZeroWidth(scalar) { return 0 }
        return scalar.properties.isEmojiPresentation || UnicodeText.isWide(scalar) ? 2 : 1
    }
}
