internal import MediaContainers
internal import PlayerCore

/// Finds where an MP4 file ends that was cut off behind its movie box: the tables tell of samples whose data are behind the
/// end of the file (ISO/IEC 14496-12 sections 8.6 and 8.7).
struct MP4CutOff {
    private let boxes: MP4Boxes
    /// Of the file.
    private let end: UInt64

    /// Nil if the length of the file is unknown.
    init?(_ bytes: ByteReader) {
        guard let length = bytes.length else { return nil }
        boxes = MP4Boxes(bytes.again(atMost: WrittenSpan.mostBytes))
        end = UInt64(length)
    }

    /// Returns how long the movie is up to the first sample that is missing, where demuxers end; nil if no sample of sound
    /// or pictures is missing.
    ///
    /// - Parameter moov: the box of the movie. On a server, the tables are read only if a box behind it is not whole.
    func length(of movie: MP4Movie, _ moov: MP4Box) -> MediaTime? {
        guard boxes.bytes.isNear || isCut(behind: moov) else { return nil }
        let pictures = Set(movie.tracks.flatMap(\.chapterTracks))
        return movie.tracks.compactMap { track in
            guard track.handler == "soun" || track.handler == "vide" && !pictures.contains(track.id),
                let timescale = track.timescale, let information = track.information, isSelfContained(information),
                let table = track.sampleTable,
                let missing = (try? SampleTable(boxes, table)?.firstMissing(behind: end)) ?? nil
            else { return nil }
            return MP4EditList(boxes, track.edits, movie: movie.timescale, media: timescale)
                .end(ofMediaUpTo: timescale.time(missing))
        }.min()
    }

    private func isCut(behind moov: MP4Box) -> Bool {
        var offset = moov.content.upperBound
        while let box = (try? boxes.box(at: offset, before: Int64(end))) ?? nil { offset = box.content.upperBound }
        return !boxes.problems.isEmpty
    }

    /// Whether the data of a track are in the file itself: QuickTime knows movies of other files.
    private func isSelfContained(_ information: MP4Box) -> Bool {
        guard let references = boxes.descendant(of: information, "dinf", "dref") else { return true }
        return boxes.children(of: references.dropping(8)).allSatisfy { reference in
            (try? boxes.bytes.bytes(at: reference.content.lowerBound, count: 4))?.last.map { $0 & 1 == 1 } ?? true
        }
    }
}

/// The tables of a track that tell where its samples are, and when.
private struct SampleTable {
    private let boxes: MP4Boxes
    private let offsets: MP4Box
    private let lengths: MP4Box
    private let runs: MP4Box
    private let times: MP4Box

    /// Nil if one is missing.
    init?(_ boxes: MP4Boxes, _ table: MP4Box) {
        let children = boxes.children(of: table)
        guard let offsets = children.first(where: { $0.type == "stco" || $0.type == "co64" }),
            let lengths = children.first(where: { $0.type == "stsz" }),
            let runs = children.first(where: { $0.type == "stsc" }),
            let times = children.first(where: { $0.type == "stts" })
        else { return nil }
        self.boxes = boxes
        (self.offsets, self.lengths, self.runs, self.times) = (offsets, lengths, runs, times)
    }

    /// The time of the first sample whose data reach behind an end, in ticks; nil if there is none.
    ///
    /// Chunks do not overlap: of those that begin before the end, only the last one can reach behind it.
    func firstMissing(behind end: UInt64) throws(ProbeError) -> UInt64? {
        let chunks = try numbers(offsets, width: offsets.type == "co64" ? 8 : 4)
        let last = chunks.indices.filter { chunks[$0] < end }.max { chunks[$0] < chunks[$1] }
        let straddling = if let last { try self.straddling(last, at: chunks[last], end) } else { UInt64?.none }
        let behind = try chunks.firstIndex { $0 >= end }.map(firstSample)
        guard let sample = [straddling, behind].compactMap({ $0 }).min(), sample < (try lengthHeader().count) else {
            return nil
        }
        return try time(of: sample)
    }

    /// The sample of a chunk that reaches behind an end, if there is one.
    private func straddling(_ chunk: Int, at offset: UInt64, _ end: UInt64) throws(ProbeError) -> UInt64? {
        let (common, count) = try lengthHeader()
        let first = try firstSample(chunk)
        let next = min(try firstSample(chunk + 1), count)
        guard first < next else { return nil }
        if common > 0 {
            let whole = (end - offset) / common
            return whole < next - first ? first + whole : nil
        }
        let place = lengths.content.lowerBound + 12 + Int64(first) * 4
        let stored = min(Int64(next - first) * 4, lengths.content.upperBound - place)
        guard stored > 0 else { return nil }
        var fields = MP4Fields(try boxes.bytes.bytes(at: place, count: Int(stored / 4 * 4)))
        var behind = offset
        for sample in first..<first + UInt64(stored / 4) {
            behind += UInt64(try fields.u32())
            if behind > end { return sample }
        }
        return nil
    }

    /// The common length of the samples, 0 if they differ, and their number.
    private func lengthHeader() throws(ProbeError) -> (common: UInt64, count: UInt64) {
        var header = try boxes.fields(of: lengths, atMost: 12)
        try header.skip(4)
        return (UInt64(try header.u32()), UInt64(try header.u32()))
    }

    /// The number of samples before a chunk.
    private func firstSample(_ chunk: Int) throws(ProbeError) -> UInt64 {
        let runs = try numbers(runs, width: 4, each: 3)
        var samples: UInt64 = 0
        for run in stride(from: 0, to: runs.count, by: 3) {
            let start = max(1, runs[run])
            let end = min(UInt64(chunk) + 1, run + 3 < runs.count ? runs[run + 3] : .max)
            // 2³² chunks of 2³² samples fit.
            if end > start { samples &+= (end - start) &* runs[run + 1] }
        }
        return samples
    }

    private func time(of sample: UInt64) throws(ProbeError) -> UInt64 {
        let steps = try numbers(times, width: 4, each: 2)
        var (time, left) = (UInt64(0), sample)
        for step in stride(from: 0, to: steps.count, by: 2) {
            let count = min(left, steps[step])
            time = time.addingReportingOverflow(count * steps[step + 1]).partialValue
            left -= count
        }
        return time
    }

    /// The numbers of a table that begins with how many entries it has.
    private func numbers(_ box: MP4Box, width: Int, each: Int = 1) throws(ProbeError) -> [UInt64] {
        var header = try boxes.fields(of: box, atMost: 8)
        try header.skip(4)
        let count = min(Int64(try header.u32()) * Int64(each), (box.length - 8) / Int64(width))
        let bytes = try boxes.bytes.bytes(at: box.content.lowerBound + 8, count: Int(count) * width)
        return stride(from: 0, to: bytes.count - bytes.count % (width * each), by: width).map { place in
            bytes[place..<place + width].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
