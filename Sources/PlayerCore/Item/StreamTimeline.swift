/// What the playlist of a stream says of its time, on the time line of its item.
public struct StreamTimeline: Hashable, Sendable {
    /// A moment of the item and of the world.
    public struct DateAnchor: Hashable, Sendable {
        public var time: MediaTime
        /// Microseconds since 1970.
        public var date: Int64

        public init(time: MediaTime, date: Int64) {
            self.time = time
            self.date = date
        }
    }

    /// An interstitial whose edges are those of segments (HLS, appendix D.2, X-SNAP).
    public struct Snap: Hashable, Sendable {
        /// Where the stream is left; nil where its range says.
        public var start: MediaTime?
        /// Where it goes on; nil where its range says.
        public var resume: MediaTime?

        public init(start: MediaTime? = nil, resume: MediaTime? = nil) {
            self.start = start
            self.resume = resume
        }
    }

    /// Whether more of it is being made.
    public var isLive = false
    /// What there is of it now, from the oldest moment that is left to the live edge.
    public var window: TimeRange?
    /// By time; each holds until the next one.
    public var dates: [DateAnchor] = []
    /// By start.
    public var ranges: [TimedRange] = []
    /// Which ranges are left and joined at edges of segments, by id.
    public var snaps: [String: Snap] = [:]

    public init() {}

    /// The date of a position; nil where no date is known.
    public func date(at position: MediaTime) -> Int64? {
        // What lies before the first date is counted back from it.
        guard let anchor = dates.last(where: { $0.time <= position }) ?? dates.first else { return nil }
        let (date, overflow) = anchor.date.addingReportingOverflow((position - anchor.time).microseconds)
        return overflow ? nil : date
    }

    /// The position of a date: the first where clocks were set back; nil where no date is known.
    public func position(of date: Int64) -> MediaTime? {
        for (index, anchor) in dates.enumerated() where date >= anchor.date || index == 0 {
            let (distance, overflow) = date.subtractingReportingOverflow(anchor.date)
            guard !overflow else { return nil }
            let position = anchor.time + MediaTime(microseconds: distance)
            let end = dates.indices.contains(index + 1) ? dates[index + 1].time : nil
            if end.map({ position < $0 }) ?? true { return position }
        }
        // In a gap of the dates: where the stream goes on behind it.
        return dates.first { $0.date >= date }?.time
    }
}
