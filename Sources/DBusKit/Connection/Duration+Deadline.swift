import GLibLoop

extension Duration {
    /// Whole microseconds, rounded down and clamped.
    private var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return sumOverflow ? (seconds < 0 ? .min : .max) : sum
    }

    /// The reading of the monotonic clock, in microseconds, when this much time has passed from now on.
    var deadline: Int64 {
        let (sum, overflow) = MonotonicClock.microseconds.addingReportingOverflow(microseconds)
        return overflow ? .max : sum
    }
}
