internal import MediaContainers
internal import PlayerCore

extension FLACStreamInfo {
    /// Nil if the encoder did not know it.
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
