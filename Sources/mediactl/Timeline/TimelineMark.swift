import PlayerCore

/// The appearance of a segment on a timeline.
enum TimelineMark: Hashable, CaseIterable {
    /// Never played.
    case blocked
    /// Played without sound.
    case muted
    case credits
    /// Any other segment with an action.
    case other

    /// Returns nil for segments without an action.
    init?(_ segment: SegmentListing.Row) {
        switch (segment.action, segment.kind) {
        case ("ignore", _), ("", _): return nil
        case ("block", _): self = .blocked
        case ("mute", _): self = .muted
        case (_, "opening-credits"), (_, "closing-credits"): self = .credits
        default: self = .other
        }
    }

    var colour: Output.Style {
        switch self {
        case .blocked: .failure
        case .muted: .dim
        case .credits: .credits
        case .other: .marked
        }
    }

    func sign(_ glyphs: TimelineStyle.Glyphs) -> Character {
        switch (self, glyphs) {
        case (.blocked, .unicode): "╳"
        case (.blocked, .ascii): "x"
        case (.muted, .unicode): "┄"
        case (.muted, .ascii): "."
        case (.credits, .unicode): "═"
        case (.credits, .ascii): "~"
        case (.other, .unicode): "▬"
        case (.other, .ascii): "+"
        }
    }

    /// The marks of the columns that segments cover, at least one column each. If segments overlap, the mark with the
    /// strongest effect is used.
    static func columns(of listing: SegmentListing, length: MediaTime, columns: Int) -> [Int: TimelineMark] {
        var marks: [Int: TimelineMark] = [:]
        let marked = shown(listing, length: length)
        for mark in allCases.reversed() {
            for (row, other) in marked where other == mark {
                let first = TimelineLine.column(of: row.start, length: length, columns: columns)
                let last = TimelineLine.column(of: row.end, length: length, columns: columns)
                for column in first...max(first, row.end < length ? last - 1 : last) { marks[column] = mark }
            }
        }
        return marks
    }

    /// A line that explains the characters, as far as it fits; empty if there are no marks.
    static func legend(_ listing: SegmentListing, length: MediaTime, style: TimelineStyle) -> String {
        var text = ""
        var width = 0
        let marked = shown(listing, length: length)
        for mark in allCases {
            var kinds: [String] = []
            for (row, other) in marked where other == mark && !kinds.contains(row.kind) { kinds.append(row.kind) }
            guard !kinds.isEmpty else { continue }
            let entry = "\(mark.sign(style.glyphs)) \(kinds.map(style.shown).joined(separator: ", "))"
            let separator = text.isEmpty ? "" : "  "
            let columns = TextWidth.columns(separator + entry)
            guard width + columns <= style.columns else { break }
            width += columns
            text += separator + style.styled(entry, mark.colour)
        }
        return text
    }

    private static func shown(_ listing: SegmentListing, length: MediaTime) -> [(SegmentListing.Row, TimelineMark)] {
        listing.rows.compactMap { row in
            // In display time, an interstitial is a point.
            let isThere =
                row.kind == "interstitial" ? row.start <= length : row.start < length && row.end > row.start
            guard isThere else { return nil }
            return TimelineMark(row).map { (row, $0) }
        }
    }
}
