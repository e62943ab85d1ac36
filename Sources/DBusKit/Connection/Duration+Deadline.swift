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

    /// The time of the monotonic clock, in microseconds, after this duration from now.
    var deadline: Int64 {
        let (sum, overflow) = MonotonicClock.microseconds.addingReportingOverflow(microseconds)
        return overflow ? .max : sum
    }
}
