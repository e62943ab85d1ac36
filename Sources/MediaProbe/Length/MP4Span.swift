internal import MediaContainers
internal import PlayerCore

/// Reads the times of the first and the last sample of a fragmented MP4 file (ISO/IEC 14496-12 section 8.8).
struct MP4Span {
    /// How many of the last fragments are read: each may hold one track.
    private static let lastFragments = 8

    private let boxes: MP4Boxes

    init(_ bytes: ByteReader) { boxes = MP4Boxes(bytes) }

    func read() throws(ProbeError) -> WrittenSpan? {
        guard let length = boxes.bytes.length else { return nil }
        var offset: Int64 = 0
        var movie: (movie: MP4Movie, lead: MP4Lead?)?
        while let box = try boxes.box(at: offset, before: length) {
            if box.type == "moov" {
                movie = (MP4Movie(boxes, box, isQuickTime: false), MP4Lead(boxes, box))
            }
            if box.type == "moof", let movie {
                return try span(from: box, of: movie.movie, movie.lead, length)
            }
            offset = box.content.upperBound
        }
        return nil
    }

    private func span(
        from first: MP4Box, of movie: MP4Movie, _ lead: MP4Lead?, _ length: Int64
    ) throws(ProbeError) -> WrittenSpan? {
        // Samples in the movie itself come before those of the fragments.
        let isFirst = !movie.tracks.contains {
            $0.sampleTable.map { MP4SampleTableReader(boxes, $0).hasSamples } ?? false
        }
        let start = isFirst ? times(of: first, movie, lead).map(\.lowerBound).min() ?? .zero : .zero
        for tail in MediaProbe.tails {
            let begin = max(first.start, length - tail)
            let bytes = try boxes.bytes.available(at: begin, count: Int(length - begin))
            let places = MediaProbe.places(of: Array("moof".utf8), in: bytes, from: begin).prefix(Self.lastFragments)
            let ends = places.compactMap { fragment(at: $0 - 4, before: length) }
                .flatMap { times(of: $0, movie, lead) }.map(\.upperBound)
            if let end = ends.max() { return WrittenSpan(start: start, end: end) }
            if begin == first.start { break }
        }
        return nil
    }

    /// The fragment at a place, if there is one.
    private func fragment(at offset: Int64, before end: Int64) -> MP4Box? {
        guard offset >= 0, let moof = try? boxes.box(at: offset, before: end),
            (try? boxes.box(at: moof.content.lowerBound, before: moof.content.upperBound))?.type == "mfhd"
        else { return nil }
        return moof
    }

    /// The times of the samples of each track in a fragment, on the clock of the file without what it leaves empty before
    /// all of them.
    private func times(of moof: MP4Box, _ movie: MP4Movie, _ lead: MP4Lead?) -> [Range<MediaTime>] {
        var samples: [UInt32: [MP4Sample]] = [:]
        for track in movie.tracks { samples[track.id] = [] }
        MP4FragmentReader(boxes: boxes, defaults: movie.fragmentDefaults).add(moof, to: &samples)
        let length = boxes.bytes.length ?? .max
        return movie.tracks.compactMap { track in
            // The data of the last fragment may be cut off.
            let found = (samples[track.id] ?? []).filter { ($0.offset ?? 0) <= length - Int64($0.length) }
            guard let first = found.first, let last = found.last,
                let timescale = track.timescale, last.end > first.start
            else { return nil }
            let delay = MediaTime(nanoseconds: lead?.delay(ofTrack: track.id) ?? 0)
            return timescale.time(first.start) + delay..<timescale.time(last.end) + delay
        }
    }
}
