internal import MediaContainers
internal import PlayerCore

/// Reads FLAC (RFC 9639).
struct FLACReader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "fLaC".utf8) }

    private let bytes: ByteReader
    private let uri: String
    private let start: Int64

    init(_ bytes: ByteReader, uri: String) { self.init(bytes, uri: uri, start: 0) }

    /// - Parameter start: of the stream in the resource: some programs put an ID3 tag before it.
    init(_ bytes: ByteReader, uri: String, start: Int64) {
        self.bytes = bytes
        self.uri = uri
        self.start = start
    }

    func read() -> ContainerFindings {
        var stream = Stream()
        stream.findings.container = "flac"
        do throws(ProbeError) {
            var place = start + 4
            var isLast = false
            while !isLast {
                try bytes.countElement()
                let header = try bytes.bytes(at: place, count: 4)
                isLast = header[0] & 0x80 != 0
                let length = Int(header[1...].bigEndian)
                do throws(ProbeError) {
                    try read(header[0] & 0x7F, at: place + 4, length: length, into: &stream)
                } catch {
                    stream.note("a FLAC metadata block", error)
                }
                place += 4 + Int64(length)
            }
            if let info = stream.info { measure(info, from: place, &stream.findings) }
        } catch {
            stream.note("the FLAC metadata", error)
        }
        var findings = stream.result
        findings.chapters = Array(findings.chapters.prefix(bytes.limits.chapters))
        return findings
    }

    /// What was found so far.
    private struct Stream {
        var findings = ContainerFindings()
        var info: FLACStreamInfo?
        var comments: VorbisComments?
        var cueSheet: ArraySlice<UInt8> = []
        var artworkType: UInt32?

        mutating func note(_ what: String, _ error: ProbeError) {
            guard findings.problems.count < ProbeLimits.problems else { return }
            findings.problems.append("\(what) cannot be read: \(error.message)")
        }

        /// Comments take precedence, because only they have titles.
        var result: ContainerFindings {
            var result = findings
            result.duration = result.duration ?? info?.duration
            result.tracks = [
                ContainerTrack(kind: .audio, format: TrackFormat(codec: "FLAC", channels: info?.channels))
            ]
            if let comments {
                result.fields = comments.fields
                result.tags = comments.tags
                result.chapters = comments.chapters
                if let problem = comments.problem { result.problems.append(problem) }
            }
            if result.chapters.isEmpty, let info {
                result.chapters = FLACCueSheet.chapters(cueSheet, sampleRate: info.sampleRate)
            }
            return result
        }
    }

    /// An encoder that wrote into a pipe did not know the number of samples, of a file that was cut off it is too large, and of
    /// files that were put together it is that of the first one.
    ///
    /// - Parameter place: of the first frame.
    private func measure(_ info: FLACStreamInfo, from place: Int64, _ findings: inout ContainerFindings) {
        if let chain = FLACChain(in: bytes, info, from: place) {
            (findings.duration, findings.isMeasured) = (MediaTime(samples: chain.samples, rate: info.sampleRate), true)
            if chain.isCut {
                findings.problems.append(
                    "What follows in it is a FLAC stream of another format, which is left out: split the file to play it."
                )
            }
            return
        }
        guard bytes.isNear || info.samples == 0,
            let samples = (try? FLACEnd(bytes, info, from: place)?.samples()) ?? nil,
            info.samples == 0 || samples < info.samples,
            let duration = MediaTime(samples: samples, rate: info.sampleRate)
        else { return }
        findings.wholeDuration = info.duration
        (findings.duration, findings.isMeasured) = (duration, true)
    }

    /// A picture's names and description are within this many bytes, or are not worth reading.
    private static let pictureHead = 8 << 10

    private func read(_ type: UInt8, at place: Int64, length: Int, into stream: inout Stream) throws(ProbeError) {
        switch type {
        case 0:
            stream.info = FLACStreamInfo(try bytes.bytes(at: place, count: min(length, FLACStreamInfo.length))[...])
        case 4 where stream.comments == nil:
            let found = try bytes.available(at: place, count: min(length, bytes.limits.bytes / 2))
            stream.comments = VorbisComments(found[...], limits: bytes.limits)
        case 5:
            stream.cueSheet = try bytes.available(at: place, count: min(length, FLACCueSheet.longest))[...]
        case 6 where stream.artworkType != 3:
            let head = try bytes.available(at: place, count: min(length, Self.pictureHead))
            guard let picture = FLACPicture(head[...]) else {
                throw head.count < min(length, Self.pictureHead)
                    ? .truncated : .malformed("a picture's description is broken")
            }
            guard stream.artworkType == nil || picture.type == 3, let image = image(picture, at: place, length: length)
            else { return }
            stream.artworkType = picture.type
            stream.findings.artwork = image
        default: break
        }
    }

    private func image(_ picture: FLACPicture, at place: Int64, length: Int) -> ImageSource? {
        if picture.isLink { return PictureLink.image(picture.data) }
        let size = min(picture.length, length - picture.place)
        guard size > 0 else { return nil }
        return .embedded(
            EmbeddedImage(
                uri: uri, offset: place + Int64(picture.place), length: size, mediaType: picture.mediaType))
    }
}
