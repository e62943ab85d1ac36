import PlayerCore

/// A timeline as lines of text: title, names, line, clock.
struct TimelineDrawing {
    let view: TimelineView
    let style: TimelineStyle

    /// None is wider than the style's columns.
    var lines: [String] {
        guard view.hasItem else { return ["nothing to play"] }
        var lines = [title]
        if let length = view.length {
            let names = TimelineNames(view.chapters, length: length, style: style).text
            if !names.isEmpty { lines.append(names) }
            lines.append(TimelineLine(view, length: length, style: style).text)
            let legend = TimelineMark.legend(view.segments, length: length, style: style)
            if !legend.isEmpty { lines.append(legend) }
        }
        lines.append(clock)
        return lines
    }

    private var title: String {
        let title = view.status.values.first { $0.name == "title" }?.text ?? ""
        return style.styled(cut(style.shown(title), to: style.columns), .bold)
    }

    /// Elapsed and total time, then as much of the current chapter as fits.
    private var clock: String {
        var clock = DurationText(view.position).description
        if let duration = view.status.duration { clock += " / \(DurationText(duration))" }
        if !view.isPlaying { clock += "  \(view.status.status)" }
        clock = cut(clock, to: style.columns)
        guard let current = view.chapters.current, let number = current.number else { return clock }
        let room = style.columns - TextWidth.columns(clock) - 2
        let place = "\(number)/\(view.chapters.chapters.count)"
        let whole = cut("\(place) \(style.shown(current.title))", to: room)
        // A number that is cut would be another one.
        if whole.utf8.starts(with: "\(place) ".utf8) { return "\(clock)  \(whole)" }
        return place.utf8.count <= room ? "\(clock)  \(place)" : clock
    }

    private func cut(_ text: String, to columns: Int) -> String {
        TextWidth.cut(text, to: columns, ellipsis: style.ellipsis)
    }
}
