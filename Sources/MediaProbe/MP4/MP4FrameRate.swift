internal import MediaContainers

/// The frame rate of the first video track, if all its samples have the same length (`stts`, ISO/IEC 14496-12 section
/// 8.6.1.2). Picture tracks for chapters are ignored.
struct MP4FrameRate {
    /// Nil without video, for a variable rate, and if the table is in fragments.
    private(set) var framesPerSecond: Double?

    init(_ boxes: MP4Boxes, _ movie: MP4Movie) {
        let pictures = Set(movie.tracks.flatMap(\.chapterTracks))
        guard let track = movie.tracks.first(where: { $0.handler == "vide" && !pictures.contains($0.id) }),
            let timescale = track.timescale, let table = track.sampleTable
        else { return }
        let ticks = boxes.attempt(boxes.descendant(of: table, "stts")) { box throws(ProbeError) in
            try Self.commonDuration(boxes, box)
        }
        framesPerSecond = ticks.flatMap(timescale.rate)
    }

    /// Only the last sample may have another length: writers give it the remainder.
    private static func commonDuration(_ boxes: MP4Boxes, _ stts: MP4Box) throws(ProbeError) -> UInt32? {
        var header = try boxes.fields(of: stts, atMost: 8)
        try header.skip(4)
        let count = try header.u32()
        guard count == 1 || count == 2 else { return nil }
        var table = MP4Table(boxes.bytes, stts.dropping(8), count: count, entryLength: 8)
        guard var first = try table.next() else { return nil }
        _ = try first.u32()
        let ticks = try first.u32()
        if var last = try table.next(), try last.u32() != 1 { return nil }
        return ticks
    }
}
