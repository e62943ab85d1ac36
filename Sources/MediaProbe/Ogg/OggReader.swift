internal import PlayerCore

/// Ogg with Vorbis, Opus or FLAC inside (RFC 3533, RFC 7845; Vorbis comments).
struct OggReader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "OggS".utf8) }

    private let bytes: ByteReader
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        self.bytes = bytes
        self.uri = uri
    }

    func read() -> ContainerFindings { ContainerFindings() }
}
