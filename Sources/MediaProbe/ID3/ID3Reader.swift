internal import PlayerCore

/// MP3 and whatever else begins with an ID3v2 tag (id3.org: id3v2.3.0, id3v2.4.0, id3v2-chapters-1.0).
struct ID3Reader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "ID3".utf8) }

    private let bytes: ByteReader
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        self.bytes = bytes
        self.uri = uri
    }

    func read() -> ContainerFindings { ContainerFindings() }
}
