/// The entries of a table box, one at a time.
///
/// Nothing is allocated for the count in the file: there are never more entries than fit into the box.
public struct MP4Table {
    private let bytes: ByteReader
    private var offset: Int64
    private let entryLength: Int
    /// The number of entries left.
    public private(set) var remaining: Int64

    /// - Parameter box: from its first entry on.
    public init(_ bytes: ByteReader, _ box: MP4Box, count: UInt32, entryLength: Int) {
        self.bytes = bytes
        self.entryLength = entryLength
        offset = box.content.lowerBound
        remaining = min(Int64(count), box.length / Int64(max(1, entryLength)))
    }

    public mutating func next() throws(ProbeError) -> MP4Fields? {
        guard remaining > 0 else { return nil }
        try bytes.countElement()
        let entry = try bytes.bytes(at: offset, count: entryLength)
        offset += Int64(entryLength)
        remaining -= 1
        return MP4Fields(entry)
    }
}
