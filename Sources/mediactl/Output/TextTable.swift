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
