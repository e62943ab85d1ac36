import PlayerCore

/// The names above the line. Each begins above its chapter's start.
///
/// First, each name gets the room up to the next chapter of its level and is cut to it. Then names whose room was too
/// small are placed over the ticks of other chapters if there is free room. Outer chapters come before nested ones.
struct TimelineNames {
    private struct Name {
        var column: Int
        var text: String
        var level: UInt32
        var isCurrent: Bool
    }

    /// The minimum width of a name that is cut.
    private static let minimum = 5

    private let style: TimelineStyle
    private var placed: [Name] = []
    /// The occupied columns: those of each name, and one after it.
    private var taken: [Bool]

    init(_ listing: ChapterListing, length: MediaTime, style: TimelineStyle) {
        self.style = style
        taken = [Bool](repeating: false, count: style.columns)
        let names = listing.chapters.filter { !$0.isHidden && $0.start < length }.map { chapter in
            Name(
                column: TimelineLine.column(of: chapter.start, length: length, columns: style.columns),
                text: style.shown(chapter.title), level: chapter.level, isCurrent: chapter.isCurrent)
        }
        let rest = placeInOwnRoom(names)
        for name in rest.filter(\.isCurrent) + rest.filter({ !$0.isCurrent }) { placeWhole(name) }
    }

    /// The line of names; empty if no name fits.
    var text: String {
        var (text, column) = ("", 0)
        for name in placed.sorted(by: { $0.column < $1.column }) {
            text += String(repeating: " ", count: max(0, name.column - column))
            text += style.styled(name.text, name.isCurrent ? .bold : nil)
            column = name.column + TextWidth.columns(name.text)
        }
        return text
    }

    /// - Returns: the names whose room was too small, outer ones first.
    private mutating func placeInOwnRoom(_ names: [Name]) -> [Name] {
        var rest: [Name] = []
        let ordered = names.enumerated().filter { TextWidth.columns($0.element.text) > 0 }
            .sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
        let ends = Self.ends(of: names, columns: style.columns)
        for (index, name) in ordered {
            let room = min(freeColumns(from: name.column), ends[index] - name.column)
            let width = TextWidth.columns(name.text)
            if width <= room || room >= Self.minimum {
                place(name, TextWidth.cut(name.text, to: room, ellipsis: style.ellipsis))
            } else {
                rest.append(name)
            }
        }
        return rest
    }

    private mutating func placeWhole(_ name: Name) {
        guard TextWidth.columns(name.text) <= freeColumns(from: name.column) else { return }
        place(name, name.text)
    }

    private mutating func place(_ name: Name, _ text: String) {
        var name = name
        name.text = text
        placed.append(name)
        let end = name.column + TextWidth.columns(text) + 1
        for column in name.column..<min(end, style.columns) { taken[column] = true }
    }

    /// The number of columns from a column to the next name, with one between them.
    private func freeColumns(from column: Int) -> Int {
        guard !taken[column] else { return 0 }
        let end = taken[column...].firstIndex(of: true) ?? style.columns + 1
        return end - 1 - column
    }

    /// The end of each name's own room: before the next chapter of its level or of an outer one, with one column
    /// between.
    private static func ends(of names: [Name], columns: Int) -> [Int] {
        var ends = [Int](repeating: columns, count: names.count)
        // From the end: the stack of the following chapters, the nearest last, each at a deeper level than the one
        // before.
        var following: [Name] = []
        for index in names.indices.reversed() {
            let name = names[index]
            while let next = following.last, next.level > name.level { following.removeLast() }
            if let next = following.last { ends[index] = next.column - 1 }
            following.append(name)
        }
        return ends
    }
}
