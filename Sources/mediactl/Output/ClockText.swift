import PlayerCore

/// Times for messages.
enum ClockText {
    /// `1:02.345`.
    static func milliseconds(_ microseconds: Int64) -> String {
        let text = String(microseconds / 1_000 % 1_000)
        return "\(DurationText(MediaTime(microseconds: microseconds)))."
            + String(repeating: "0", count: max(0, 3 - text.count)) + text
    }
}
