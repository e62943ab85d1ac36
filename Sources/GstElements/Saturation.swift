/// Saturating arithmetic for times from streams, which may have any value.
extension FixedWidthInteger {
    package func plus(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    package func minus(_ other: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    /// The nearest representable value; 0 for NaN.
    package init(saturating value: Double) {
        let rounded = value.rounded()
        self = Self(exactly: rounded) ?? (rounded.isNaN ? 0 : rounded < 0 ? .min : .max)
    }
}
