import PlayerCore

/// A time as people read it: `0:07`, `12:34`, `1:02:03`; whole seconds, rounded down as every player's clock is.
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
