internal import GLibLoop
internal import MediaContainers
public import PlayerCore

extension ContentIdentity {
    /// The identity of what a URI names. Reads a local file: do not call this on a thread that must not wait.
    ///
    /// - Returns: nil for a `file:` URI of something that is not a regular file or cannot be read.
    public init?(uri: String) {
        if let path = FileURI.path(of: uri) {
            self.init(path: path)
        } else {
            self.init(text: "uri:" + uri)
        }
    }

    /// The identity of a local file: its size and the SHA-256 of the size (eight bytes, the least significant first)
    /// and its first, middle and last 4 KiB, or of the whole file if it is shorter than these three.
    ///
    /// - Parameter path: bytes, because a name need not be UTF-8; without a trailing zero.
    /// - Returns: nil if it is not a regular file or cannot be read.
    public init?(path: [UInt8]) {
        guard let file = try? RegularFile(path) else { return nil }
        let size = file.length
        let piece: Int64 = 4 << 10
        var pieces: [(offset: Int64, count: Int64)] = [(0, size)]
        if size >= 3 * piece { pieces = [(0, piece), (size / 2 - piece / 2, piece), (size - piece, piece)] }
        var content = withUnsafeBytes(of: UInt64(size).littleEndian) { Array($0) }
        for (offset, count) in pieces {
            guard let bytes = try? file.read(offset, Int(count)), bytes.count == count else { return nil }
            content += bytes
        }
        self.init(text: "file:\(size)-\(Checksum.sha256.text(of: content))")
    }
}
