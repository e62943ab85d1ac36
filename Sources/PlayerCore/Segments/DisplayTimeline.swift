/// Maps media time to displayed time: interstitials collapse to a point, so that only the main content counts (AVKit's
/// interstitial time ranges), and trimmed parts are removed. Both mappings are monotone, and outside collapsed ranges
/// they are inverse.
public struct DisplayTimeline: Hashable, Sendable {
    /// Sorted, disjoint.
    private let collapsed: [TimeRange]
    /// The displayed time at the start of each collapsed range.
    private let points: [MediaTime]
    /// The displayed times of the interstitials, sorted.
    public private(set) var marks: [MediaTime]

    /// - Parameters:
    ///   - interstitials: in any order; ranges that overlap or touch collapse to one point.
    ///   - trimmed: the parts outside the item's in and out points. They leave no mark.
    public init(interstitials: some Sequence<TimeRange>, trimmed: [TimeRange] = []) {
        let inside = interstitials.filter { range in
            !trimmed.contains { $0.start <= range.start && range.end <= $0.end }
        }
        collapsed = BlockedRanges(inside + trimmed).ranges
        var removed = MediaTime.zero
        var points: [MediaTime] = []
        var marks: [MediaTime] = []
        for range in collapsed {
            points.append(range.start - removed)
            if inside.contains(where: { range.contains($0.start) }) { marks.append(range.start - removed) }
            removed = removed + range.duration
        }
        self.points = points
        self.marks = marks
    }

    /// The same with marks at further positions, where other items are played.
    func marked(at positions: [MediaTime]) -> DisplayTimeline {
        guard !positions.isEmpty else { return self }
        var marked = self
        marked.marks = Set(marks + positions.map(display)).sorted()
        return marked
    }

    /// Returns the displayed time of a position. It does not move during an interstitial.
    public func display(_ media: MediaTime) -> MediaTime {
        var removed = MediaTime.zero
        for range in collapsed {
            if media < range.start { break }
            removed = removed + (min(media, range.end) - range.start)
        }
        return media - removed
    }

    /// Returns the first position of the main content with a displayed time: after the interstitials at that point.
    public func media(_ display: MediaTime) -> MediaTime {
        var media = display
        for (range, mark) in zip(collapsed, points) where mark <= display { media = media + range.duration }
        return media
    }
}
