internal import MediaContainers

/// The time and place of a sample of a track.
struct MP4Sample: Hashable {
    /// In the track's ticks.
    var start: UInt64
    var duration: UInt64
    /// The offset in the file; nil if the tables do not contain it.
    var offset: Int64?
    var length = 0

    var end: UInt64 {
        let (end, overflow) = start.addingReportingOverflow(duration)
        return overflow ? .max : end
    }
}

/// Reads a track's `stbl` box (ISO/IEC 14496-12 section 8.5 to 8.7).
///
/// Tables are read one after the other, never in parallel: each is contiguous, so that one block of the file serves
/// many entries.
struct MP4SampleTableReader {
    let boxes: MP4Boxes
    private let children: [MP4Box]

    init(_ boxes: MP4Boxes, _ stbl: MP4Box) {
        self.boxes = boxes
        children = boxes.children(of: stbl)
    }

    /// Returns the samples, at most as many as the chapter limit; a broken table leaves those before the break.
    func samples() -> [MP4Sample] {
        var samples: [MP4Sample] = []
        _ = boxes.attempt(first("stts")) { box throws(ProbeError) -> Void? in try readTimes(box, into: &samples) }
        _ = boxes.attempt(first("stsz", "stz2")) { box throws(ProbeError) -> Void? in
            try readLengths(box, into: &samples)
        }
        _ = boxes.attempt(first("stco", "co64")) { box throws(ProbeError) -> Void? in
            try readOffsets(box, into: &samples)
        }
        return samples
    }

    /// Whether there are any; in a fragmented file, all of them may be in the fragments.
    var hasSamples: Bool {
        boxes.attempt(first("stts")) { box throws(ProbeError) -> Bool? in
            var header = try boxes.fields(of: box, atMost: 8)
            try header.skip(4)
            return try header.u32() > 0
        } ?? false
    }

    /// Returns the kind of the samples; nil if it is not a chapter track.
    func content(handler: MP4BoxType?) -> MP4Track.Content? {
        boxes.attempt(first("stsd")) { box throws(ProbeError) -> MP4Track.Content? in
            guard let entry = try boxes.box(at: box.dropping(8).content.lowerBound, before: box.content.upperBound)
            else { return nil }
            switch (handler, entry.type) {
            case ("text", "text"), ("text", "tx3g"), ("sbtl", "text"), ("sbtl", "tx3g"): return .text
            case ("vide", "jpeg"), ("vide", "mjpg"): return .pictures("image/jpeg")
            case ("vide", "png "): return .pictures("image/png")
            case ("vide", "gif "): return .pictures("image/gif")
            case ("vide", "tiff"): return .pictures("image/tiff")
            case ("vide", "mp4v"): return pictures(inVisual: entry)
            default: return nil
            }
        }
    }

    /// MPEG-4's form of a JPEG or PNG track: object types 0x6C and 0x6D (mp4ra.org).
    private func pictures(inVisual entry: MP4Box) -> MP4Track.Content? {
        // After the 78 bytes of a visual sample entry.
        guard let esds = boxes.children(of: entry.dropping(78)).first(where: { $0.type == "esds" }) else { return nil }
        return boxes.attempt(esds) { box throws(ProbeError) -> MP4Track.Content? in
            var fields = try boxes.fields(of: box)
            try fields.skip(4)
            while try fields.u8() != 0x04 {
                // An elementary stream's descriptor: its length (1 to 4 bytes) and what precedes the next one.
                while try fields.u8() & 0x80 != 0 {}
                try fields.skip(3)
            }
            while try fields.u8() & 0x80 != 0 {}
            switch try fields.u8() {
            case 0x6C: return .pictures("image/jpeg")
            case 0x6D: return .pictures("image/png")
            default: return nil
            }
        }
    }

    private func first(_ types: MP4BoxType...) -> MP4Box? { children.first { types.contains($0.type) } }

    private func readTimes(_ stts: MP4Box, into samples: inout [MP4Sample]) throws(ProbeError) {
        var header = try boxes.fields(of: stts, atMost: 8)
        try header.skip(4)
        var table = MP4Table(boxes.bytes, stts.dropping(8), count: try header.u32(), entryLength: 8)
        var time: UInt64 = 0
        while var entry = try table.next() {
            let count = try entry.u32()
            let duration = UInt64(try entry.u32())
            for _ in 0..<count {
                guard samples.count < boxes.limits.chapters else {
                    boxes.note("its chapter track has more than \(boxes.limits.chapters) samples")
                    return
                }
                samples.append(MP4Sample(start: time, duration: duration))
                // 5,000 durations of 32 bits fit into 64.
                time &+= duration
            }
        }
    }

    private func readLengths(_ box: MP4Box, into samples: inout [MP4Sample]) throws(ProbeError) {
        var header = try boxes.fields(of: box, atMost: 12)
        try header.skip(4)
        let isCompact = box.type == "stz2"
        let common = try header.u32()
        let count = try header.u32()
        samples = Array(samples.prefix(Int(clamping: count)))
        let entries = box.dropping(12)
        if !isCompact, common != 0 {
            for index in samples.indices { samples[index].length = Int(clamping: common) }
            return
        }
        let bits = isCompact ? common & 0xFF : 32
        guard [4, 8, 16, 32].contains(bits) else { throw .malformed("it has sizes of \(bits) bits") }
        // Two sizes of 4 bits are one entry.
        let perEntry = bits == 4 ? 2 : 1
        let entryCount = bits == 4 ? count / 2 + count % 2 : count
        var table = MP4Table(boxes.bytes, entries, count: entryCount, entryLength: max(1, Int(bits) / 8))
        var index = 0
        while index < samples.count, let entry = try table.next() {
            let number = entry.rest.reduce(0) { $0 << 8 | Int($1) }
            samples[index].length = perEntry == 2 ? number >> 4 : number
            if perEntry == 2, index + 1 < samples.count { samples[index + 1].length = number & 0xF }
            index += perEntry
        }
        if index < samples.count { throw .truncated }
    }

    /// The samples of each chunk (`stsc`) and the offsets of the chunks (`stco`, `co64`) together give the offsets of
    /// the samples.
    private func readOffsets(_ box: MP4Box, into samples: inout [MP4Sample]) throws(ProbeError) {
        var runs =
            boxes.attempt(first("stsc")) { box throws(ProbeError) in try self.runs(box, atMost: samples.count) } ?? []
        runs.reverse()
        var header = try boxes.fields(of: box, atMost: 8)
        try header.skip(4)
        let isWide = box.type == "co64"
        var table = MP4Table(
            boxes.bytes, box.dropping(8), count: try header.u32(), entryLength: isWide ? 8 : 4)
        var (index, chunk, perChunk): (Int, UInt32, UInt32) = (0, 0, 0)
        while index < samples.count, var entry = try table.next() {
            chunk = chunk &+ 1
            while let run = runs.last, run.firstChunk <= chunk {
                perChunk = run.samples
                runs.removeLast()
            }
            var offset = Int64(clamping: try entry.word(isWide: isWide))
            for _ in 0..<min(Int(clamping: perChunk), samples.count - index) {
                samples[index].offset = offset
                let (next, overflow) = offset.addingReportingOverflow(Int64(samples[index].length))
                offset = overflow ? .max : next
                index += 1
            }
        }
        if index < samples.count { throw .truncated }
    }

    private func runs(_ stsc: MP4Box, atMost limit: Int) throws(ProbeError) -> [(firstChunk: UInt32, samples: UInt32)] {
        var header = try boxes.fields(of: stsc, atMost: 8)
        try header.skip(4)
        var table = MP4Table(boxes.bytes, stsc.dropping(8), count: try header.u32(), entryLength: 12)
        var runs: [(firstChunk: UInt32, samples: UInt32)] = []
        while runs.count <= limit, var entry = try table.next() { runs.append((try entry.u32(), try entry.u32())) }
        return runs
    }
}
