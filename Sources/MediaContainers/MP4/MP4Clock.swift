/// Where the samples of a fragmented MP4 file begin on its clock (ISO/IEC 14496-12 section 8.8.12).
public struct MP4Clock: Hashable, Sendable {
    /// Ticks in a second, by track.
    private var timescales: [UInt32: UInt64] = [:]
    /// What is left empty before tracks that do not begin first.
    private let lead: MP4Lead?

    /// Reads the movie box of a file whose samples are all in fragments.
    ///
    /// - Returns: nil for other files, and for damaged ones.
    public init?(movie: [UInt8]) {
        let boxes = MP4Boxes(ByteReader(ByteSource(movie)))
        guard let moov = try? boxes.box(at: 0, before: Int64(movie.count)), moov.type == "moov" else { return nil }
        let children = boxes.children(of: moov)
        guard children.contains(where: { $0.type == "mvex" }) else { return nil }
        for track in children where track.type == "trak" {
            guard let header = boxes.descendant(of: track, "tkhd"),
                let media = boxes.descendant(of: track, "mdia", "mdhd"),
                let id = try? Self.number(boxes, header, at: (narrow: 12, wide: 20)),
                let timescale = try? Self.number(boxes, media, at: (narrow: 12, wide: 20)), timescale > 0,
                // Samples in the movie itself come first.
                let times = boxes.descendant(of: track, "mdia", "minf", "stbl", "stts"),
                let count = try? Self.number(boxes, times, at: (narrow: 4, wide: 4)), count == 0
            else { return nil }
            timescales[UInt32(truncatingIfNeeded: id)] = timescale
        }
        guard !timescales.isEmpty else { return nil }
        lead = MP4Lead(movie: movie)
    }

    /// The time of the first sample in a fragment, in nanoseconds; nil if it is not stated.
    ///
    /// - Parameter fragment: the whole `moof` box.
    public func start(ofFragment fragment: [UInt8]) -> Int64? {
        let boxes = MP4Boxes(ByteReader(ByteSource(fragment)))
        guard let moof = try? boxes.box(at: 0, before: Int64(fragment.count)), moof.type == "moof" else { return nil }
        let starts = boxes.children(of: moof).compactMap { track -> Int64? in
            guard track.type == "traf", let header = boxes.descendant(of: track, "tfhd"),
                let id = try? Self.number(boxes, header, at: (narrow: 4, wide: 4)),
                let timescale = timescales[UInt32(truncatingIfNeeded: id)],
                let time = boxes.descendant(of: track, "tfdt"),
                let ticks = try? Self.number(boxes, time, at: (narrow: 4, wide: 4), isWideNumber: true)
            else { return nil }
            let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: timescale)
            guard seconds < 1 << 33 else { return nil }
            let delay = lead?.delay(ofTrack: UInt32(truncatingIfNeeded: id)) ?? 0
            return Int64(seconds * 1_000_000_000 + rest * 1_000_000_000 / timescale) + delay
        }
        return starts.min()
    }

    /// A number of 32 bits, or of 64 in the wide form of a box if that widens it.
    private static func number(
        _ boxes: MP4Boxes, _ box: MP4Box, at place: (narrow: Int, wide: Int), isWideNumber: Bool = false
    ) throws(ProbeError) -> UInt64 {
        var fields = try boxes.fields(of: box, atMost: 32)
        let isWide = try fields.u8() == 1
        try fields.skip((isWide ? place.wide : place.narrow) - 1)
        return isWide && isWideNumber ? try fields.u64() : UInt64(try fields.u32())
    }
}
