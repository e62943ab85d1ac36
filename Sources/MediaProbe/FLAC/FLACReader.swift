internal import PlayerCore

/// FLAC (RFC 9639): comments, pictures and the cue sheet.
struct FLACReader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "fLaC".utf8) }

    private let bytes: ByteReader
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        self.bytes = bytes
        self.uri = uri
    }

    func read() -> ContainerFindings { ContainerFindings() }
}
