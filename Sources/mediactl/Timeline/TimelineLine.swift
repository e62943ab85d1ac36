import PlayerCore

/// The line itself. Each column stands for a stretch of time. Ticks mark the starts of chapters, characters and
/// colours mark segments, and a dot marks the position.
struct TimelineLine {
    /// What a column shows; each part has its own colour.
    private enum Part: Hashable {
        case played
        case remaining
        case position
        case marked(TimelineMark)
    }

    /// The tick in a column.
    private enum Tick: Hashable {
        case outer
        case inner
    }

    private let style: TimelineStyle
    private let length: MediaTime
    private let position: MediaTime
    private let ticks: [Int: Tick]
    private let marks: [Int: TimelineMark]

    /// - Parameter length: greater than zero.
    init(_ view: TimelineView, length: MediaTime, style: TimelineStyle) {
        self.style = style
        self.length = length
        position = view.position
        ticks = Self.ticks(of: view.chapters, length: length, columns: style.columns)
        marks = TimelineMark.columns(of: view.segments, length: length, columns: style.columns)
    }

    /// The column of a time.
    static func column(of time: MediaTime, length: MediaTime, columns: Int) -> Int {
        let fraction = min(1, max(0, time.seconds / length.seconds))
        return min(columns - 1, Int(fraction * Double(columns - 1)))
    }

    var text: String {
        let mark = Self.column(of: position, length: length, columns: style.columns)
        var (text, run, last) = ("", "", Part.played)
        for column in 0..<style.columns {
            let plain: Part = column < mark ? .played : .remaining
            let part = column == mark ? .position : marks[column].map(Part.marked) ?? plain
            if part != last {
                text += style.styled(run, colour(last))
                (run, last) = ("", part)
            }
            run.append(sign(column, part))
        }
        return text + style.styled(run, colour(last))
    }

    private func colour(_ part: Part) -> Output.Style? {
        switch part {
        case .played: .accent
        case .position: .bold
        case .remaining: .dim
        case .marked(let mark): mark.colour
        }
    }

    private func sign(_ column: Int, _ part: Part) -> Character {
        let isFirst = column == 0
        let isLast = column == style.columns - 1
        switch (style.glyphs, part) {
        case (.unicode, .position): return "●"
        case (.ascii, .position): return "O"
        case (_, .marked(let mark)): return mark.sign(style.glyphs)
        case (.unicode, .played): return isFirst ? "┣" : isLast ? "┫" : heavy(ticks[column])
        case (.unicode, .remaining): return isFirst ? "├" : isLast ? "┤" : light(ticks[column])
        case (.ascii, _):
            if isFirst { return "[" }
            if isLast { return "]" }
            return ticks[column].map { $0 == .outer ? "|" : ":" } ?? (part == .played ? "=" : "-")
        }
    }

    private func heavy(_ tick: Tick?) -> Character { tick.map { $0 == .outer ? "╋" : "┳" } ?? "━" }
    private func light(_ tick: Tick?) -> Character { tick.map { $0 == .outer ? "┼" : "┬" } ?? "─" }

    /// The ticks of as many levels of chapters, from the top, as leave half of the line free. If the top level alone
    /// has too many, the ends of the current chapter.
    private static func ticks(of listing: ChapterListing, length: MediaTime, columns: Int) -> [Int: Tick] {
        let visible = listing.chapters.filter { !$0.isHidden && $0.start > .zero && $0.start < length }
        var ticks: [Int: Tick] = [:]
        let levels = Set(visible.map(\.level)).sorted()
        for level in levels {
            var more = ticks
            for chapter in visible where chapter.level == level {
                let column = column(of: chapter.start, length: length, columns: columns)
                if more[column] == nil { more[column] = level == levels.first ? .outer : .inner }
            }
            guard more.count <= columns / 2 else { break }
            ticks = more
        }
        if ticks.isEmpty, let current = listing.current {
            for time in [current.start, current.end] where time > .zero && time < length {
                ticks[column(of: time, length: length, columns: columns)] = .outer
            }
        }
        return ticks
    }
}
