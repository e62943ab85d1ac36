import Glibc

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
