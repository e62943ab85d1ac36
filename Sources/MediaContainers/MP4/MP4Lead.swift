/// What the edit lists of a movie leave empty before its first sample of sound or pictures (ISO/IEC 14496-12 section 8.6.6).
///
/// Playback begins with that sample: what all tracks have in common is left out, and what is between tracks stays.
public struct MP4Lead: Hashable, Sendable {
    /// What is left empty at the beginning of a track.
    private struct Track: Hashable, Sendable {
        var id: UInt32
        /// Ticks of its media in a second.
        var timescale: UInt64
        /// Whether it is sound or pictures, and not chapters or subtitles.
        var isPlayed: Bool
        var isSubtitle: Bool
        /// The empty edits before the first one that presents something, in ticks of the movie.
        var empty: [UInt64] = []
        /// The place of the content of the list; 0 without one.
        var list: Int64 = 0
        var isWide = false
        /// How many edits the list has.
        var count: UInt32 = 0

        var ticks: UInt64 { empty.reduce(0) { $0.addingReportingOverflow($1).partialValue } }
    }

    private let tracks: [Track]
    private let timescale: UInt64
    /// The places of the durations of the whole movie.
    private let durations: [Range<Int64>]
    /// What precedes the first sample of all sound and pictures, in ticks of the movie.
    private let common: UInt64

    /// - Parameter movie: the whole movie box.
    public init?(movie: [UInt8]) {
        let boxes = MP4Boxes(ByteReader(ByteSource(movie)))
        guard let box = try? boxes.box(at: 0, before: Int64(movie.count)), box.type == "moov" else { return nil }
        self.init(boxes, box)
    }

    /// - Returns: nil if no track begins with an empty edit, and for damaged files.
    public init?(_ boxes: MP4Boxes, _ movie: MP4Box) {
        let children = boxes.children(of: movie)
        guard let header = children.first(where: { $0.type == "mvhd" }),
            let isWide = try? boxes.isWide(header),
            let timescale = try? boxes.number(in: header, at: isWide ? 20 : 12, width: 4), timescale > 0
        else { return nil }
        self.timescale = timescale
        let place = header.content.lowerBound + (isWide ? 24 : 16)
        var durations = [place..<place + (isWide ? 8 : 4)]
        if let box = children.first(where: { $0.type == "mvex" }).flatMap({ boxes.descendant(of: $0, "mehd") }),
            let isWide = try? boxes.isWide(box)
        {
            durations.append(box.content.lowerBound + 4..<box.content.lowerBound + (isWide ? 12 : 8))
        }
        self.durations = durations.filter { $0.upperBound <= movie.content.upperBound }
        let found = children.filter { $0.type == "trak" }
        let named = found.compactMap { boxes.descendant(of: $0, "tref", "chap") }.flatMap { box in
            stride(from: 0, to: min(box.length, 256), by: 4).compactMap { try? boxes.number(in: box, at: $0, width: 4) }
        }
        tracks = found.compactMap { try? Self.track($0, boxes, isChapter: { named.contains(UInt64($0)) }) }
        guard let common = tracks.filter(\.isPlayed).map(\.ticks).min(), tracks.contains(where: { !$0.empty.isEmpty })
        else { return nil }
        self.common = common
    }

    private static func track(
        _ track: MP4Box, _ boxes: MP4Boxes, isChapter: (UInt32) -> Bool
    ) throws(ProbeError) -> Track? {
        guard let header = boxes.descendant(of: track, "tkhd"),
            let handler = boxes.descendant(of: track, "mdia", "hdlr")
        else { return nil }
        let id = UInt32(
            truncatingIfNeeded: try boxes.number(in: header, at: try boxes.isWide(header) ? 20 : 12, width: 4))
        var fields = try boxes.fields(of: handler, atMost: 12)
        try fields.skip(8)
        let kind = try fields.type()
        var timescale: UInt64 = 0
        if let media = boxes.descendant(of: track, "mdia", "mdhd") {
            timescale = try boxes.number(in: media, at: try boxes.isWide(media) ? 20 : 12, width: 4)
        }
        var found = Track(
            id: id, timescale: timescale,
            isPlayed: ["soun", "vide"].contains(kind) && !isChapter(id),
            isSubtitle: !["soun", "vide"].contains(kind) && !isChapter(id))
        guard let list = boxes.descendant(of: track, "edts", "elst") else { return found }
        found.isWide = try boxes.isWide(list)
        found.count = UInt32(truncatingIfNeeded: try boxes.number(in: list, at: 4, width: 4))
        found.list = list.content.lowerBound
        var table = MP4Table(
            boxes.bytes, list.dropping(8), count: found.count, entryLength: found.isWide ? 20 : 12)
        while var entry = try table.next() {
            let (duration, start) = (try entry.word(isWide: found.isWide), try entry.word(isWide: found.isWide))
            guard start == (found.isWide ? .max : UInt64(UInt32.max)) else { return found }
            found.empty.append(duration)
        }
        // Nothing of the track is presented, or all of it: its list is not touched.
        (found.isPlayed, found.isSubtitle) = (found.isPlayed && found.empty.isEmpty, false)
        (found.empty, found.list) = ([], 0)
        return found
    }

    /// How long nothing is presented before the first sample, in nanoseconds.
    public var length: Int64 { nanoseconds(common) }

    /// How much later than the first one a track begins, in nanoseconds.
    public func delay(ofTrack id: UInt32) -> Int64 {
        let ticks = tracks.first { $0.id == id }?.ticks ?? 0
        return nanoseconds(ticks - min(ticks, common))
    }

    /// How much earlier than sound and pictures the subtitles begin to count, in nanoseconds.
    public var advanceOfSubtitles: Int64 {
        let ticks = tracks.filter(\.isSubtitle).map(\.ticks).min() ?? common
        return nanoseconds(common - min(ticks, common))
    }

    /// What all have in common, in ticks of the media of a track.
    func ticks(ofTrack id: UInt32) -> UInt64 {
        let scale = tracks.first { $0.id == id }?.timescale ?? 0
        let (product, overflow) = common.multipliedReportingOverflow(by: scale)
        return overflow ? 0 : product / timescale
    }

    private func nanoseconds(_ ticks: UInt64) -> Int64 {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: timescale)
        guard seconds < 1 << 33 else { return 0 }
        return Int64(seconds * 1_000_000_000 + rest * 1_000_000_000 / timescale)
    }

    /// Takes out of a movie box what all tracks have in common.
    ///
    /// - Parameter movie: the box that this was read from, as long as before.
    public func leaveOut(of movie: inout [UInt8]) {
        guard length > 0 else { return }
        for track in tracks where !track.empty.isEmpty { shorten(track, in: &movie) }
        for place in durations {
            let duration = Self.read(place, of: movie)
            let unknown = place.count == 8 ? UInt64.max : UInt64(UInt32.max)
            if duration != unknown, duration >= common { Self.write(duration - common, at: place, of: &movie) }
        }
    }

    private func shorten(_ track: Track, in movie: inout [UInt8]) {
        let width: Int64 = track.isWide ? 8 : 4
        let entries = track.list + 8
        var left = common
        var whole = 0
        for duration in track.empty {
            guard duration <= left else { break }
            left -= duration
            whole += 1
        }
        let entry = width * 2 + 4
        if whole < track.empty.count {
            let place = entries + Int64(whole) * entry
            Self.write(track.empty[whole] - left, at: place..<place + width, of: &movie)
        }
        guard whole > 0 else { return }
        let kept = Int64(track.count) - Int64(whole)
        let (from, to) = (Int(entries + Int64(whole) * entry), Int(entries + Int64(track.count) * entry))
        guard kept > 0, from < to, to <= movie.count else { return }
        movie.replaceSubrange(Int(entries)..<Int(entries) + to - from, with: Array(movie[from..<to]))
        Self.write(UInt64(kept), at: track.list + 4..<track.list + 8, of: &movie)
    }

    private static func read(_ place: Range<Int64>, of movie: [UInt8]) -> UInt64 {
        guard place.upperBound <= Int64(movie.count) else { return .max }
        return movie[Int(place.lowerBound)..<Int(place.upperBound)].bigEndian
    }

    private static func write(_ number: UInt64, at place: Range<Int64>, of movie: inout [UInt8]) {
        guard place.lowerBound >= 0, place.upperBound <= Int64(movie.count) else { return }
        let bytes = stride(from: place.count * 8 - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: number >> $0)
        }
        movie.replaceSubrange(Int(place.lowerBound)..<Int(place.upperBound), with: bytes)
    }
}

extension MP4Boxes {
    /// Whether the numbers of a box have 64 bits.
    fileprivate func isWide(_ box: MP4Box) throws(ProbeError) -> Bool {
        var fields = try fields(of: box, atMost: 4)
        return try fields.u8() == 1
    }

    /// A number in the content of a box.
    fileprivate func number(in box: MP4Box, at place: Int64, width: Int) throws(ProbeError) -> UInt64 {
        var fields = try fields(of: box.dropping(place), atMost: width)
        return width == 8 ? try fields.u64() : UInt64(try fields.u32())
    }
}
