/// The ranges that are never played, and where playback goes instead: sorted, disjoint, half-open.
///
/// The landing rules are Pillarbox's (the end of the range, of several the largest one), except for going back: there
/// a small step back from just after a range lands in it and is thrown forward again. Here blocked ranges do not count
/// in a step back, so a step always gets past a cut.
public struct BlockedRanges: Hashable, Sendable {
    public let ranges: [TimeRange]
    /// The item's end; nil if unknown.
    public let duration: MediaTime?

    /// Merges ranges that overlap or touch; empty ranges block nothing.
    public init(_ ranges: some Sequence<TimeRange>, duration: MediaTime? = nil) {
        var merged: [TimeRange] = []
        for range in ranges.filter({ $0.start < $0.end }).sorted(by: { $0.start < $1.start }) {
            if let last = merged.last, range.start <= last.end {
                guard range.end > last.end, let joined = TimeRange(start: last.start, end: range.end) else { continue }
                merged[merged.count - 1] = joined
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
        self.duration = duration
    }

    public var isEmpty: Bool { ranges.isEmpty }

    /// Whether nothing of the item is left to play.
    public var blocksAll: Bool {
        guard let first = ranges.first, let duration, duration > .zero else { return false }
        return first.start <= .zero && first.end >= duration
    }

    /// The end of the item for a listener: its own end, or the start of a range that reaches it.
    public var playableEnd: MediaTime? {
        guard let duration else { return nil }
        guard let last = ranges.last, last.end >= duration else { return duration }
        return last.start
    }

    /// Returns the range that contains a position.
    public func range(at position: MediaTime) -> TimeRange? {
        let after = ranges.partitioningIndex { $0.start > position }
        guard after > 0, ranges[after - 1].end > position else { return nil }
        return ranges[after - 1]
    }

    /// Returns the first range that begins at or after a position.
    public func next(from position: MediaTime) -> TimeRange? {
        let index = ranges.partitioningIndex { $0.start >= position }
        return index < ranges.count ? ranges[index] : nil
    }

    /// Returns how much of a stretch is not played.
    public func blockedTime(from start: MediaTime, to end: MediaTime) -> MediaTime {
        ranges.reduce(.zero) { sum, range in
            let (first, last) = (max(range.start, start), min(range.end, end))
            return first < last ? sum + (last - first) : sum
        }
    }

    /// Returns where a seek, start or resume to a position lands: at the end of the range that contains it.
    public func landing(for target: MediaTime) -> MediaTime { range(at: target)?.end ?? target }

    /// Returns the target of a relative step back, in which blocked ranges do not count.
    ///
    /// - Parameter step: positive.
    public func stepBack(from position: MediaTime, by step: MediaTime) -> MediaTime {
        var target = position - step
        for range in ranges.reversed() where range.start < position && target < range.end {
            // From within a range, for example one that was blocked just now: from its start on.
            target = target - (min(range.end, position) - range.start)
        }
        return landing(for: max(.zero, target))
    }
}
