internal import MediaContainers
internal import PlayerCore

/// Reads WAV, and its variants RF64 and BW64 for more than 4 GiB (RIFF; EBU Tech 3306, ITU-R BS.2088).
struct WAVReader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool {
        let names = ["RIFF", "RF64", "BW64"]
        return names.contains { head.starts(with: $0.utf8) } && head.dropFirst(8).starts(with: "WAVE".utf8)
    }

    private let bytes: ByteReader
    private let uri: String
    /// Whether the file is being written, with a header that its recorder has yet to correct.
    private let isGrowing: Bool

    init(_ bytes: ByteReader, uri: String) { self.init(bytes, uri: uri, isGrowing: false) }

    init(_ bytes: ByteReader, uri: String, isGrowing: Bool) {
        self.bytes = bytes
        self.uri = uri
        self.isGrowing = isGrowing
    }

    func read() -> ContainerFindings {
        var file = File(cues: WAVCues(limits: bytes.limits))
        file.findings.container = "wav"
        do throws(ProbeError) { try readChunks(into: &file) } catch {
            file.note("the WAV chunks", error)
        }
        return file.result
    }

    /// What was found so far.
    private struct File {
        var findings = ContainerFindings()
        var format: WAVFormat?
        var cues: WAVCues
        var tag: ContainerFindings?
        /// Of the sound, in bytes.
        var length: Int64?
        /// Of the sound, from `ds64`.
        var longLength: Int64?
        var samples: UInt64?

        mutating func note(_ what: String, _ error: ProbeError) {
            guard findings.problems.count < ProbeLimits.problems else { return }
            findings.problems.append("\(what) cannot be read: \(error.message)")
        }

        var result: ContainerFindings {
            var result = findings
            if let format {
                result.tracks = [ContainerTrack(kind: .audio, format: format.track)]
                result.duration = length.flatMap { format.duration(length: $0, samples: samples) }
                result.chapters = cues.chapters(sampleRate: format.sampleRate)
            }
            return tag.map { result.filled(from: $0) } ?? result
        }
    }

    /// Larger lists are read up to this size.
    private static let longestChunk = 1 << 20
    /// The stated length if the real one is elsewhere, or was unknown when the header was written.
    private static let unknownLength: Int64 = 0xFFFF_FFFF

    private func readChunks(into file: inout File) throws(ProbeError) {
        var place: Int64 = 12
        while true {
            let header = try bytes.available(at: place, count: 8)
            if header.isEmpty { return }
            guard header.count == 8 else { throw .truncated }
            try bytes.countElement()
            let name = String(decoding: header[..<4], as: UTF8.self)
            var length = Int64(header[4...].littleEndian)
            if name == "data" {
                length = try soundLength(length, at: place + 8, file)
                file.length = file.length ?? length
            } else {
                let read = Int(min(length, Int64(Self.longestChunk)))
                do throws(ProbeError) { try self.read(name, at: place + 8, length: read, into: &file) } catch {
                    file.note("the WAV chunk '\(name)'", error)
                }
            }
            // Chunks begin at even offsets.
            let (next, overflow) = (place + 8).addingReportingOverflow(length + (length & 1))
            guard !overflow else { throw .malformed("a chunk is longer than any file") }
            place = next
        }
    }

    /// Limited to the end of the resource, if that is known. A length of 0 is as unknown, for demuxers, too.
    private func soundLength(_ stated: Int64, at place: Int64, _ file: File) throws(ProbeError) -> Int64 {
        let rest = bytes.length.map { max(0, $0 - place) }
        let length =
            stated == Self.unknownLength || stated == 0
            ? file.longLength.flatMap { $0 > 0 ? $0 : nil } ?? rest ?? 0 : stated
        guard let rest, length < rest, isGrowing, try !isChunk(at: place + length + (length & 1)) else {
            return min(length, rest ?? length)
        }
        return rest
    }

    /// Whether a chunk is at a place, and not sound.
    private func isChunk(at place: Int64) throws(ProbeError) -> Bool {
        let header = try bytes.available(at: place, count: 8)
        guard header.count == 8, let end = bytes.length else { return false }
        let isNamed = header[..<4].allSatisfy { (0x20...0x7E).contains($0) }
        return isNamed && Int64(header[4...].littleEndian) <= end - place - 8
    }

    private func read(_ name: String, at place: Int64, length: Int, into file: inout File) throws(ProbeError) {
        switch name {
        case "ds64":
            var cursor = ByteCursor(try bytes.bytes(at: place, count: min(length, 24)))
            guard cursor.take(8) != nil, let size = cursor.little(8), let samples = cursor.little(8) else {
                throw .truncated
            }
            // Half of the maximum, so that an offset after it fits, too.
            file.longLength = min(Int64(clamping: size), .max / 2)
            file.samples = samples
        case "fmt ": file.format = WAVFormat(try bytes.bytes(at: place, count: min(length, 16))[...])
        case "fact":
            let samples = try bytes.bytes(at: place, count: min(length, 4)).littleEndian
            if file.samples == nil, samples < UInt32.max { file.samples = samples }
        case "cue ":
            guard file.cues.readPoints(try bytes.available(at: place, count: length)[...]) else {
                throw .malformed("not all of its points are there, or they are too many")
            }
        case "LIST": readList(try bytes.available(at: place, count: length)[...], into: &file)
        case "id3 ", "ID3 ":
            if let tag = try ID3Tag.read(bytes, at: place, uri: uri) { file.tag = tag.result }
        default: break
        }
    }

    private func readList(_ bytes: ArraySlice<UInt8>, into file: inout File) {
        let (type, content) = (bytes.prefix(4), bytes.dropFirst(4))
        if type.elementsEqual("adtl".utf8) { file.cues.readNames(content) }
        guard type.elementsEqual("INFO".utf8) else { return }
        for (name, content) in RIFFList(content) {
            let value = BoundedText.guessed(content.prefix { $0 != 0 }, limit: self.bytes.limits.text)
            guard let value = BoundedText.trimmed(value) else { continue }
            switch name {
            case "INAM": file.findings.fields.title = value
            case "IART": file.findings.fields.artist = [value]
            case "IPRD": file.findings.fields.album = value
            case "ICRD": file.findings.fields.date = value
            case "IGNR": file.findings.fields.genre = [value]
            case "ICMT": file.findings.fields.description = value
            default: break
            }
        }
    }
}
