/// The time people see: interstitials collapse to a point, and only the main content counts (AVKit's interstitial time
/// ranges), and what is trimmed off is as if it were not there. Both maps are monotone; between what collapses they invert
/// each other.
public struct DisplayTimeline: Hashable, Sendable {
    /// Sorted, disjoint.
    private let collapsed: [TimeRange]
    /// Display time at the start of each collapsed range.
    private let points: [MediaTime]
    /// Display time of the interstitials.
    public let marks: [MediaTime]

    /// - Parameters:
    ///   - interstitials: in any order; what overlaps or touches collapses to one point.
    ///   - trimmed: what lies outside of the item's in and out point. It leaves no mark.
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

    /// Stands still while an interstitial plays.
    public func display(_ media: MediaTime) -> MediaTime {
        var removed = MediaTime.zero
        for range in collapsed {
            if media < range.start { break }
            removed = removed + (min(media, range.end) - range.start)
        }
        return media - removed
    }

    /// The first moment of the main content that is shown with this time: behind the interstitials that sit there.
    public func media(_ display: MediaTime) -> MediaTime {
        var media = display
        for (range, mark) in zip(collapsed, points) where mark <= display { media = media + range.duration }
        return media
    }
}
