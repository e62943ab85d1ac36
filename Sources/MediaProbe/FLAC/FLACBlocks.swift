internal import MediaContainers
internal import PlayerCore

/// The stream information in FLAC's metadata blocks (RFC 9639 sections 8.2 and 8.7).
struct FLACStreamInfo {
    static let length = 34

    /// In hertz.
    let sampleRate: UInt64
    /// Per channel; 0 if the encoder did not know.
    let samples: UInt64
    let channels: Int
    /// Samples in every frame but the last one, unless frames differ and have the number of their first sample.
    let blockSize: UInt64

    init?(_ bytes: ArraySlice<UInt8>) {
        var cursor = ByteCursor(bytes)
        // Block and frame sizes first; then 20 bits of rate, 8 of the sample's format and 36 of the count.
        guard let smallest = cursor.big(2), cursor.take(8) != nil, let packed = cursor.big(8) else { return nil }
        sampleRate = packed >> 44
        samples = packed & 0xF_FFFF_FFFF
        channels = Int(packed >> 41 & 7) + 1
        blockSize = smallest
    }

    var duration: MediaTime? { samples > 0 ? MediaTime(samples: samples, rate: sampleRate) : nil }
}

/// The tracks of a cue sheet block, as chapters without titles.
enum FLACCueSheet {
    /// 100 tracks with 100 indices each, and a margin.
    static let longest = 256 << 10

    /// Returns the tracks as chapters. A track starts at its index 1, or without one at its first sample, as on a CD.
    static func chapters(_ bytes: ArraySlice<UInt8>, sampleRate: UInt64) -> [Chapter] {
        var cursor = ByteCursor(bytes)
        var chapters: [Chapter] = []
        // The catalogue number, the lead-in and the flags.
        guard cursor.take(128 + 8 + 1 + 258) != nil, let count = cursor.big(1) else { return [] }
        for _ in 0..<count {
            guard let offset = cursor.big(8), let number = cursor.big(1), cursor.take(12) != nil,
                let flags = cursor.big(1), cursor.take(13) != nil, let indices = cursor.big(1)
            else { break }
            var start = offset
            for _ in 0..<indices {
                guard let place = cursor.big(8), let index = cursor.big(1), cursor.take(3) != nil else { break }
                if index == 1 { start = offset.addingReportingOverflow(place).partialValue }
            }
            // 170 and 255 are the lead-out, the end of the last track.
            guard number != 170, number != 255, flags & 0x80 == 0,
                let time = MediaTime(samples: start, rate: sampleRate)
            else { continue }
            chapters.append(Chapter(start: time, id: String(number), source: "cuesheet"))
        }
        return chapters.sortedByStart()
    }
}
