internal import MediaContainers
internal import PlayerCore

/// The layer and duration of a stream of MPEG audio frames.
struct MPEGAudio {
    /// 1, 2 or 3.
    let layer: Int
    let channels: Int
    /// Nil if it could be determined only by reading everything.
    let duration: MediaTime?

    /// How far after a tag sound is searched: some files have padding that no tag counts.
    private static let reach = 8 << 10
    /// The length of the longest possible frame.
    private static let longestFrame = 2 << 10

    /// - Parameter offset: where the stream is expected to begin.
    /// - Returns: nil if no two consecutive frames are found near the offset.
    static func read(_ reader: ByteReader, at offset: Int64) throws(ProbeError) -> MPEGAudio? {
        let bytes = try reader.available(at: offset, count: reach + longestFrame)
        var place = 0
        while let found = bytes[place...].firstIndex(of: 0xFF), found < reach {
            if let frame = MPEGFrame(bytes[found...]),
                let next = MPEGFrame(bytes.dropFirst(found + frame.length)), frame.matches(next)
            {
                let first = Array(bytes[found...].prefix(frame.length))
                return MPEGAudio(frame, first, end: reader.length.map { $0 - offset - Int64(found) })
            }
            place = found + 1
        }
        return nil
    }

    /// - Parameter end: bytes from the first frame to the end of the resource.
    private init(_ frame: MPEGFrame, _ first: [UInt8], end: Int64?) {
        layer = frame.layer
        channels = frame.isMono ? 1 : 2
        if let samples = Self.statedSamples(frame, first) {
            duration = MediaTime(samples: samples, rate: UInt64(frame.sampleRate))
        } else {
            duration = end.flatMap {
                MediaTime(
                    samples: UInt64(clamping: $0).multipliedReportingOverflow(by: 8).partialValue,
                    rate: UInt64(frame.bitRate))
            }
        }
    }

    /// Samples per channel according to the first frame (Xing, Info or VBRI); nil without such a header.
    private static func statedSamples(_ frame: MPEGFrame, _ first: [UInt8]) -> UInt64? {
        if let header = XingHeader(frame, first) { return header.samples(of: frame) }
        // Fraunhofer's header is always at the place of a stereo stream's Xing header.
        var cursor = ByteCursor(first.dropFirst(36))
        guard let name = cursor.take(4), name.elementsEqual("VBRI".utf8), cursor.take(10) != nil,
            let frames = cursor.big(4)
        else { return nil }
        return frames * UInt64(frame.samples)
    }
}
