/// A page of an Ogg stream (RFC 3533 section 6).
struct OggPage {
    static let headerLength = 27
    /// Of a whole page: its header, 255 lengths and 255 segments of 255 bytes.
    static let longest = 65_307

    let isContinued: Bool
    let isFirst: Bool
    /// The codec's position at the end of the last packet that ends here; nil where none does.
    let granule: UInt64?
    let serial: UInt32
    /// Lengths of the pieces of packets; one of less than 255 ends a packet.
    let lacing: [UInt8]

    /// - Parameter bytes: from the capture pattern on, as many as there are of the header.
    init?(_ bytes: ArraySlice<UInt8>) {
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

    var headerLength: Int { Self.headerLength + lacing.count }
    var bodyLength: Int { lacing.reduce(0) { $0 + Int($1) } }
}
