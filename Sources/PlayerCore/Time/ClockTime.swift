/// Times as people read them.
enum ClockTime {
    /// Formats seconds as `1:02:03` or `2:03`.
    static func text(_ seconds: Int64) -> String {
        let value = max(0, seconds)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (value / 3_600, value / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(value % 60))" : "\(minutes):\(two(value % 60))"
    }
}
