internal import PlayerCore

/// Matroska and WebM (RFC 8794, RFC 9559).
struct MatroskaReader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool { head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) }

    private let bytes: ByteReader
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        self.bytes = bytes
        self.uri = uri
    }

    func read() -> ContainerFindings { ContainerFindings() }
}
