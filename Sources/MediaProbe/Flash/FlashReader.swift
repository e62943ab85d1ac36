internal import MediaContainers
internal import PlayerCore

/// Reads FLV: the times of its first and its last sample, and its tracks (Adobe Flash Video File Format Specification 10.1,
/// annex E).
///
/// `flvdemux` (1.22) believes the length in the metadata, which is that of the whole file, and what it has read so far, on the
/// clock of the file.
struct FlashReader: ContainerReader {
    static func recognises(_ head: [UInt8]) -> Bool { head.count >= 4 && head.starts(with: "FLV\u{1}".utf8) }

    private let bytes: ByteReader

    init(_ bytes: ByteReader, uri: String) { self.bytes = bytes }

    /// How much of the beginning is searched for the first sample, in bytes: a description may list all key frames.
    private static let heads = [64 << 10, 4 << 20]

    func read() -> ContainerFindings {
        var findings = ContainerFindings()
        findings.container = "flv"
        do throws(ProbeError) {
            var start: Int64?
            for count in Self.heads {
                let head = try bytes.available(at: 0, count: count)
                findings.tracks = Self.tracks(in: head)
                guard case .at(let time) = FlashClock.start(in: head) else { continue }
                start = time
                break
            }
            if let start, let end = try end(), end > start {
                (findings.duration, findings.isMeasured) = (MediaTime(nanoseconds: (end - start) * 1_000_000), true)
            }
        } catch {
            findings.problems.append("its end cannot be read: \(error.message)")
        }
        return findings
    }

    // MARK: How long it is

    /// When the last sample ends, in milliseconds; nil if it cannot be told.
    private func end() throws(ProbeError) -> Int64? {
        guard let length = bytes.length else { return nil }
        for tail in MediaProbe.tails {
            let begin = max(0, length - tail)
            let found = try bytes.available(at: begin, count: Int(length - begin))
            if let end = Self.end(in: found) { return end }
            if begin == 0 { break }
        }
        return nil
    }

    /// The same in the last bytes of a file. The last tag of a file that was cut off is not whole, and is not played.
    private static func end(in tail: [UInt8]) -> Int64? {
        var place = 0
        while place + FlashTag.headLength <= tail.count, !isTag(at: place, in: tail) { place += 1 }
        // Without a duration, a sample lasts as long as the one before it.
        var ends: [FlashTag.Kind: (time: Int64, step: Int64)] = [:]
        while let tag = FlashTag(tail[min(place, tail.count)...]) {
            let data = place + FlashTag.headLength
            guard data + tag.length <= tail.count else { break }
            if let kind = tag.kind, !tag.isDescription(tail[data..<data + tag.length]) {
                let step = ends[kind].map { tag.time - $0.time } ?? 0
                ends[kind] = (tag.time, (0...gap).contains(step) ? step : 0)
            }
            place = data + tag.length + FlashTag.sizeLength
        }
        return ends.values.map { $0.time + $0.step }.max()
    }

    /// A longer time between two samples is a gap, in milliseconds.
    private static let gap: Int64 = 1_000

    /// Whether a tag begins here: its size follows it.
    private static func isTag(at place: Int, in bytes: [UInt8]) -> Bool {
        guard FlashTag.Kind(rawValue: bytes[place] & 0x1F) != nil, bytes[place] & 0xC0 == 0,
            // The number of the stream is always 0.
            bytes[place + 8] == 0, bytes[place + 9] == 0, bytes[place + 10] == 0,
            let tag = FlashTag(bytes[place...])
        else { return false }
        let size = place + FlashTag.headLength + tag.length
        guard size + FlashTag.sizeLength <= bytes.count else { return false }
        return bytes[size..<size + FlashTag.sizeLength].bigEndian == UInt64(FlashTag.headLength + tag.length)
    }

    // MARK: What is in it

    private static func tracks(in head: [UInt8]) -> [ContainerTrack] {
        var (sound, picture): (ContainerTrack?, ContainerTrack?)
        var place = FlashClock.firstTag(in: head) ?? head.count
        while place + FlashTag.headLength + 4 <= head.count, let tag = FlashTag(head[place...]),
            sound == nil || picture == nil
        {
            let data = head[(place + FlashTag.headLength)...].prefix(min(tag.length, 4))
            if let first = data.first {
                if tag.kind == .sound { sound = sound ?? Self.sound(first, data) }
                if tag.kind == .picture { picture = picture ?? Self.picture(first & 0x0F) }
            }
            place += FlashTag.headLength + tag.length + FlashTag.sizeLength
        }
        return [picture, sound].compactMap { $0 }
    }

    private static func sound(_ first: UInt8, _ data: ArraySlice<UInt8>) -> ContainerTrack {
        let codec: String? =
            switch first >> 4 {
            case 0, 3: "PCM"
            case 1: "ADPCM"
            case 2, 14: "MP3"
            case 4, 5, 6: "Nellymoser"
            case 7: "A-law"
            case 8: "µ-law"
            case 10: "AAC"
            case 11: "Speex"
            default: nil
            }
        var channels = Int(first & 1) + 1
        // The bit is always set for AAC, whose configuration tells: five bits of type, four of rate, four of channels.
        let told = Array(data)
        if first >> 4 == 10, told.count >= 4, told[1] == 0, told[3] >> 3 & 0x0F > 0 {
            channels = Int(told[3] >> 3 & 0x0F)
        }
        return ContainerTrack(kind: .audio, format: TrackFormat(codec: codec, channels: channels))
    }

    private static func picture(_ codec: UInt8) -> ContainerTrack {
        let name: String? =
            switch codec {
            case 2: "H.263"
            case 3, 6: "Screen video"
            case 4, 5: "VP6"
            case 7: "H.264"
            case 12: "H.265"
            default: nil
            }
        return ContainerTrack(kind: .video, format: TrackFormat(codec: name))
    }
}
