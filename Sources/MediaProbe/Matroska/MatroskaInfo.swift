internal import MediaContainers
internal import PlayerCore

/// The Info element, which describes the Segment (RFC 9559 section 5.1.2).
struct MatroskaInfo {
    private(set) var title: String?
    private(set) var segmentUUID: [UInt8]?
    private var timestampScale: UInt64 = 1_000_000
    private var ticks: Double?

    /// Reads one Info element; what was read before an error is kept.
    mutating func read(_ element: EBMLElement, until end: Int64?, _ ebml: EBMLReader) throws(ProbeError) {
        try ebml.children(of: element, until: end) { child throws(ProbeError) in
            switch child.id {
            case MatroskaID.timestampScale: timestampScale = try ebml.unsigned(child, default: 1_000_000)
            case MatroskaID.duration: ticks = try ebml.float(child)
            case MatroskaID.title: title = try ebml.text(child)
            case MatroskaID.segmentUUID: segmentUUID = try ebml.binary(child, atMost: 16)
            default: break
            }
        }
    }

    /// Nanoseconds in a tick.
    var scale: Double { Double(timestampScale) }

    /// Duration times TimestampScale; nil if it is absent or implausible.
    var duration: MediaTime? {
        guard let ticks, ticks > 0, let value = Int64(exactly: (ticks * Double(timestampScale)).rounded()), value > 0
        else { return nil }
        return MediaTime(nanoseconds: value)
    }
}
