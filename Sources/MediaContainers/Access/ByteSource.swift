/// Bytes at any place of a file or a remote resource; reading blocks.
///
/// A value of two closures, so that whoever has bytes (a file, an HTTP server, a test) can offer them.
public struct ByteSource {
    /// In bytes; nil where nobody knows (a remote resource that does not tell).
    public let length: Int64?
    /// How many bytes are read where fewer are wanted: as many as cost about the same as one.
    public let blockLength: Int
    /// Up to `count` bytes from `offset`: fewer only at the end, none behind it.
    public let read: (_ offset: Int64, _ count: Int) throws(ProbeError) -> [UInt8]

    /// - Parameter blockLength: small by default, because what is looked for (a box header, an element) is often far from
    ///   the one before it.
    public init(
        length: Int64?, blockLength: Int = 16 << 10,
        read: @escaping (_ offset: Int64, _ count: Int) throws(ProbeError) -> [UInt8]
    ) {
        self.length = length
        self.blockLength = blockLength
        self.read = read
    }

    /// Bytes in memory, as tests and sidecars have them.
    public init(_ bytes: [UInt8]) {
        self.init(length: Int64(bytes.count)) { offset, count in
            guard offset >= 0, offset < bytes.count else { return [] }
            let start = Int(offset)
            return Array(bytes[start..<min(bytes.count, start + min(count, bytes.count - start))])
        }
    }
}
