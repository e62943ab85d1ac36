import GLibLoop
import Glibc
import MediaProbe
import PlayerCore

/// Writes results to standard output, each in a single write, so that a reader rarely sees part of a line.
enum Output {
    /// How much text stands out if styles are shown.
    enum Style: String, Hashable, Sendable {
        case bold = "1"
        case dim = "2"
        case failure = "31"
        case accent = "36"
        case credits = "33"
        case marked = "34"
    }

    /// Whether standard output is a terminal.
    static let isTerminal = isatty(STDOUT_FILENO) != 0

    /// Whether styles are shown: on a capable terminal, unless `NO_COLOR` (no-color.org) is set and not empty.
    static let isStyled = isTerminal && !isSet("NO_COLOR") && getenv("TERM").map { String(cString: $0) } != "dumb"

    /// Applies a style to text, or returns the text unchanged if styles are not shown.
    static func styled(_ text: String, _ style: Style) -> String {
        isStyled ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Removes control characters and line breaks from text that comes from files and streams.
    static func visible(_ text: String) -> String { text.onOneLine() }

    /// Writes the text and a line break to standard output. Ends the process silently if the reader has closed the
    /// pipe.
    static func print(_ text: String) {
        write(text.hasSuffix("\n") ? text : text + "\n", to: STDOUT_FILENO)
    }

    /// Writes text unchanged to standard output.
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Prints a value as JSON: on one line for programs, formatted for people.
    static func print(_ value: JSONValue) { print(harmless(value.text(isPretty: isTerminal))) }

    /// JSON whose strings may go to a terminal: what would control it, or turn the direction of writing, is escaped, which
    /// means the same.
    static func harmless(_ json: String) -> String {
        func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value >= 0x7F && scalar.breaksLines || scalar.overridesDirection
        }
        guard json.unicodeScalars.contains(where: isHarmful) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            guard isHarmful(scalar) else {
                text.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return text
    }

    /// Writes an error message to standard error, without passwords: it may quote whatever was given, and is kept in logs.
    static func complain(_ text: String) {
        let lines = text.withoutPasswords.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.map { visible(String($0)) }.joined(separator: "\n")
        write(shown.hasSuffix("\n") ? shown : shown + "\n", to: STDERR_FILENO)
    }

    /// Whether the reader of standard output has closed it. Otherwise this is noticed only at the next write.
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
                    // The reader needs no more (`| head -1`). SIGPIPE, which would end the process, is ignored.
                    exit(ExitStatus.done.rawValue)
                } else if errno != EINTR, errno != EAGAIN {
                    exit(ExitStatus.refused.rawValue)
                }
            }
        }
    }
}

/// Properties of the terminal.
enum Terminal {
    /// Narrower terminals are treated as if they had this width.
    private static let minimum = 20
    private static let maximum = 1_000

    /// The width in columns: `COLUMNS` if it is set, else the width of the terminal, else 80.
    static var columns: Int {
        var size = winsize()
        let asked = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
        let columns = variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? asked
        return columns > 0 ? min(max(columns, minimum), maximum) : 80
    }

    /// The width that tables keep to: that of the terminal, or ``columns`` if it is asked for by `COLUMNS`; nil: programs read
    /// the output.
    static var limit: Int? { Output.isTerminal || variable("COLUMNS") != nil ? columns : nil }

    /// Whether the locale uses UTF-8.
    static var isUnicode: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variable($0) }.first ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }

    /// The value of a variable; nil if it is not set or empty.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
