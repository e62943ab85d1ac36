internal import PlayerCore

/// Times in the notation of chapter files.
enum ChapterFiles {
    /// `01:02:03.456`.
    static func clock(_ nanoseconds: Int64) -> String {
        let milliseconds = max(0, nanoseconds) / 1_000_000
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return
            "\(digits(seconds / 3_600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2)).\(digits(rest, 3))"
    }
}
