public import PlayerCore

/// The timeline that the successive media playlists of a stream define.
///
/// Its zero is the first segment of the first playlist read, unless ``align(_:at:)`` moves it.
public struct HLSTimeline: Sendable {
    /// The start of each segment of the newest playlist, by media sequence number.
    private var starts: [Int64: MediaTime] = [:]
    /// The starts of each segment of the newest playlist, by address. Material between programmes may occur many
    /// times.
    private var segments: [String: [MediaTime]] = [:]
    private var newest = HLSMediaPlaylist()
    private var end = MediaTime.zero
    private var start = MediaTime.zero
    private var hasRead = false
    /// Whether a playlist was read that was not complete.
    private var wasLive = false
    private var dates: [StreamTimeline.DateAnchor] = []
    private var ranges: [String: HLSDateRange] = [:]
    /// The offset from this timeline to that of the item.
    private var offset = MediaTime.zero

    /// In microseconds: a date this close to the expected one is not a change.
    private static let tolerance: UInt64 = 1_000
    /// The maximum number of times at which the clock of a stream is set.
    private static let mostDates = 10_000

    public init() {}

    /// How long the newest playlist is valid, that is, when to read it again; nil if it is complete.
    public var refreshAfter: MediaTime? { hasRead && !newest.isEnded ? newest.targetDuration : nil }

    /// Takes a newer playlist.
    ///
    /// - Returns: whether it contains anything new.
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
        wasLive = wasLive || !playlist.isEnded
        for range in playlist.ranges { takeRange(range) }
        prune()
        return true
    }

    /// Returns the start of a new playlist on this timeline.
    private func beginning(of playlist: HLSMediaPlaylist) -> MediaTime {
        guard hasRead else { return .zero }
        if let known = starts[playlist.sequence] { return known }
        // Nothing of the previous playlist is left, so the length of the missed part is unknown.
        let (distance, overflow) = playlist.sequence.subtractingReportingOverflow(newest.sequence)
        guard !overflow, distance >= newest.segments.count else { return end }
        return end + newest.targetDuration * Double(distance - Int64(newest.segments.count))
    }

    private mutating func note(_ date: Int64, at time: MediaTime) {
        guard let last = dates.last else { return dates.append(StreamTimeline.DateAnchor(time: time, date: date)) }
        // Known from a previous playlist.
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

    /// Drops everything before the window except the date that applies at its beginning.
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

    /// Sets the position of a segment on the item's timeline.
    ///
    /// - Returns: whether the segment is known.
    public mutating func align(_ uri: String, at time: MediaTime) -> Bool {
        // Both timelines begin at about the same time, so of several places the nearest is meant.
        func distance(_ place: MediaTime) -> MediaTime { max(place - time, time - place) }
        guard let place = segments[uri]?.min(by: { distance($0) < distance($1) }) else { return false }
        offset = time - place
        return true
    }

    /// Returns the timeline of the item.
    ///
    /// - Parameter window: the seekable part while the stream is live. After its end, that is the last playlist.
    public func timeline(window: TimeRange?) -> StreamTimeline {
        var timeline = StreamTimeline()
        timeline.isLive = hasRead && !newest.isEnded
        timeline.window = wasLive && newest.isEnded ? lastWindow : window
        timeline.dates = dates.map { StreamTimeline.DateAnchor(time: $0.time + offset, date: $0.date) }
        timeline.ranges = ranges.values.compactMap { placed($0, timeline) }.sorted {
            ($0.start, $0.id ?? "") < ($1.start, $1.id ?? "")
        }
        timeline.snaps = snaps(of: timeline.ranges)
        return timeline
    }

    /// The end of the newest playlist on the item's timeline.
    public var playlistEnd: MediaTime { end + offset }

    /// Returns the place of a segment in the newest playlist; nil if it is unknown, or in several places.
    public func part(_ uri: String) -> TimeRange? {
        segments[uri]?.count == 1 ? firstPart { segment, _ in segment.uri == uri } : nil
    }

    /// Returns the place of the segment that follows another one; nil if there is none, or the other one is in several
    /// places.
    public func part(after uri: String) -> TimeRange? {
        guard segments[uri]?.count == 1 else { return nil }
        var isNext = false
        return firstPart { segment, _ in
            if isNext { return true }
            isNext = segment.uri == uri
            return false
        }
    }

    /// Returns the place of the segment at a position; nil outside the playlist.
    public func part(at position: MediaTime) -> TimeRange? {
        firstPart { _, range in range.start <= position && position < range.end }
    }

    private func firstPart(
        where isWanted: (HLSMediaPlaylist.Segment, TimeRange) -> Bool
    ) -> TimeRange? {
        var time = start + offset
        for segment in newest.segments {
            let next = time + segment.duration
            if let range = TimeRange(start: time, end: next), isWanted(segment, range) { return range }
            time = next
        }
        return nil
    }

    private var lastWindow: TimeRange? { TimeRange(start: max(.zero, start + offset), end: max(.zero, end + offset)) }

    /// Returns where interstitials with X-SNAP are left and joined: at the nearest segment boundaries.
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

    /// A time outside the known segments has no nearest boundary.
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
