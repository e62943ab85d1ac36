internal import MediaContainers

/// What the Tracks element says of the first video track (RFC 9559 section 5.1.4).
struct MatroskaTracks {
    private static let video: UInt64 = 1

    private var hasVideo = false
    /// Frames a second, by DefaultDuration; nil where it is not written.
    private(set) var frameRate: Double?

    /// Reads one Tracks element; what was read before an error counts.
    mutating func read(_ element: EBMLElement, until end: Int64?, _ ebml: EBMLReader) throws(ProbeError) {
        try ebml.children(of: element, until: end) { child throws(ProbeError) in
            guard child.id == MatroskaID.trackEntry, !hasVideo else { return }
            var type: UInt64 = 0
            var nanoseconds: UInt64 = 0
            try ebml.children(of: child) { value throws(ProbeError) in
                switch value.id {
                case MatroskaID.trackType: type = try ebml.unsigned(value)
                case MatroskaID.defaultDuration: nanoseconds = try ebml.unsigned(value)
                default: break
                }
            }
            guard type == Self.video else { return }
            hasVideo = true
            if nanoseconds > 0 { frameRate = 1_000_000_000 / Double(nanoseconds) }
        }
    }
}
