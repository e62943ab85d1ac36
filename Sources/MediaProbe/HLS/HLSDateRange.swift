internal import PlayerCore

/// An EXT-X-DATERANGE of a playlist (RFC 8216 section 4.3.2.7).
///
/// Several tags with the same id are one range: later tags add to it.
struct HLSDateRange: Hashable, Sendable {
    var id: String
    var className: String?
    /// Microseconds since 1970.
    var start: Int64?
    var end: Int64?
    /// In microseconds.
    var duration: Int64?
    var plannedDuration: Int64?
    /// Whether it lasts until the next range of its class begins.
    var endsOnNext = false
    var attributes: [String: TimedValue] = [:]

    /// Nil without an id, which is needed to identify the range.
    init?(_ values: HLSAttributes) {
        guard let id = values.text("ID"), !id.isEmpty, id.utf8.count <= DescriptionLimits.text else { return nil }
        self.id = id
        className = values.text("CLASS").flatMap { $0.utf8.count <= DescriptionLimits.text ? $0 : nil }
        start = values.text("START-DATE").flatMap(HLSDate.microseconds)
        end = values.text("END-DATE").flatMap(HLSDate.microseconds)
        duration = values.number("DURATION").flatMap(Self.microseconds)
        plannedDuration = values.number("PLANNED-DURATION").flatMap(Self.microseconds)
        endsOnNext = values.isYes("END-ON-NEXT")
        for (name, value) in values.values where Self.isKept(name) { attributes[name] = value.timed }
    }

    private static func isKept(_ name: String) -> Bool {
        (name.hasPrefix("X-") && name.utf8.count <= 256)
            || ["SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN", "CUE"].contains(name)
    }

    private static func microseconds(_ seconds: Double) -> Int64? { Int64(exactly: (seconds * 1e6).rounded()) }

    /// Makes the addresses of an interstitial's assets absolute (HLS, appendix D.2), and removes invalid ones.
    mutating func resolveAssets(_ base: ListBase) {
        for name in ["X-ASSET-URI", "X-ASSET-LIST"] {
            guard case .text(let text) = attributes[name] else { continue }
            if case .uri(let uri) = base.target(ofReference: text) {
                attributes[name] = .text(uri)
            } else {
                attributes[name] = nil
            }
        }
    }

    /// Adds the content of another tag with the same id.
    mutating func merge(_ other: HLSDateRange) {
        className = className ?? other.className
        start = start ?? other.start
        end = other.end ?? end
        duration = other.duration ?? duration
        plannedDuration = other.plannedDuration ?? plannedDuration
        endsOnNext = endsOnNext || other.endsOnNext
        attributes.merge(other.attributes) { _, new in new }
    }

    /// Returns the end; nil if unknown.
    ///
    /// - Parameter next: when the next range of its class begins.
    func endDate(next: Int64?) -> Int64? {
        guard let start else { return nil }
        let sum = duration.map { start.addingReportingOverflow($0) }
        let told = end ?? sum.flatMap { $0.overflow ? nil : $0.partialValue } ?? (endsOnNext ? next : nil)
        return told.map { max($0, start) }
    }
}
