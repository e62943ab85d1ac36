import Glibc

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
