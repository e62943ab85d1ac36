/// A part of an item's timeline with data of somebody else's: an EXT-X-DATERANGE of HLS, or an entry of a description's
/// `timed`.
public struct TimedRange: Hashable, Sendable, Codable {
    public var start: MediaTime
    /// Nil while nobody knows where it ends.
    public var end: MediaTime?
    /// What sort of data it is, in reverse-DNS notation as a rule.
    public var className: String
    public var id: String?
    /// Microseconds since 1970.
    public var startDate: Int64?
    /// Microseconds since 1970.
    public var endDate: Int64?
    /// How long it is expected to last where its end is not known.
    public var plannedDuration: MediaTime?
    /// By their whole names, which begin with `X-`; `SCTE35-CMD`, `SCTE35-IN` and `SCTE35-OUT` as well.
    public var attributes: [String: TimedValue] = [:]

    public init(start: MediaTime, end: MediaTime? = nil, className: String = "") {
        self.start = start
        self.end = end
        self.className = className
    }

    /// What a range is called whose times may change: two with the same name are the same one.
    var name: TimedRangeName {
        id.map { TimedRangeName(id: $0, className: className, start: nil, end: nil) }
            ?? TimedRangeName(id: nil, className: className, start: start, end: end)
    }

    func contains(_ time: MediaTime) -> Bool { start <= time && end.map { time < $0 } ?? true }
}

/// What tells a range from others: its id, else all that is known of it.
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
    /// Where a stream goes on behind an interstitial that takes this range's place (HLS, appendix D.2); nil where only the
    /// length of what is played says. Without X-RESUME-OFFSET it takes the place of as much as it lasts.
    public var resume: MediaTime? {
        if case .number(let seconds) = attributes["X-RESUME-OFFSET"], let offset = MediaTime(seconds: seconds) {
            return start + offset
        }
        return end
    }
}
