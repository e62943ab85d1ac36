internal import MediaContainers

/// Reads the samples of chapter tracks in movie fragments (ISO/IEC 14496-12 section 8.8).
struct MP4FragmentReader {
    let boxes: MP4Boxes
    let defaults: [UInt32: MP4Movie.FragmentDefaults]

    /// `tfhd`: the values for all runs of a track in a fragment.
    private struct TrackFragment {
        var id: UInt32
        var base: Int64?
        var duration: UInt32
        var length: UInt32
    }

    /// Adds a fragment's samples to those of its tracks; tracks that are not in `samples` are ignored.
    func add(_ moof: MP4Box, to samples: inout [UInt32: [MP4Sample]]) {
        let fragments = boxes.children(of: moof).filter { $0.type == "traf" }
        for (index, traf) in fragments.enumerated() {
            let children = boxes.children(of: traf)
            let header = boxes.attempt(children.first { $0.type == "tfhd" }) { box throws(ProbeError) in
                try trackFragment(box, in: moof, isFirst: index == 0)
            }
            guard let header, var track = samples[header.id] else { continue }
            var time = track.last?.end ?? 0
            if let start = boxes.attempt(children.first(where: { $0.type == "tfdt" }), startTime) {
                time = start
            } else if let start = children.lazy.filter({ $0.type == "uuid" })
                .compactMap({ boxes.attempt($0, smoothStartTime) }).first
            {
                time = start
            }
            var offset = header.base
            for run in children where run.type == "trun" {
                _ = boxes.attempt(run) { box throws(ProbeError) -> Void? in
                    try add(box, of: header, &offset, &time, to: &track)
                }
            }
            samples[header.id] = track
        }
    }

    private func trackFragment(
        _ tfhd: MP4Box, in moof: MP4Box, isFirst: Bool
    ) throws(ProbeError) -> TrackFragment {
        var fields = try boxes.fields(of: tfhd)
        try fields.skip(1)
        let flags = try fields.u24()
        let id = try fields.u32()
        // Without the flag, a later track's data follow those of the previous track, whose runs are not read.
        var base = isFirst || flags & 0x02_0000 != 0 ? moof.start : nil
        if flags & 0x01 != 0 { base = Int64(clamping: try fields.u64()) }
        if flags & 0x02 != 0 { try fields.skip(4) }
        let duration = flags & 0x08 != 0 ? try fields.u32() : defaults[id]?.duration
        let length = flags & 0x10 != 0 ? try fields.u32() : defaults[id]?.length
        return TrackFragment(id: id, base: base, duration: duration ?? 0, length: length ?? 0)
    }

    private func startTime(_ tfdt: MP4Box) throws(ProbeError) -> UInt64? {
        var fields = try boxes.fields(of: tfdt)
        let isWide = try fields.u8() == 1
        try fields.skip(3)
        return try fields.word(isWide: isWide)
    }

    /// What Smooth Streaming has in place of `tfdt` ([MS-SSTR] section 2.2.4.4, TfxdBox); nil for any other box.
    private func smoothStartTime(_ uuid: MP4Box) throws(ProbeError) -> UInt64? {
        // The identifier belongs to the header.
        let name = try boxes.bytes.available(
            at: uuid.content.lowerBound - Int64(Self.tfxd.count), count: Self.tfxd.count)
        guard name == Self.tfxd else { return nil }
        var fields = try boxes.fields(of: uuid)
        let isWide = try fields.u8() == 1
        try fields.skip(3)
        return try fields.word(isWide: isWide)
    }

    private static let tfxd: [UInt8] = [
        0x6D, 0x1D, 0x9B, 0x05, 0x42, 0xD5, 0x44, 0xE6, 0x80, 0xE2, 0x14, 0x1D, 0xAF, 0xF7, 0x57, 0xB2,
    ]

    private func add(
        _ trun: MP4Box, of header: TrackFragment, _ offset: inout Int64?, _ time: inout UInt64,
        to samples: inout [MP4Sample]
    ) throws(ProbeError) {
        var fields = try boxes.fields(of: trun)
        try fields.skip(1)
        let flags = try fields.u24()
        let count = try fields.u32()
        var headerLength: Int64 = 8
        if flags & 0x01 != 0 {
            let distance = Int64(Int32(bitPattern: try fields.u32()))
            offset = header.base.map { $0.addingReportingOverflow(distance) }.flatMap {
                $0.overflow ? nil : $0.partialValue
            }
            headerLength += 4
        }
        if flags & 0x04 != 0 { headerLength += 4 }
        let entryLength = [0x100, 0x200, 0x400, 0x800].filter { flags & $0 != 0 }.count * 4
        var table = MP4Table(boxes.bytes, trun.dropping(headerLength), count: count, entryLength: entryLength)
        for _ in 0..<count {
            guard samples.count < boxes.limits.chapters else { return }
            var entry = MP4Fields([])
            if entryLength > 0 {
                guard let next = try table.next() else { throw .truncated }
                entry = next
            }
            let duration = flags & 0x100 != 0 ? try entry.u32() : header.duration
            let length = flags & 0x200 != 0 ? try entry.u32() : header.length
            let sample = MP4Sample(
                start: time, duration: UInt64(duration), offset: offset, length: Int(clamping: length))
            samples.append(sample)
            time = sample.end
            offset = offset.map { $0.addingReportingOverflow(Int64(length)) }.flatMap {
                $0.overflow ? nil : $0.partialValue
            }
        }
    }
}

/// A fragmented file's index (`sidx`, ISO/IEC 14496-12 section 8.16.3).
struct MP4SegmentIndex: Hashable {
    var timescale: MP4Timescale
    /// The duration of everything that it refers to.
    var duration: UInt64 = 0
    /// The end of what it refers to, in the file.
    var end: Int64

    /// Nil for an index with a timescale of 0.
    init?(_ boxes: MP4Boxes, _ sidx: MP4Box) throws(ProbeError) {
        var fields = try boxes.fields(of: sidx)
        let isWide = try fields.u8() == 1
        try fields.skip(7)
        guard let timescale = MP4Timescale(try fields.u32()) else { return nil }
        self.timescale = timescale
        _ = try fields.word(isWide: isWide)
        var end = sidx.content.upperBound
        func advance(by length: UInt64) {
            let (sum, overflow) = end.addingReportingOverflow(Int64(clamping: length))
            end = overflow ? .max : sum
        }
        advance(by: try fields.word(isWide: isWide))
        try fields.skip(2)
        let count = UInt32(try fields.u16())
        var table = MP4Table(boxes.bytes, sidx.dropping(isWide ? 32 : 24), count: count, entryLength: 12)
        while var entry = try table.next() {
            advance(by: UInt64(try entry.u32() & 0x7FFF_FFFF))
            // 65,535 durations of 32 bits fit into 64.
            duration += UInt64(try entry.u32())
        }
        self.end = end
    }
}
