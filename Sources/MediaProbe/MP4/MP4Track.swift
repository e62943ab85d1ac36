internal import MediaContainers
internal import PlayerCore

/// The relevant content of a track's header boxes; its sample tables are not read.
struct MP4Track {
    /// The content of a chapter track.
    enum Content: Hashable {
        case text
        /// Pictures of this media type, if the track states it.
        case pictures(String?)
    }

    var id: UInt32 = 0
    /// Whether the track is presented by default. Chapter tracks often are not, but of several, an enabled one comes
    /// first.
    var isEnabled = false
    var duration: UInt64?
    /// How its frames are turned, see ``TrackFormat/orientation``.
    var orientation: String?
    /// `vide`, `soun`, `text`, `sbtl`, …
    var handler: MP4BoxType?
    /// A BCP 47 tag.
    var language = "und"
    /// Its purpose according to `kind`, `tagc` and its samples.
    var traits: TrackTraits = []
    var timescale: MP4Timescale?
    /// The ids of its chapter tracks, in file order.
    var chapterTracks: [UInt32] = []
    var edits: MP4Box?
    /// `minf`.
    var information: MP4Box?
    var sampleTable: MP4Box?
}

/// Reads a `trak` box without its tables.
struct MP4TrackReader {
    let boxes: MP4Boxes
    let isQuickTime: Bool

    func track(_ trak: MP4Box) -> MP4Track {
        var track = MP4Track()
        for box in boxes.children(of: trak) {
            switch box.type {
            case "tkhd": readHeader(box, into: &track)
            case "tref": track.chapterTracks += chapterTracks(box)
            case "edts": track.edits = track.edits ?? boxes.descendant(of: box, "elst")
            case "mdia": readMedia(box, into: &track)
            case "udta": track.traits.formUnion(MP4TrackTraits(boxes: boxes).traits(in: box))
            default: break
            }
        }
        return track
    }

    private func readHeader(_ tkhd: MP4Box, into track: inout MP4Track) {
        let header = boxes.attempt(tkhd) { box throws(ProbeError) -> (Bool, UInt32, UInt64)? in
            var fields = try boxes.fields(of: box)
            let isWide = try fields.u8() == 1
            let flags = try fields.u24()
            try fields.skip(isWide ? 16 : 8)
            let id = try fields.u32()
            try fields.skip(4)
            return (flags & 1 != 0, id, try fields.word(isWide: isWide))
        }
        guard let header else { return }
        (track.isEnabled, track.id, track.duration) = header
        track.orientation = boxes.attempt(tkhd) { box throws(ProbeError) in
            try StoredOrientation.ofMatrix(StoredOrientation.matrix(of: box, boxes))
        }
    }

    private func chapterTracks(_ tref: MP4Box) -> [UInt32] {
        var ids: [UInt32] = []
        for box in boxes.children(of: tref) where box.type == "chap" {
            _ = boxes.attempt(box) { box throws(ProbeError) -> Void? in
                // More than this cannot all be languages.
                var table = MP4Table(boxes.bytes, box, count: 256, entryLength: 4)
                while var entry = try table.next() { ids.append(try entry.u32()) }
            }
        }
        return ids
    }

    private func readMedia(_ mdia: MP4Box, into track: inout MP4Track) {
        var extendedLanguage: String?
        for box in boxes.children(of: mdia) {
            switch box.type {
            case "mdhd": readMediaHeader(box, into: &track)
            case "hdlr":
                track.handler = boxes.attempt(box) { box throws(ProbeError) in
                    var fields = try boxes.fields(of: box)
                    try fields.skip(8)
                    return try fields.type()
                }
            case "elng": extendedLanguage = self.extendedLanguage(box)
            case "minf":
                track.information = box
                track.sampleTable = boxes.descendant(of: box, "stbl")
            default: break
            }
        }
        track.language = extendedLanguage ?? track.language
    }

    private func readMediaHeader(_ mdhd: MP4Box, into track: inout MP4Track) {
        let header = boxes.attempt(mdhd) { box throws(ProbeError) -> (UInt32, UInt16)? in
            var fields = try boxes.fields(of: box)
            let isWide = try fields.u8() == 1
            try fields.skip(isWide ? 19 : 11)
            let timescale = try fields.u32()
            try fields.skip(isWide ? 8 : 4)
            return (timescale, try fields.u16())
        }
        guard let header else { return }
        track.timescale = MP4Timescale(header.0)
        track.language = MP4Language.bcp47(packed: header.1, isQuickTime: isQuickTime)
    }

    /// A BCP 47 tag, terminated by a zero byte (ISO/IEC 14496-12 section 8.4.6).
    private func extendedLanguage(_ elng: MP4Box) -> String? {
        boxes.attempt(elng) { box throws(ProbeError) in
            var fields = try boxes.fields(of: box, atMost: 132)
            try fields.skip(4)
            let tag = MP4Text.string(fields.rest.prefix { $0 != 0 }, .utf8, limit: 128)
            return tag.isEmpty ? nil : LanguageCode.bcp47(tag)
        }
    }
}
