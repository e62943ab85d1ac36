import GLibLoop
import Glibc
import MediaProbe

/// Where results go: standard output, in one write each, so that a reader never sees half a line for long.
enum Output {
    /// How much something should stand out, where that can be shown.
    enum Style: String, Hashable, Sendable {
        case bold = "1"
        case dim = "2"
        case failure = "31"
        case accent = "36"
        case credits = "33"
        case marked = "34"
    }

    /// Whether a person is looking.
    static let isTerminal = isatty(STDOUT_FILENO) != 0

    /// Whether styles are shown: on a terminal that can, unless `NO_COLOR` (no-color.org) is set and not empty.
    static let isStyled = isTerminal && !isSet("NO_COLOR") && getenv("TERM").map { String(cString: $0) } != "dumb"

    /// `text` in a style, or as it is where styles are not shown.
    static func styled(_ text: String, _ style: Style) -> String {
        isStyled ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Text from files and streams without what would steer a terminal or break the line.
    static func visible(_ text: String) -> String { text.onOneLine() }

    /// Writes the text and a line end to standard output; ends the process quietly when nobody reads any more.
    static func print(_ text: String) {
        write(text.hasSuffix("\n") ? text : text + "\n", to: STDOUT_FILENO)
    }

    /// Writes text as it is to standard output.
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Prints a value as JSON: on one line for programs, laid out for people.
    static func print(_ value: JSONValue) { print(value.text(isPretty: isTerminal)) }

    /// Writes an error sentence to standard error.
    static func complain(_ text: String) {
        write(text.hasSuffix("\n") ? text : text + "\n", to: STDERR_FILENO)
    }

    /// Whether whoever read standard output has closed it: such a reader is not noticed before the next write.
    static var isAbandoned: Bool {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLERR) != 0
    }

    private static func isSet(_ variable: String) -> Bool {
        getenv(variable).map { $0.pointee != 0 } ?? false
    }

    private static func write(_ text: String, to descriptor: CInt) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                } else if errno == EPIPE {
                    // The reader has what it wanted (`| head -1`); the signal that says so is off.
                    exit(ExitStatus.done.rawValue)
                } else if errno != EINTR, errno != EAGAIN {
                    exit(ExitStatus.refused.rawValue)
                }
            }
        }
    }
}

/// What is known of the terminal that the output goes to.
enum Terminal {
    /// Narrower ones are drawn on as if they had these.
    private static let minimum = 20
    private static let maximum = 1_000

    /// Its columns: `COLUMNS` where it is set, else what the terminal says, else 80.
    static var columns: Int {
        var size = winsize()
        let asked = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
        let columns = variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? asked
        return columns > 0 ? min(max(columns, minimum), maximum) : 80
    }

    /// Whether the locale's characters are Unicode's.
    static var isUnicode: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variable($0) }.first ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }

    /// Nil if it is not set or empty.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
