/// Random access to the bytes of a file or a remote resource; reading blocks.
///
/// A value of two closures, so that any owner of bytes (a file, an HTTP server, a test) can provide them.
public struct ByteSource {
    /// In bytes; nil if unknown (a remote resource that does not report it). At most ``longest``.
    public let length: Int64?
    /// No more bytes are seen. Servers claim any length, and a file of a few bytes may have one that overflows as soon as
    /// something is added to it.
    public static let longest: Int64 = 1 << 50
    /// How many bytes are read when fewer are wanted: as many as cost about the same as one.
    public let blockLength: Int
    /// Whether the bytes are on this machine: many reads cost little.
    public let isNear: Bool
    /// Returns up to `count` bytes from `offset`: fewer only at the end, none after it.
    public let read: (_ offset: Int64, _ count: Int) throws(ProbeError) -> [UInt8]

    /// - Parameter blockLength: small by default, because the wanted parts (a box header, an element) are often far
    ///   apart.
    public init(
        length: Int64?, blockLength: Int = 16 << 10, isNear: Bool = true,
        read: @escaping (_ offset: Int64, _ count: Int) throws(ProbeError) -> [UInt8]
    ) {
        self.length = length.map { min(max(0, $0), Self.longest) }
        self.blockLength = blockLength
        self.isNear = isNear
        self.read = read
    }

    /// Bytes in memory, for tests and sidecars.
    public init(_ bytes: [UInt8]) {
        self.init(length: Int64(bytes.count)) { offset, count in
            guard offset >= 0, offset < bytes.count else { return [] }
            let start = Int(offset)
            return Array(bytes[start..<min(bytes.count, start + min(count, bytes.count - start))])
        }
    }
}
