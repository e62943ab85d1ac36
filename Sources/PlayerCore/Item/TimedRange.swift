/// A part of an item's timeline with application data: an EXT-X-DATERANGE of HLS, or an entry of a description's
/// `timed`.
public struct TimedRange: Hashable, Sendable, Codable {
    public var start: MediaTime
    /// Nil while the end is unknown.
    public var end: MediaTime?
    /// The kind of data, usually in reverse-DNS notation.
    public var className: String
    public var id: String?
    /// Microseconds since 1970.
    public var startDate: Int64?
    /// Microseconds since 1970.
    public var endDate: Int64?
    /// The expected length while the end is unknown.
    public var plannedDuration: MediaTime?
    /// By full name: names that begin with `X-`, and `SCTE35-CMD`, `SCTE35-IN` and `SCTE35-OUT`.
    public var attributes: [String: TimedValue] = [:]

    public init(start: MediaTime, end: MediaTime? = nil, className: String = "") {
        self.start = start
        self.end = end
        self.className = className
    }

    /// The identity of a range whose times may change: ranges with the same name are the same range.
    var name: TimedRangeName {
        id.map { TimedRangeName(id: $0, className: className, start: nil, end: nil) }
            ?? TimedRangeName(id: nil, className: className, start: start, end: end)
    }

    func contains(_ time: MediaTime) -> Bool { start <= time && end.map { time < $0 } ?? true }
}

/// What distinguishes a range from others: its id, or else everything that is known of it.
struct TimedRangeName: Hashable, Sendable {
    var id: String?
    var className: String
    var start: MediaTime?
    var end: MediaTime?
}

/// The value of an attribute of a ``TimedRange``.
public enum TimedValue: Hashable, Sendable, Codable {
    case text(String)
    case number(Double)
    case bytes([UInt8])
}

extension TimedRange {
    /// Where a stream resumes after an interstitial that replaces this range (HLS, appendix D.2); nil if that depends
    /// only on the length of what is played. Without X-RESUME-OFFSET the interstitial replaces the length of the
    /// range.
    public var resume: MediaTime? {
        if case .number(let seconds) = attributes["X-RESUME-OFFSET"], let offset = MediaTime(seconds: seconds) {
            return start + offset
        }
        return end
    }
}
