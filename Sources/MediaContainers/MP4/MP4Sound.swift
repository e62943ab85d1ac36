/// Which part of the sound of an MP4 file is to be heard, according to its edit list or to `iTunSMPB`, and the movie
/// without them.
public struct MP4Sound: Hashable, Sendable {
    /// What is heard, in samples of the sound's timescale, from the first packet on.
    public let heard: Range<UInt64>
    /// Ticks in a second.
    public let timescale: UInt64
    /// The movie box in which all of the sound is presented, and nothing says otherwise.
    public private(set) var movie: [UInt8]

    /// Reads the movie box of a file with a single track of sound, and no video.
    ///
    /// - Parameter movie: the whole box.
    /// - Returns: nil for other files, for damaged ones, and where all of the sound is heard.
    public init?(movie: [UInt8]) {
        let boxes = MP4Boxes(ByteReader(ByteSource(movie)))
        guard let found = try? Parts(boxes, length: Int64(movie.count)) else { return nil }
        let edit = found.edit.map { Self.part($0, of: found) }
        let stated = found.tag.flatMap { Self.part($0, of: found) }
        // The edit list is in coarser ticks.
        guard let heard = edit == nil || edit?.lowerBound == stated?.lowerBound ? stated ?? edit : edit,
            heard != 0..<found.length, !heard.isEmpty
        else { return nil }
        self.heard = heard
        timescale = found.timescale
        self.movie = movie
        for box in found.told { write(Array("free".utf8), at: box.start + 4) }
        let ticks = (found.length.multipliedReportingOverflow(by: found.movieTimescale).partialValue / timescale) + 2
        let duration = found.durationPlace
        if ticks > found.duration {
            write(
                stride(from: duration.count * 8 - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: ticks >> $0) },
                at: duration.lowerBound)
        }
    }

    private mutating func write(_ bytes: [UInt8], at place: Int64) {
        let place = Int(place)
        guard place >= 0, place + bytes.count <= movie.count else { return }
        movie.replaceSubrange(place..<place + bytes.count, with: bytes)
    }

    private static func part(_ edit: (duration: UInt64, start: UInt64), of found: Parts) -> Range<UInt64> {
        let start = min(edit.start, found.length)
        guard edit.duration > 0 else { return start..<found.length }
        let scale = Double(found.timescale) / Double(found.movieTimescale)
        let end = Double(edit.start) + Double(edit.duration) * scale
        // A tick of the movie may be many samples: the sound ends with its last packet then.
        let isRounded = abs(end - Double(found.length)) <= scale + 1
        return start..<(isRounded || end > Double(found.length) ? found.length : max(start, UInt64(end.rounded())))
    }

    /// Nil if the numbers are those of another file, or in another rate.
    private static func part(_ tag: EncoderSilence, of found: Parts) -> Range<UInt64>? {
        let sound = tag.sound ?? (found.length > tag.before + tag.after ? found.length - tag.before - tag.after : 0)
        let all = tag.before + sound + tag.after
        // The last packet may be stated shorter than it is.
        guard sound > 0, max(all, found.length) - min(all, found.length) <= 2_048, tag.before < found.length else {
            return nil
        }
        return tag.before..<min(tag.before + sound, found.length)
    }
}

extension MP4Sound {
    /// What is needed of the movie.
    private struct Parts {
        /// Of the sound, in samples.
        var length: UInt64 = 0
        var timescale: UInt64
        var movieTimescale: UInt64
        var duration: UInt64
        /// The place of the movie's duration.
        var durationPlace: Range<Int64>
        /// In ticks of the movie, and of the sound.
        var edit: (duration: UInt64, start: UInt64)?
        var tag: EncoderSilence?
        /// The boxes that say what is heard.
        var told: [MP4Box] = []

        init?(_ boxes: MP4Boxes, length: Int64) throws(ProbeError) {
            guard let movie = try boxes.box(at: 0, before: length), movie.type == "moov" else { return nil }
            let children = boxes.children(of: movie)
            guard let header = children.first(where: { $0.type == "mvhd" }),
                !children.contains(where: { $0.type == "mvex" })
            else { return nil }
            (movieTimescale, duration, durationPlace) = try Self.clock(boxes, header)
            var sound: MP4Box?
            for track in children where track.type == "trak" {
                guard let handler = boxes.descendant(of: track, "mdia", "hdlr") else { continue }
                var fields = try boxes.fields(of: handler, atMost: 12)
                try fields.skip(8)
                let kind = try fields.type()
                guard kind != "vide", kind != "soun" || sound == nil else { return nil }
                if kind == "soun" { sound = track }
            }
            guard let sound, let media = boxes.descendant(of: sound, "mdia", "mdhd"),
                let table = boxes.descendant(of: sound, "mdia", "minf", "stbl")
            else { return nil }
            timescale = try Self.clock(boxes, media).timescale
            guard timescale > 0, movieTimescale > 0, try Self.isCut(boxes, table) else { return nil }
            self.length = try Self.samples(boxes, table)
            if let edits = boxes.descendant(of: sound, "edts"), let list = boxes.descendant(of: edits, "elst") {
                guard let edit = try Self.edit(boxes, list) else { return nil }
                self.edit = edit
                told.append(edits)
            }
            try readTag(boxes, movie)
        }

        /// - Returns: the timescale, the duration and its place, of a header of the movie or of a track's media.
        private static func clock(
            _ boxes: MP4Boxes, _ header: MP4Box
        ) throws(ProbeError) -> (timescale: UInt64, duration: UInt64, place: Range<Int64>) {
            var fields = try boxes.fields(of: header, atMost: 32)
            let isWide = try fields.u8() == 1
            try fields.skip(isWide ? 19 : 11)
            let timescale = UInt64(try fields.u32())
            let place = header.content.lowerBound + (isWide ? 24 : 16)
            return (timescale, try fields.word(isWide: isWide), place..<place + (isWide ? 8 : 4))
        }

        /// Whether the packets are those of AAC, MP3 or Opus, whose encoders add something.
        private static func isCut(_ boxes: MP4Boxes, _ table: MP4Box) throws(ProbeError) -> Bool {
            guard let formats = boxes.descendant(of: table, "stsd") else { return false }
            let format = try boxes.box(at: formats.content.lowerBound + 8, before: formats.content.upperBound)
            return format?.type == "mp4a" || format?.type == "Opus"
        }

        private static func samples(_ boxes: MP4Boxes, _ table: MP4Box) throws(ProbeError) -> UInt64 {
            guard let times = boxes.descendant(of: table, "stts") else { return 0 }
            var fields = try boxes.fields(of: times, atMost: 8)
            try fields.skip(4)
            var entries = MP4Table(boxes.bytes, times.dropping(8), count: try fields.u32(), entryLength: 8)
            var length: UInt64 = 0
            while var entry = try entries.next() {
                let (count, ticks) = (UInt64(try entry.u32()), UInt64(try entry.u32()))
                length = length.addingReportingOverflow(count * ticks).partialValue
            }
            return length
        }

        /// Nil unless one part of the sound is presented at its own pace.
        private static func edit(
            _ boxes: MP4Boxes, _ list: MP4Box
        ) throws(ProbeError) -> (duration: UInt64, start: UInt64)? {
            var fields = try boxes.fields(of: list, atMost: 28)
            let isWide = try fields.u8() == 1
            try fields.skip(3)
            guard try fields.u32() == 1 else { return nil }
            let (duration, start) = (try fields.word(isWide: isWide), try fields.word(isWide: isWide))
            guard start < (isWide ? UInt64(Int64.max) : UInt64(Int32.max)), try fields.u32() == 0x10000 else {
                return nil
            }
            return (duration, start)
        }

        private mutating func readTag(_ boxes: MP4Boxes, _ movie: MP4Box) throws(ProbeError) {
            guard let meta = boxes.descendant(of: movie, "udta", "meta") else { return }
            for list in boxes.children(of: meta.dropping(4)) where list.type == "ilst" {
                for item in boxes.children(of: list) where item.type == "----" {
                    guard let name = boxes.descendant(of: item, "name"), let data = boxes.descendant(of: item, "data"),
                        try boxes.fields(of: name.dropping(4)).rest.elementsEqual("iTunSMPB".utf8)
                    else { continue }
                    let text = String(decoding: try boxes.fields(of: data.dropping(8), atMost: 256).rest, as: UTF8.self)
                    tag = EncoderSilence(iTunSMPB: text)
                    told.append(item)
                    return
                }
            }
        }
    }
}
