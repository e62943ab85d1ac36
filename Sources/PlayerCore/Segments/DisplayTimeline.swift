/// The time people see: interstitials collapse to a point, and only the main content counts (AVKit's interstitial time
/// ranges). Both maps are monotone; between interstitials they invert each other.
public struct DisplayTimeline: Hashable, Sendable {
    /// Sorted, disjoint.
    private let collapsed: [TimeRange]
    /// Display time at the start of each collapsed range.
    public let marks: [MediaTime]

    /// - Parameter interstitials: in any order; what overlaps or touches collapses to one point.
    public init(interstitials: some Sequence<TimeRange>) {
        collapsed = BlockedRanges(interstitials).ranges
        var removed = MediaTime.zero
        var marks: [MediaTime] = []
        for range in collapsed {
            marks.append(range.start - removed)
            removed = removed + range.duration
        }
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
        for (range, mark) in zip(collapsed, marks) where mark <= display { media = media + range.duration }
        return media
    }
}
