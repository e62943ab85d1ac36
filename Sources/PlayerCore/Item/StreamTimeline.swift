/// What the playlist of a stream says about its time, mapped to the timeline of the item.
public struct StreamTimeline: Hashable, Sendable {
    /// A position in the item and the corresponding date.
    public struct DateAnchor: Hashable, Sendable {
        public var time: MediaTime
        /// Microseconds since 1970.
        public var date: Int64

        public init(time: MediaTime, date: Int64) {
            self.time = time
            self.date = date
        }
    }

    /// An interstitial whose edges are moved to segment boundaries (HLS, appendix D.2, X-SNAP).
    public struct Snap: Hashable, Sendable {
        /// Where the stream is left; nil: where the range says.
        public var start: MediaTime?
        /// Where the stream resumes; nil: where the range says.
        public var resume: MediaTime?

        public init(start: MediaTime? = nil, resume: MediaTime? = nil) {
            self.start = start
            self.resume = resume
        }
    }

    /// Whether more of it is being produced.
    public var isLive = false
    /// What is available now, from the oldest position that is left to the live edge. Of a stream that was live, what
    /// is left of it.
    public var window: TimeRange?
    /// Sorted by time; each applies until the next one.
    public var dates: [DateAnchor] = []
    /// Sorted by start.
    public var ranges: [TimedRange] = []
    /// The ranges whose edges are moved to segment boundaries, by id.
    public var snaps: [String: Snap] = [:]

    public init() {}

    /// Returns the date of a position; nil if no date is known.
    public func date(at position: MediaTime) -> Int64? {
        // Positions before the first date are counted back from it.
        guard let anchor = dates.last(where: { $0.time <= position }) ?? dates.first else { return nil }
        let (date, overflow) = anchor.date.addingReportingOverflow((position - anchor.time).microseconds)
        return overflow ? nil : date
    }

    /// Returns the position of a date: the first one if clocks were set back; nil if no date is known.
    public func position(of date: Int64) -> MediaTime? {
        for (index, anchor) in dates.enumerated() where date >= anchor.date || index == 0 {
            let (distance, overflow) = date.subtractingReportingOverflow(anchor.date)
            guard !overflow else { return nil }
            let position = anchor.time + MediaTime(microseconds: distance)
            let end = dates.indices.contains(index + 1) ? dates[index + 1].time : nil
            if end.map({ position < $0 }) ?? true { return position }
        }
        // In a gap between dates: where the stream continues after it.
        return dates.first { $0.date >= date }?.time
    }
}
