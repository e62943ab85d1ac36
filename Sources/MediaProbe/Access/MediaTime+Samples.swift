internal import PlayerCore

extension MediaTime {
    /// So many samples (or frames) at so many a second, to the nearest nanosecond.
    ///
    /// Nil for a rate of zero and for what does not fit.
    init?(samples: UInt64, rate: UInt64) {
        let (high, low) = samples.multipliedFullWidth(by: 1_000_000_000)
        guard high < rate else { return nil }
        let (whole, rest) = rate.dividingFullWidth((high, low))
        guard whole < UInt64(Int64.max) else { return nil }
        self.init(nanoseconds: Int64(whole) + (rest >= rate - rest ? 1 : 0))
    }

    /// Where a frame begins whose number counts from zero; nil for what is no time.
    init?(frame: Double, rate: Double) {
        guard rate > 0 else { return nil }
        self.init(seconds: frame / rate)
    }

    init(milliseconds: UInt32) { self.init(nanoseconds: Int64(milliseconds) * 1_000_000) }
}
