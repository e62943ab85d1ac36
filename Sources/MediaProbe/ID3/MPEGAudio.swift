internal import MediaContainers
internal import PlayerCore

/// The layer and duration of a stream of MPEG audio frames.
struct MPEGAudio {
    /// 1, 2 or 3.
    let layer: Int
    let channels: Int
    /// Nil if it could be determined only by reading everything.
    let duration: MediaTime?
    /// Whether the length is that of the frames, and neither what a header states nor what follows from the first frame.
    let isMeasured: Bool

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
                return MPEGAudio(frame, first, at: offset + Int64(found), reader)
            }
            place = found + 1
        }
        return nil
    }

    private init(_ frame: MPEGFrame, _ first: [UInt8], at start: Int64, _ reader: ByteReader) {
        layer = frame.layer
        channels = frame.isMono ? 1 : 2
        let header = XingHeader(frame, first)
        let holds = header?.holds(in: reader, from: start, frame) ?? true
        if holds, let samples = Self.statedSamples(frame, first), samples > 0 {
            (duration, isMeasured) = (MediaTime(samples: samples, rate: UInt64(frame.sampleRate)), false)
            return
        }
        guard let end = reader.length, end > start else {
            (duration, isMeasured) = (nil, false)
            return
        }
        // The frame of a header has no sound.
        let sound = (header == nil ? start : start + Int64(frame.length))..<max(start + Int64(frame.length), end)
        if reader.isNear, let count = MPEGFrameCount.measured(reader, sound), !(holds && count.isConstant) {
            (duration, isMeasured) = (MediaTime(seconds: count.seconds), true)
        } else {
            let bits = UInt64(clamping: end - start).multipliedReportingOverflow(by: 8).partialValue
            (duration, isMeasured) = (MediaTime(samples: bits, rate: UInt64(frame.bitRate)), !holds)
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
