internal import MediaContainers
internal import PlayerCore

/// When a track's media is presented (`elst`, ISO/IEC 14496-12 section 8.6.6).
struct MP4EditList {
    /// A part of the presentation.
    struct Edit: Hashable {
        /// The duration in the presentation; nil: to the media's end.
        var duration: MediaTime?
        /// Where in the media it starts; nil: nothing is presented.
        var mediaStart: MediaTime?
    }

    /// A sample, or the part of it that an edit presents, on the movie's timeline.
    struct Piece: Hashable {
        var start: MediaTime
        var end: MediaTime
        var sample: Int
    }

    /// In order; empty: the media is presented unchanged.
    var edits: [Edit]

    init(_ edits: [Edit] = []) { self.edits = edits }

    /// A remainder this short is a rounding error: an edit's bounds are in coarser ticks than a sample's.
    private static let sliver = MediaTime(microseconds: 1_000)

    /// - Parameter samples: sorted by time, as in the media.
    func pieces(of samples: [Range<MediaTime>], limit: Int) -> [Piece] {
        guard !edits.isEmpty else {
            return samples.indices.prefix(limit).map {
                Piece(start: samples[$0].lowerBound, end: samples[$0].upperBound, sample: $0)
            }
        }
        var pieces: [Piece] = []
        var position = MediaTime.zero
        for edit in edits {
            if let mediaStart = edit.mediaStart {
                let mediaEnd = edit.duration.map { mediaStart + $0 } ?? MediaTime(nanoseconds: .max)
                for index in firstIndex(of: samples, endingAfter: mediaStart)..<samples.count {
                    let sample = samples[index]
                    guard sample.lowerBound < mediaEnd, pieces.count < limit else { break }
                    let (start, end) = (max(sample.lowerBound, mediaStart), min(sample.upperBound, mediaEnd))
                    let isCut = start > sample.lowerBound || end < sample.upperBound
                    if isCut, end - start < Self.sliver { continue }
                    pieces.append(
                        Piece(start: position + (start - mediaStart), end: position + (end - mediaStart), sample: index)
                    )
                }
            }
            position = position + (edit.duration ?? .zero)
        }
        return pieces
    }

    /// When the presentation ends if the media end at a time: at the first edit that needs what is behind it.
    func end(ofMediaUpTo time: MediaTime) -> MediaTime {
        guard !edits.isEmpty else { return time }
        var position = MediaTime.zero
        for edit in edits {
            if let start = edit.mediaStart {
                let left = max(.zero, time - start)
                guard let duration = edit.duration, duration <= left else { return position + left }
            }
            position = position + (edit.duration ?? .zero)
        }
        return position
    }

    /// The first sample that has not ended at a time of the media, by binary search: a hostile file has thousands of
    /// edits.
    private func firstIndex(of samples: [Range<MediaTime>], endingAfter time: MediaTime) -> Int {
        var (low, high) = (0, samples.count)
        while low < high {
            let middle = low + (high - low) / 2
            let sample = samples[middle]
            if sample.upperBound > time || sample.lowerBound >= time { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension MP4EditList {
    /// - Parameters:
    ///   - movie: the timescale of the edits' durations; the starts in the media are in the track's.
    init(_ boxes: MP4Boxes, _ elst: MP4Box?, movie: MP4Timescale?, media: MP4Timescale) {
        edits = []
        guard let elst else { return }
        guard let movie else {
            boxes.note("its edit list is in a timescale of 0")
            return
        }
        edits = boxes.attempt(elst) { box throws(ProbeError) in try Self.edits(boxes, box, movie, media) } ?? []
    }

    private static func edits(
        _ boxes: MP4Boxes, _ elst: MP4Box, _ movie: MP4Timescale, _ media: MP4Timescale
    ) throws(ProbeError) -> [Edit] {
        var header = try boxes.fields(of: elst, atMost: 8)
        let isWide = try header.u8() == 1
        try header.skip(3)
        var table = MP4Table(
            boxes.bytes, elst.dropping(8), count: try header.u32(), entryLength: isWide ? 20 : 12)
        var edits: [Edit] = []
        while edits.count < boxes.limits.chapters, var entry = try table.next() {
            let duration = try entry.word(isWide: isWide)
            let start = try entry.word(isWide: isWide)
            // -1: an empty edit.
            let isEmpty = start == (isWide ? UInt64.max : UInt64(UInt32.max))
            // Fragmented files write a duration of 0: to the end of the media.
            edits.append(
                Edit(
                    duration: duration == 0 && !isEmpty ? nil : movie.time(duration),
                    mediaStart: isEmpty ? nil : media.time(start)))
        }
        return edits
    }
}
