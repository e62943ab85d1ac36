internal import MediaContainers
internal import PlayerCore

/// Reads MP3 and everything else that begins with an ID3v2 tag (id3.org: id3v2.3.0, id3v2.4.0, id3v2-chapters-1.0).
struct ID3Reader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "ID3".utf8) || MPEGFrame(head)?.layer == 3 }

    private let bytes: ByteReader
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        self.bytes = bytes
        self.uri = uri
    }

    /// Some writers put a tag before another one; players show the first.
    private static let mostTags = 4

    func read() -> ContainerFindings {
        var findings = ContainerFindings()
        var statedDuration: MediaTime?
        var place: Int64 = 0
        do throws(ProbeError) {
            for number in 0..<Self.mostTags {
                guard let header = ID3Header(try bytes.available(at: place, count: ID3Header.length)[...]) else {
                    break
                }
                if number == 0, let tag = try ID3Tag.read(bytes, at: place, uri: uri) {
                    findings = tag.result
                    statedDuration = tag.statedDuration
                }
                place += Int64(header.tagLength)
            }
            try readSound(at: place, into: &findings)
        } catch {
            findings.problems.append("what follows the ID3 tag cannot be read: \(error.message)")
            if place > 0 { findings.container = findings.container ?? "mp3" }
        }
        findings.duration = findings.duration ?? statedDuration
        return findings
    }

    private func readSound(at place: Int64, into findings: inout ContainerFindings) throws(ProbeError) {
        let head = try bytes.available(at: place, count: MediaProbe.headLength)
        if FLACReader.recognises(head) {
            findings = FLACReader(bytes, uri: uri, start: place).read().filled(from: findings)
        } else if let sound = try MPEGAudio.read(bytes, at: place) {
            findings.container = sound.layer == 3 ? "mp3" : nil
            (findings.duration, findings.isMeasured) = (sound.duration, sound.isMeasured)
            findings.tracks = [
                ContainerTrack(
                    kind: .audio, format: TrackFormat(codec: "MP\(sound.layer)", channels: sound.channels))
            ]
        } else if place > 0, !Self.isADTS(head) {
            // No audio frame was found, but such tags belong to an MP3 file.
            findings.container = "mp3"
        }
    }

    /// An AAC stream. It begins with the sync word of MPEG audio and a layer that MPEG audio does not have.
    private static func isADTS(_ head: [UInt8]) -> Bool {
        head.count > 1 && head[0] == 0xFF && head[1] & 0xF6 == 0xF0
    }
}
