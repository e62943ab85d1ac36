internal import PlayerCore

/// Ticks a second of a movie or a track.
struct MP4Timescale: Hashable {
    private let ticksPerSecond: UInt64

    /// Nil for 0, of which no time can be made.
    init?(_ ticksPerSecond: UInt32) {
        guard ticksPerSecond > 0 else { return nil }
        self.ticksPerSecond = UInt64(ticksPerSecond)
    }

    /// How many of so many ticks there are in a second.
    func rate(_ ticks: UInt32) -> Double? { ticks > 0 ? Double(ticksPerSecond) / Double(ticks) : nil }

    /// To the nearest nanosecond; clamped where it does not fit.
    func time(_ ticks: UInt64) -> MediaTime {
        let (seconds, part) = ticks.quotientAndRemainder(dividingBy: ticksPerSecond)
        // A part is less than 2³² ticks, so that the product fits.
        let fraction = (part * 1_000_000_000 + ticksPerSecond / 2) / ticksPerSecond
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return MediaTime(nanoseconds: .max) }
        return MediaTime(nanoseconds: Int64(clamping: whole)) + MediaTime(nanoseconds: Int64(clamping: fraction))
    }
}
