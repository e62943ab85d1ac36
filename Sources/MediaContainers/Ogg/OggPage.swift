/// A page of an Ogg stream (RFC 3533 section 6).
public struct OggPage: Sendable {
    public static let headerLength = 27
    /// The length of the longest page: its header, 255 lengths and 255 segments of 255 bytes.
    public static let longest = 65_307

    public let isContinued: Bool
    public let isFirst: Bool
    /// The codec's position at the end of the last packet that ends here; nil if none does.
    public let granule: UInt64?
    public let serial: UInt32
    /// Lengths of the pieces of packets; one of less than 255 ends a packet.
    public let lacing: [UInt8]

    /// - Parameter bytes: from the capture pattern on, as much of the header as available.
    public init?(_ bytes: ArraySlice<UInt8>) {
        var cursor = ByteCursor(bytes)
        guard let pattern = cursor.take(4), pattern.elementsEqual("OggS".utf8), cursor.big(1) == 0,
            let flags = cursor.big(1), let granule = cursor.little(8), let serial = cursor.little(4),
            cursor.take(8) != nil, let count = cursor.big(1)
        else { return nil }
        isContinued = flags & 1 != 0
        isFirst = flags & 2 != 0
        self.granule = granule == .max ? nil : granule
        self.serial = UInt32(truncatingIfNeeded: serial)
        lacing = Array(cursor.takeUp(to: Int(count)))
    }

    public var headerLength: Int { Self.headerLength + lacing.count }
    public var bodyLength: Int { lacing.reduce(0) { $0 + Int($1) } }
}
