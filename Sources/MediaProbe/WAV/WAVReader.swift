internal import PlayerCore

/// WAV and RF64: cue points and their labels (Multimedia Programming Interface 1.0).
struct WAVReader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool {
        head.count >= 12 && ["RIFF", "RF64"].contains { head.starts(with: $0.utf8) }
            && head[8..<12].elementsEqual("WAVE".utf8)
    }

    private let bytes: ByteReader
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        self.bytes = bytes
        self.uri = uri
    }

    func read() -> ContainerFindings { ContainerFindings() }
}
