internal import PlayerCore

extension MediaTime {
    /// The time of a number of samples (or frames) at a rate per second, rounded to the nearest nanosecond.
    ///
    /// Nil for a rate of zero and for values out of range.
    init?(samples: UInt64, rate: UInt64) {
        let (high, low) = samples.multipliedFullWidth(by: 1_000_000_000)
        guard high < rate else { return nil }
        let (whole, rest) = rate.dividingFullWidth((high, low))
        guard whole < UInt64(Int64.max) else { return nil }
        self.init(nanoseconds: Int64(whole) + (rest >= rate - rest ? 1 : 0))
    }

    /// The start of a frame, counted from zero; nil if it is not a valid time.
    init?(frame: Double, rate: Double) {
        guard rate > 0 else { return nil }
        self.init(seconds: frame / rate)
    }

    init(milliseconds: UInt32) { self.init(nanoseconds: Int64(milliseconds) * 1_000_000) }
}
