internal import MediaContainers
internal import PlayerCore

/// Reads Ogg with Vorbis, Opus, FLAC, Speex or Theora (RFC 3533, RFC 7845; Vorbis comments).
struct OggReader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "OggS".utf8) }

    let bytes: ByteReader
    private let uri: String

    init(_ bytes: ByteReader, uri: String) {
        self.bytes = bytes
        self.uri = uri
    }

    /// More than any real file has.
    private static let mostStreams = 32

    func read() -> ContainerFindings {
        var findings = ContainerFindings()
        findings.container = "ogg"
        var streams: [OggStream] = []
        var place: Int64?
        do throws(ProbeError) { place = try readHeaders(&streams) } catch {
            findings.problems.append("the Ogg headers cannot be read: \(error.message)")
        }
        for index in streams.indices { streams[index].finish() }
        findings.tracks = streams.compactMap(\.track)
        guard let main = Self.main(streams) else { return findings }
        if let found = main.comments, !found.isEmpty { read(found, into: &findings) }
        do throws(ProbeError) {
            let end = try end(of: main, in: streams)
            let start = if let place { try self.start(of: main, from: place) } else { UInt64(0) }
            findings.duration = end.granule.flatMap { $0 > start ? main.duration($0 - start) : nil }
            findings.isChained = end.isChained
        } catch {
            findings.problems.append("the end of the Ogg stream cannot be read: \(error.message)")
        }
        return findings
    }

    /// The first audio stream, or else the first video stream.
    private static func main(_ streams: [OggStream]) -> OggStream? {
        streams.first { if case .sound = $0.codec { true } else { false } }
            ?? streams.first { if case .picture = $0.codec { true } else { false } }
    }

    /// Reads until each stream has its comments: all streams begin before any continues.
    ///
    /// - Returns: the place of the first page behind them; nil if the file ends before it.
    private func readHeaders(_ streams: inout [OggStream]) throws(ProbeError) -> Int64? {
        let end = Int64(bytes.limits.bytes / 2)
        var place: Int64 = 0
        while place < end {
            try bytes.countElement()
            let head = try bytes.available(at: place, count: OggPage.headerLength + 255)
            guard let page = OggPage(head[...]) else {
                if head.count < OggPage.headerLength { throw .truncated }
                throw .malformed("a page does not begin where it should")
            }
            guard page.isFirst || !streams.allSatisfy(\.isFinished) else { return place }
            if page.isFirst, streams.count < Self.mostStreams, !streams.contains(where: { $0.serial == page.serial }) {
                streams.append(OggStream(serial: page.serial, limit: bytes.limits.bytes / 2))
            }
            if let index = streams.firstIndex(where: { $0.serial == page.serial }), !streams[index].isFinished {
                let body = try bytes.available(at: place + Int64(page.headerLength), count: page.bodyLength)
                streams[index].read(page, body: body[...])
                guard body.count == page.bodyLength else { throw .truncated }
            }
            place += Int64(page.headerLength + page.bodyLength)
        }
        throw .tooMuch("its headers are larger than \(end) bytes")
    }

    private func read(_ packet: ArraySlice<UInt8>, into findings: inout ContainerFindings) {
        let comments = VorbisComments(packet, limits: bytes.limits)
        findings.fields = comments.fields
        findings.tags = comments.tags
        findings.chapters = comments.chapters
        if let problem = comments.problem { findings.problems.append(problem) }
        do throws(ProbeError) { findings.artwork = try comments.picture() } catch {
            findings.problems.append("the picture cannot be read: \(error.message)")
        }
    }

    /// Reads the last page of the stream among the last 64 KiB; nil if the end is unknown or has none.
    private func end(
        of stream: OggStream, in streams: [OggStream]
    ) throws(ProbeError) -> (granule: UInt64?, isChained: Bool) {
        guard let length = bytes.length else { return (nil, false) }
        let start = max(0, length - 65_536)
        let tail = try bytes.available(at: start, count: Int(min(length, 65_536)))
        for place in tail.indices.reversed() where tail[place] == UInt8(ascii: "O") {
            guard let page = OggPage(tail[place...]) else { continue }
            // A chain ends with another stream than it begins with.
            guard streams.contains(where: { $0.serial == page.serial }) else { return (nil, true) }
            // The last page of a file that was cut off is not whole, and its sound is not there.
            guard place + page.headerLength + page.bodyLength <= tail.count else { continue }
            if page.serial == stream.serial, let granule = page.granule { return (granule, false) }
        }
        return (nil, false)
    }
}
