import Glibc
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

/// With what a timeline is drawn.
struct TimelineStyle: Hashable {
    /// The signs of the line.
    enum Glyphs: Hashable {
        case unicode
        case ascii
    }

    var columns: Int
    var glyphs: Glyphs
    var isColoured: Bool
    /// Whether what is no ASCII can be shown in names.
    var showsUnicodeNames = true

    /// For where the output goes.
    static var current: TimelineStyle {
        TimelineStyle(
            columns: Terminal.columns, glyphs: Output.isTerminal && Terminal.isUnicode ? .unicode : .ascii,
            isColoured: Output.isStyled, showsUnicodeNames: !Output.isTerminal || Terminal.isUnicode)
    }

    /// What a cut name ends with.
    var ellipsis: String { glyphs == .unicode ? "…" : "~" }

    /// A name as it can be shown.
    func shown(_ name: String) -> String {
        let name = Output.visible(name)
        return showsUnicodeNames ? name : String(name.map { $0.isASCII ? $0 : "?" })
    }

    func styled(_ text: String, _ style: Output.Style?) -> String {
        guard isColoured, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}

/// Draws a timeline again and again in the same place of a terminal; elsewhere, one below the other.
struct TimelineScreen {
    private static let hideCursor = "\u{1B}[?25l"
    private var drawnLines = 0

    /// Takes over the cursor; it comes back with ``restore()``, or when the process is told to end.
    init() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            signal(number) { _ in
                // Only what is safe in a signal's handler: the cursor comes back, a shell's prompt gets its own line.
                if isatty(STDOUT_FILENO) != 0 {
                    let text: StaticString = "\u{1B}[?25h\n"
                    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
                }
                _exit(ExitStatus.done.rawValue)
            }
        }
        if Output.isTerminal { Output.write(Self.hideCursor) }
    }

    /// Shows these lines instead of the ones before.
    mutating func draw(_ lines: [String]) {
        guard Output.isTerminal else { return Output.print(lines.joined(separator: "\n")) }
        let back = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r" : ""
        Output.write(back + "\u{1B}[J" + lines.joined(separator: "\n") + "\n")
        drawnLines = lines.count
    }

    /// Gives the cursor back.
    func restore() { if Output.isTerminal { Output.write("\u{1B}[?25h") } }
}
