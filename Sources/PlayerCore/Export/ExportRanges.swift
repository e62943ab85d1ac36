/// Which stretches of an item an export keeps.
public struct ExportRanges: Hashable, Sendable {
    /// As they come to stand in the file; none is empty.
    public let kept: [TimeRange]

    /// Why nothing can be exported like this, and what to do next.
    public struct Refusal: Error, Hashable, Sendable {
        public let message: String
    }

    /// How many ranges may be asked for.
    public static let limit = 1_000

    /// - Parameters:
    ///   - asked: what to keep, in this order; empty: all between the points.
    ///   - points: where playing the item begins and ends.
    ///   - without: what is left out of it all, in any order.
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
                    message: "\(start.seconds) s to \(end.seconds) s is not a range of this item, which is "
                        + "\(duration.seconds) s long: a range must start before it ends and lie within the item.")
            }
            // Two that touch are one: a copy would begin again at the key frame before.
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
            throw Refusal(message: "Nothing is left to export: give other ranges, or leave out fewer kinds.")
        }
        guard Self.areExportable(kept) else {
            throw Refusal(
                message: "The ranges end at \(Int64(kept.last?.end.seconds ?? 0)) s, which is later than a file "
                    + "can hold: give ranges within the first \(Int64(MediaTime.farthest.seconds)) s.")
        }
    }

    /// Whether a file can hold them one behind the other: with none that is empty, and as times that fit.
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
