import Glibc
import PlayerCore

/// Draws a timeline as lines of text: title, names, line, legend, clock.
struct TimelineDrawing {
    let view: TimelineView
    let style: TimelineStyle

    /// - Parameter view: drawn in display time.
    init(view: TimelineView, style: TimelineStyle) {
        self.view = view.displayed
        self.style = style
    }

    /// The lines. None is wider than the style's columns.
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

    /// Elapsed and total time, followed by as much of the current chapter as fits.
    private var clock: String {
        var clock = DurationText(view.position).description
        if let duration = view.duration { clock += " / \(DurationText(duration))" }
        if !view.isPlaying { clock += "  \(view.status.status)" }
        clock = cut(clock, to: style.columns)
        guard let current = view.chapters.current, let number = current.number else { return clock }
        let room = style.columns - TextWidth.columns(clock) - 2
        let place = "\(number)/\(view.chapters.chapters.count)"
        let whole = cut("\(place) \(style.shown(current.title))", to: room)
        // A number must not be cut: it would become a different number.
        if whole.utf8.starts(with: "\(place) ".utf8) { return "\(clock)  \(whole)" }
        return place.utf8.count <= room ? "\(clock)  \(place)" : clock
    }

    private func cut(_ text: String, to columns: Int) -> String {
        TextWidth.cut(text, to: columns, ellipsis: style.ellipsis)
    }
}

/// The means that a timeline is drawn with.
struct TimelineStyle: Hashable {
    /// The character set of the line.
    enum Glyphs: Hashable {
        case unicode
        case ascii
    }

    var columns: Int
    var glyphs: Glyphs
    var isColoured: Bool
    /// Whether names can contain characters beyond ASCII.
    var showsUnicodeNames = true

    /// The style for standard output.
    static var current: TimelineStyle {
        TimelineStyle(
            columns: Terminal.columns, glyphs: Output.isTerminal && Terminal.isUnicode ? .unicode : .ascii,
            isColoured: Output.isStyled, showsUnicodeNames: !Output.isTerminal || Terminal.isUnicode)
    }

    /// The end of a name that was cut.
    var ellipsis: String { glyphs == .unicode ? "…" : "~" }

    /// Replaces the characters of a name that cannot be shown.
    func shown(_ name: String) -> String {
        let name = Output.visible(name)
        return showsUnicodeNames ? name : String(name.map { $0.isASCII ? $0 : "?" })
    }

    func styled(_ text: String, _ style: Output.Style?) -> String {
        guard isColoured, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}

/// Draws a timeline repeatedly at the same place of a terminal; on other outputs, drawings follow each other.
struct TimelineScreen {
    private static let hideCursor = "\u{1B}[?25l"
    private var drawnLines = 0

    /// Hides the cursor. ``restore()`` or a signal that ends the process shows it again.
    init() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            signal(number) { _ in
                // Only calls that are safe in a signal handler: show the cursor, and start a new line for the shell's
                // prompt.
                if isatty(STDOUT_FILENO) != 0 {
                    let text: StaticString = "\u{1B}[?25h\n"
                    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
                }
                _exit(ExitStatus.done.rawValue)
            }
        }
        if Output.isTerminal { Output.write(Self.hideCursor) }
    }

    /// Replaces the lines of the previous drawing.
    mutating func draw(_ lines: [String]) {
        guard Output.isTerminal else { return Output.print(lines.joined(separator: "\n")) }
        let back = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r" : ""
        Output.write(back + "\u{1B}[J" + lines.joined(separator: "\n") + "\n")
        drawnLines = lines.count
    }

    /// Shows the cursor again.
    func restore() { if Output.isTerminal { Output.write("\u{1B}[?25h") } }
}
