/// The stretches of an item that an export keeps.
public struct ExportRanges: Hashable, Sendable {
    /// In the order of the file; none is empty.
    public let kept: [TimeRange]

    /// Why the export is not possible, and what to do next.
    public struct Refusal: Error, Hashable, Sendable {
        public let message: String
    }

    /// The maximum number of requested ranges.
    public static let limit = 1_000

    /// - Parameters:
    ///   - asked: the ranges to keep, in this order; empty: everything between the points.
    ///   - points: the item's in and out points.
    ///   - without: the ranges that are left out, in any order.
    ///   - duration: of the item.
    public init(
        asked: [(start: MediaTime, end: MediaTime)], points: TrimPoints, without: [TimeRange], duration: MediaTime
    ) throws(Refusal) {
        guard asked.count <= Self.limit else {
            throw Refusal(message: "At most \(Self.limit) ranges can be joined. Export in several parts.")
        }
        var ranges: [TimeRange] = []
        for (start, end) in asked {
            guard start >= .zero, start < end, start < duration,
                let range = TimeRange(start: start, end: min(end, duration))
            else {
                throw Refusal(
                    message: "The part from \(start.clock) to \(end.clock) is not a range of this item, which is "
                        + "\(duration.clock) long: a range must start before it ends and lie within the item.")
            }
            // Ranges that touch are joined: a copied second range would begin again at the key frame before it.
            if let last = ranges.last, last.end == range.start,
                let joined = TimeRange(start: last.start, end: range.end)
            {
                ranges[ranges.count - 1] = joined
            } else {
                ranges.append(range)
            }
        }
        if asked.isEmpty {
            let points = points.believed(duration: duration).points
            ranges = [TimeRange(start: points.inPoint ?? .zero, end: min(points.outPoint ?? duration, duration))]
                .compactMap(\.self)
        }
        let left = BlockedRanges(without, duration: duration)
        kept = ranges.flatMap { Self.parts(of: $0, without: left) }
        guard !kept.isEmpty else {
            throw Refusal(message: "Nothing is left to export: choose other ranges, or leave out fewer kinds.")
        }
        guard Self.areExportable(kept) else {
            throw Refusal(
                message: "The ranges end at \((kept.last?.end ?? .zero).clock), which is later than a file "
                    + "can contain: choose ranges that end before \(MediaTime.farthest.clock).")
        }
    }

    /// Whether a file can hold the ranges one after the other: none is empty, and all times are representable.
    public static func areExportable(_ ranges: [TimeRange]) -> Bool {
        let length = ranges.reduce(MediaTime.zero) { $0 + $1.duration }
        return !ranges.isEmpty && length <= .farthest
            && ranges.allSatisfy { $0.start >= .zero && $0.start < $0.end && $0.end <= .farthest }
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
