/// Which stretches of an item an export keeps.
public struct ExportRanges: Hashable, Sendable {
    /// Sorted as they come to stand in the file; none is empty.
    public let kept: [TimeRange]

    public enum Refusal: Error, Hashable, Sendable {
        /// Why, and what to do next.
        case invalid(String)
    }

    /// How many ranges may be asked for.
    public static let limit = 10_000

    /// - Parameters:
    ///   - asked: what to keep, in this order; empty: all between the points.
    ///   - points: where playing the item begins and ends.
    ///   - without: what is left out of it all, in any order.
    ///   - duration: of the item.
    public init(
        asked: [TimeRange], points: TimePoints, without: [TimeRange], duration: MediaTime
    ) throws(Refusal) {
        guard asked.count <= Self.limit else {
            throw .invalid("At most \(Self.limit) ranges can be joined; export in several parts.")
        }
        for range in asked where range.start >= range.end || range.start < .zero || range.end > duration {
            throw .invalid("A range has to begin before it ends, and to lie within the item (\(duration.seconds) s).")
        }
        let whole = TimeRange(start: max(.zero, points.start ?? .zero), end: min(duration, points.end ?? duration))
        let left = BlockedRanges(without, duration: duration)
        kept = (asked.isEmpty ? [whole].compactMap(\.self) : asked).flatMap { Self.parts(of: $0, without: left) }
        guard !kept.isEmpty else {
            throw .invalid("Nothing would be left of the item; ask for other ranges, or leave fewer kinds out.")
        }
    }

    /// Where playing an item begins and ends; nil: at its own.
    public struct TimePoints: Hashable, Sendable {
        public var start: MediaTime?
        public var end: MediaTime?

        public init(start: MediaTime? = nil, end: MediaTime? = nil) {
            self.start = start
            self.end = end
        }
    }

    private static func parts(of range: TimeRange, without left: BlockedRanges) -> [TimeRange] {
        var parts: [TimeRange] = []
        var start = range.start
        for cut in left.ranges where cut.end > range.start && cut.start < range.end {
            if let part = TimeRange(start: start, end: cut.start) { parts.append(part) }
            start = max(start, cut.end)
        }
        if let part = TimeRange(start: start, end: range.end) { parts.append(part) }
        return parts.filter { $0.start < $0.end }
    }
}
