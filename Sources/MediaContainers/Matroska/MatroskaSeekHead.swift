/// The content of the SeekHead elements (RFC 9559 section 5.1.1).
public struct MatroskaSeekHead: Sendable {
    /// An element and its place.
    public struct Entry: Hashable, Sendable {
        public let id: UInt64
        /// In the resource.
        public let offset: Int64
    }

    /// In stored order.
    public private(set) var entries: [Entry] = []
    /// Whether an entry is invalid.
    public private(set) var isBroken = false

    public init() {}

    /// Reads one SeekHead element; there may be a second. What was read before an error is kept.
    ///
    /// - Parameter origin: the start of the Segment's content, from which positions count.
    public mutating func read(
        _ element: EBMLElement, until end: Int64?, origin: Int64, _ ebml: EBMLReader
    ) throws(ProbeError) {
        try ebml.children(of: element, until: end) { child throws(ProbeError) in
            guard child.id == MatroskaID.seek else { return }
            var id: UInt64?
            var position: UInt64?
            try ebml.children(of: child) { value throws(ProbeError) in
                switch value.id {
                case MatroskaID.seekID:
                    id = try ebml.binary(value, atMost: 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                case MatroskaID.seekPosition: position = try ebml.unsigned(value)
                default: break
                }
            }
            guard let id, let position = position.flatMap(Int64.init(exactly:)), position <= .max - origin else {
                isBroken = true
                return
            }
            entries.append(Entry(id: id, offset: origin + position))
        }
    }
}
