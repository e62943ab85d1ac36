internal import PlayerCore

/// MP4, M4A, M4B and QuickTime (ISO 14496-12, QuickTime File Format).
struct MP4Reader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool {
        let boxes = ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"]
        return head.count >= 8 && boxes.contains { head[4..<8].elementsEqual($0.utf8) }
    }

    private let bytes: ByteReader
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        self.bytes = bytes
        self.uri = uri
    }

    func read() -> ContainerFindings { ContainerFindings() }
}
