public import PlayerCore

/// What the media playlists of one stream say of its time, as they follow one another.
///
/// Its zero is the first segment of the first playlist that was read, unless ``align(_:at:)`` says otherwise.
public struct HLSTimeline: Sendable {
    /// When each segment of the newest playlist begins, by media sequence number.
    private var starts: [Int64: MediaTime] = [:]
    /// Where each segment of the newest playlist begins. What is played between programmes may stand there many times.
    private var segments: [String: [MediaTime]] = [:]
    private var newest = HLSMediaPlaylist()
    private var end = MediaTime.zero
    private var start = MediaTime.zero
    private var hasRead = false
    private var dates: [StreamTimeline.DateAnchor] = []
    private var ranges: [String: HLSDateRange] = [:]
    /// From this time line to that of the item.
    private var offset = MediaTime.zero

    /// Dates that differ by less from where they are expected tell nothing new.
    private static let tolerance: UInt64 = 1_000
    /// Times at which the clock of a stream is set.
    private static let mostDates = 10_000

    public init() {}

    /// How long the newest playlist holds: when to look for another one; nil where nothing more comes.
    public var refreshAfter: MediaTime? { hasRead && !newest.isEnded ? newest.targetDuration : nil }

    /// Takes a playlist that is newer than those before.
    ///
    /// - Returns: whether it tells anything new.
    @discardableResult
    public mutating func take(_ playlist: HLSMediaPlaylist) -> Bool {
        guard !hasRead || playlist != newest else { return false }
        var time = beginning(of: playlist)
        start = time
        var (starts, segments): ([Int64: MediaTime], [String: [MediaTime]]) = ([:], [:])
        for (index, segment) in playlist.segments.enumerated() {
            let (sequence, overflow) = playlist.sequence.addingReportingOverflow(Int64(index))
            guard !overflow else { break }
            starts[sequence] = time
            segments[segment.uri, default: []].append(time)
            if let date = segment.date { note(date, at: time) }
            time = time + segment.duration
        }
        (self.starts, self.segments, end, newest, hasRead) = (starts, segments, time, playlist, true)
        for range in playlist.ranges { takeRange(range) }
        prune()
        return true
    }

    /// Where a new playlist begins on this time line.
    private func beginning(of playlist: HLSMediaPlaylist) -> MediaTime {
        guard hasRead else { return .zero }
        if let known = starts[playlist.sequence] { return known }
        // Nothing of the last one is left: nobody says how long what was missed took.
        let (distance, overflow) = playlist.sequence.subtractingReportingOverflow(newest.sequence)
        guard !overflow, distance >= newest.segments.count else { return end }
        return end + newest.targetDuration * Double(distance - Int64(newest.segments.count))
    }

    private mutating func note(_ date: Int64, at time: MediaTime) {
        guard let last = dates.last else { return dates.append(StreamTimeline.DateAnchor(time: time, date: date)) }
        // Known from a playlist before.
        guard time > last.time, dates.count < Self.mostDates else { return }
        if let expected = self.date(at: time, from: last) {
            let (difference, overflow) = date.subtractingReportingOverflow(expected)
            if !overflow, difference.magnitude < Self.tolerance { return }
        }
        dates.append(StreamTimeline.DateAnchor(time: time, date: date))
    }

    private mutating func takeRange(_ range: HLSDateRange) {
        if ranges[range.id] != nil {
            ranges[range.id]?.merge(range)
        } else if ranges.count < DescriptionLimits.marks {
            ranges[range.id] = range
        }
    }

    /// What lies before the window is not needed any more, but for the date that holds at its beginning.
    private mutating func prune() {
        guard !newest.isEnded else { return }
        if let first = dates.lastIndex(where: { $0.time <= start }) { dates.removeFirst(first) }
        let listed = Set(newest.ranges.map(\.id))
        guard let oldest = dates.first.flatMap({ date(at: start, from: $0) }) else { return }
        ranges = ranges.filter { id, range in
            listed.contains(id) || range.start.map { (range.endDate(next: nil) ?? $0) >= oldest } ?? false
        }
    }

    private func date(at time: MediaTime, from anchor: StreamTimeline.DateAnchor) -> Int64? {
        let (date, overflow) = anchor.date.addingReportingOverflow((time - anchor.time).microseconds)
        return overflow ? nil : date
    }

    /// Says where a segment lies on the item's time line.
    ///
    /// - Returns: whether the segment is known.
    public mutating func align(_ uri: String, at time: MediaTime) -> Bool {
        // Both time lines begin at about the same moment: of several the nearest is meant.
        func distance(_ place: MediaTime) -> MediaTime { max(place - time, time - place) }
        guard let place = segments[uri]?.min(by: { distance($0) < distance($1) }) else { return false }
        offset = time - place
        return true
    }

    /// All of that on the item's time line.
    ///
    /// - Parameter window: what of a live stream can be sought to.
    public func timeline(window: TimeRange?) -> StreamTimeline {
        var timeline = StreamTimeline()
        timeline.isLive = hasRead && !newest.isEnded
        timeline.window = window
        timeline.dates = dates.map { StreamTimeline.DateAnchor(time: $0.time + offset, date: $0.date) }
        timeline.ranges = ranges.values.compactMap { placed($0, timeline) }.sorted {
            ($0.start, $0.id ?? "") < ($1.start, $1.id ?? "")
        }
        timeline.snaps = snaps(of: timeline.ranges)
        return timeline
    }

    /// Where interstitials that ask for it are left and joined: at the nearest edges of segments.
    private func snaps(of ranges: [TimedRange]) -> [String: StreamTimeline.Snap] {
        let asking = ranges.filter { $0.attributes["X-SNAP"] != nil }
        guard !asking.isEmpty else { return [:] }
        let edges = (Array(starts.values) + [end]).map { $0 + offset }.sorted()
        var snaps: [String: StreamTimeline.Snap] = [:]
        for range in asking {
            guard let id = range.id, case .text(let text) = range.attributes["X-SNAP"] else { continue }
            let sides = Set(text.split { $0 == "," || $0 == " " }.map { $0.uppercased() })
            var snap = StreamTimeline.Snap()
            if sides.contains("OUT") { snap.start = Self.nearest(to: range.start, in: edges) }
            if sides.contains("IN"), let resume = range.resume { snap.resume = Self.nearest(to: resume, in: edges) }
            if snap != StreamTimeline.Snap() { snaps[id] = snap }
        }
        return snaps
    }

    /// What lies outside of what is known is near to nothing.
    private static func nearest(to time: MediaTime, in edges: [MediaTime]) -> MediaTime? {
        guard let first = edges.first, let last = edges.last, first <= time, time <= last else { return nil }
        return edges.min { max($0 - time, time - $0) < max($1 - time, time - $1) }
    }

    private func placed(_ range: HLSDateRange, _ timeline: StreamTimeline) -> TimedRange? {
        guard let date = range.start, let start = timeline.position(of: date) else { return nil }
        let next =
            range.endsOnNext
            ? ranges.values.lazy.filter { $0.className == range.className }.compactMap(\.start).filter { $0 > date }
                .min()
            : nil
        let endDate = range.endDate(next: next)
        var placed = TimedRange(start: start, className: range.className ?? "")
        placed.end = endDate.map { start + MediaTime(microseconds: $0 &- date) }
        placed.id = range.id
        placed.startDate = date
        placed.endDate = endDate
        placed.plannedDuration = range.plannedDuration.map { MediaTime(microseconds: $0) }
        placed.attributes = range.attributes
        return placed
    }
}
