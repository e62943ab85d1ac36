import PlayerCore

/// A number in its shortest form, with at most three decimals: `1`, `0.5`, `1.25`.
struct NumberText: CustomStringConvertible {
    var value: Double

    init(_ value: Double) { self.value = value }

    var description: String {
        guard let thousandths = Int64(exactly: (value * 1000).rounded()) else { return "\(value)" }
        let magnitude = thousandths.magnitude
        var decimals = String(1000 + magnitude % 1000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return (thousandths < 0 ? "-" : "") + "\(magnitude / 1000)" + (decimals.isEmpty ? "" : "." + decimals)
    }
}

/// A volume for people: `50 %`.
struct VolumeText: CustomStringConvertible {
    /// The linear volume; 1 leaves the sound unchanged.
    var volume: Double

    init(_ volume: Double) { self.volume = volume }

    var description: String { NumberText(volume * 100).description + " %" }
}

/// A time for people: `0:07`, `12:34`, `1:02:03`. Whole seconds, rounded down as in any player.
struct DurationText: CustomStringConvertible {
    var time: MediaTime

    init(_ time: MediaTime) { self.time = time }

    var description: String {
        let seconds = time.nanoseconds.magnitude / 1_000_000_000
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let sign = time.nanoseconds < 0 && seconds > 0 ? "-" : ""
        let start = hours > 0 ? "\(hours):\(Self.twoDigits(minutes))" : "\(minutes)"
        return "\(sign)\(start):\(Self.twoDigits(seconds % 60))"
    }

    private static func twoDigits(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

/// Times for messages.
enum ClockText {
    /// A time such as `1:02.345`.
    static func milliseconds(_ microseconds: Int64) -> String {
        let text = String(microseconds / 1_000 % 1_000)
        return "\(DurationText(MediaTime(microseconds: microseconds)))."
            + String(repeating: "0", count: max(0, 3 - text.count)) + text
    }
}
