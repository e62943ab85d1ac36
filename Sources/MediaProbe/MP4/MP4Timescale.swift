internal import PlayerCore

/// The ticks per second of a movie or a track.
struct MP4Timescale: Hashable {
    private let ticksPerSecond: UInt64

    /// Nil for 0, which is invalid.
    init?(_ ticksPerSecond: UInt32) {
        guard ticksPerSecond > 0 else { return nil }
        self.ticksPerSecond = UInt64(ticksPerSecond)
    }

    /// Returns how often a number of ticks occurs in a second.
    func rate(_ ticks: UInt32) -> Double? { ticks > 0 ? Double(ticksPerSecond) / Double(ticks) : nil }

    /// Rounded to the nearest nanosecond; clamped if out of range.
    func time(_ ticks: UInt64) -> MediaTime {
        let (seconds, part) = ticks.quotientAndRemainder(dividingBy: ticksPerSecond)
        // The remainder is less than 2³² ticks, so the product does not overflow.
        let fraction = (part * 1_000_000_000 + ticksPerSecond / 2) / ticksPerSecond
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return MediaTime(nanoseconds: .max) }
        return MediaTime(nanoseconds: Int64(clamping: whole)) + MediaTime(nanoseconds: Int64(clamping: fraction))
    }
}
