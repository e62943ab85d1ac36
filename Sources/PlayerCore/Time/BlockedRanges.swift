/// What is never played, and where playback goes instead: sorted, disjoint, half-open.
///
/// The landing rules are Pillarbox's (the end of the range, the largest one of several), but for going back: there it has
/// a trap, because from just behind a range every small step back lands in it and is thrown forward again. Here a step
/// back takes its length from what is played, so one can always go back over a cut.
public struct BlockedRanges: Hashable, Sendable {
    public let ranges: [TimeRange]
    /// The item's end; nil where it is not known.
    public let duration: MediaTime?

    /// Merges what overlaps or touches; empty ranges block nothing.
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

    /// Where the item ends for who plays it: at its own end, or where a range begins that reaches it.
    public var playableEnd: MediaTime? {
        guard let duration else { return nil }
        guard let last = ranges.last, last.end >= duration else { return duration }
        return last.start
    }

    /// The range in which a position lies.
    public func range(at position: MediaTime) -> TimeRange? {
        let after = ranges.partitioningIndex { $0.start > position }
        guard after > 0, ranges[after - 1].end > position else { return nil }
        return ranges[after - 1]
    }

    /// The first range that begins at or behind a position.
    public func next(from position: MediaTime) -> TimeRange? {
        let index = ranges.partitioningIndex { $0.start >= position }
        return index < ranges.count ? ranges[index] : nil
    }

    /// How much of a stretch is not played.
    public func blockedTime(from start: MediaTime, to end: MediaTime) -> MediaTime {
        ranges.reduce(.zero) { sum, range in
            let (first, last) = (max(range.start, start), min(range.end, end))
            return first < last ? sum + (last - first) : sum
        }
    }

    /// Where a seek, start or resume to a position really lands: the end of the range in which it lies.
    public func landing(for target: MediaTime) -> MediaTime { range(at: target)?.end ?? target }

    /// Where a relative step back leads: what is blocked takes nothing of the step.
    ///
    /// - Parameter step: positive.
    public func stepBack(from position: MediaTime, by step: MediaTime) -> MediaTime {
        var target = position - step
        for range in ranges.reversed() where range.start < position && target < range.end {
            // Inside of it already, for example because it was blocked just now: from its start on.
            target = target - (min(range.end, position) - range.start)
        }
        return landing(for: max(.zero, target))
    }
}
