/// A point on, or a length of, a media timeline, in nanoseconds.
public struct MediaTime: Hashable, Comparable, Sendable {
    /// Nanoseconds from the start of the item, or of length.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// From D-Bus times; values out of range are clamped.
    public init(microseconds: Int64) {
        let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1_000)
        nanoseconds = overflow ? (microseconds < 0 ? .min : .max) : product
    }

    /// From seconds as files and people write them; nil for NaN, infinities and values out of range.
    public init?(seconds: Double) {
        guard let value = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
        nanoseconds = value
    }

    public static let zero = MediaTime(nanoseconds: 0)

    /// Rounded towards zero, as sent over D-Bus.
    public var microseconds: Int64 { nanoseconds / 1_000 }
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: MediaTime, right: MediaTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Saturating: a seek by `Int64.max` lands at the end instead of trapping.
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return MediaTime(nanoseconds: overflow ? (right.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// Saturating, like `+`.
    public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return MediaTime(nanoseconds: overflow ? (right.nanoseconds < 0 ? .max : .min) : difference)
    }

    /// Saturating; zero for NaN.
    public static func * (time: MediaTime, factor: Double) -> MediaTime {
        let product = (Double(time.nanoseconds) * factor).rounded()
        return MediaTime(nanoseconds: Int64(exactly: product) ?? (product.isNaN ? 0 : product < 0 ? .min : .max))
    }

    /// Nine years: times beyond this cannot be exported, and sums of a few such times do not overflow.
    public static let farthest = MediaTime(nanoseconds: 1 << 58)
}

/// Encoded as the number of nanoseconds.
extension MediaTime: Codable {
    public init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }
}

/// A reading of `CLOCK_MONOTONIC`, in nanoseconds; the core never reads the clock itself.
public struct MonotonicTime: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    public init(microseconds: Int64) { nanoseconds = MediaTime(microseconds: microseconds).nanoseconds }

    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
    /// Saturating, like all arithmetic on times, because external values can be arbitrary.
    public static func - (left: MonotonicTime, right: MonotonicTime) -> MediaTime {
        MediaTime(nanoseconds: left.nanoseconds) - MediaTime(nanoseconds: right.nanoseconds)
    }
    /// Saturating: a time that is too far away never comes, instead of having passed.
    public static func + (left: MonotonicTime, right: MediaTime) -> MonotonicTime {
        MonotonicTime(nanoseconds: (MediaTime(nanoseconds: left.nanoseconds) + right).nanoseconds)
    }
}
