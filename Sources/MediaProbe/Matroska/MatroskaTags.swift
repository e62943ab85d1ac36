internal import MediaContainers
internal import PlayerCore

/// The Tags elements, merged into an item's fields (RFC 9559 section 5.1.8, and the registry of Matroska tags).
///
/// Only tags of the whole Segment are used, not those of a track, edition, chapter or attachment. The item is level 50
/// (a film, an episode), or level 30 (a song) if that has a title; level 50 is then its album.
struct MatroskaTags {
    private struct Simple {
        var name = ""
        var text: String?
        var isDefault = true
    }

    private static let song: UInt64 = 30
    private static let item: UInt64 = 50
    private static let season: UInt64 = 60
    private static let series: UInt64 = 70

    /// The maximum number of artists or genres: they are shown on one line.
    private static let mostNames = 64

    private var levels: [UInt64: [Simple]] = [:]

    /// Reads one Tags element; there may be several. What was read before an error is kept.
    mutating func read(_ element: EBMLElement, until end: Int64?, _ ebml: EBMLReader) throws(ProbeError) {
        try ebml.children(of: element, until: end) { child throws(ProbeError) in
            if child.id == MatroskaID.tag { try readTag(child, ebml) }
        }
    }

    /// The fields of the item.
    ///
    /// - `album`: ALBUM, else a song's level 50 TITLE, else the series' TITLE (level 70).
    /// - `season`: PART_NUMBER of level 60; `episode`: PART_NUMBER of level 50, unless that has an ALBUM; it is then
    ///   the track number.
    /// - `contentRating`: LAW_RATING, else a RATING that is not a number (numbers are personal ratings).
    /// - `date`: DATE_RELEASED, DATE_RECORDED, or FFmpeg's DATE.
    var fields: MediaDetails.Fields {
        var fields = MediaDetails.Fields()
        let isSong = text("TITLE", Self.song) != nil
        let level = isSong ? Self.song : Self.item
        fields.title = text("TITLE", level)
        fields.subtitle = text("SUBTITLE", level)
        fields.description = text("DESCRIPTION", level) ?? text("SUMMARY", level) ?? text("SYNOPSIS", level)
        fields.artist = texts("ARTIST", level) ?? texts("ARTIST", Self.item)
        fields.genre = texts("GENRE", level) ?? texts("GENRE", Self.item)
        fields.album =
            text("ALBUM", level) ?? (isSong ? text("TITLE", Self.item) : nil) ?? text("TITLE", Self.series)
        fields.date = date(level) ?? date(Self.item)
        fields.contentRating =
            text("LAW_RATING", level) ?? text("RATING", level).flatMap { Double($0) == nil ? $0 : nil }
        if !isSong {
            fields.season = number("PART_NUMBER", Self.season)
            if text("ALBUM", Self.item) == nil { fields.episode = number("PART_NUMBER", Self.item) }
        }
        return fields
    }

    /// The other tags of the item.
    var more: MediaTags {
        let isSong = text("TITLE", Self.song) != nil
        let level = isSong ? Self.song : Self.item
        var tags = MediaTags()
        tags.composers = texts("COMPOSER", level) ?? []
        tags.comments = texts("COMMENTS", level) ?? texts("COMMENT", level) ?? []
        if isSong { tags.trackNumber = number("PART_NUMBER", level).flatMap { $0 > 0 ? $0 : nil } }
        tags.beatsPerMinute = number("BPM", level)
        return tags
    }

    private mutating func readTag(_ element: EBMLElement, _ ebml: EBMLReader) throws(ProbeError) {
        var level = Self.item
        var isOfTheWhole = true
        var simple: [Simple] = []
        defer { if isOfTheWhole { levels[level, default: []] += simple } }
        try ebml.children(of: element) { child throws(ProbeError) in
            switch child.id {
            case MatroskaID.targets:
                try ebml.children(of: child) { target throws(ProbeError) in
                    switch target.id {
                    case MatroskaID.targetTypeValue: level = try ebml.unsigned(target, default: Self.item)
                    case MatroskaID.tagTrackUID, MatroskaID.tagEditionUID, MatroskaID.tagChapterUID,
                        MatroskaID.tagAttachmentUID:
                        // 0 means all of them.
                        if try ebml.unsigned(target) != 0 { isOfTheWhole = false }
                    default: break
                    }
                }
            case MatroskaID.simpleTag: simple.append(try Self.simpleTag(child, ebml))
            default: break
            }
        }
    }

    /// Nested tags (such as a sort name) are ignored.
    private static func simpleTag(_ element: EBMLElement, _ ebml: EBMLReader) throws(ProbeError) -> Simple {
        var simple = Simple()
        try ebml.children(of: element) { child throws(ProbeError) in
            switch child.id {
            case MatroskaID.tagName: simple.name = try ebml.text(child).uppercased()
            case MatroskaID.tagString: simple.text = try ebml.text(child)
            case MatroskaID.tagDefault: simple.isDefault = try ebml.flag(child, default: true)
            default: break
            }
        }
        return simple
    }

    private func all(_ name: String, _ level: UInt64) -> [Simple] {
        (levels[level] ?? []).filter { $0.name == name && $0.text?.contains { !$0.isWhitespace } ?? false }
    }

    /// In the default language if there are several.
    private func text(_ name: String, _ level: UInt64) -> String? {
        let all = all(name, level)
        return (all.first { $0.isDefault } ?? all.first)?.text
    }

    private func texts(_ name: String, _ level: UInt64) -> [String]? {
        let all = all(name, level)
        let defaults = all.filter(\.isDefault)
        let texts = (defaults.isEmpty ? all : defaults).prefix(Self.mostNames).compactMap(\.text)
        return texts.isEmpty ? nil : texts
    }

    private func number(_ name: String, _ level: UInt64) -> Int32? {
        text(name, level).flatMap { Int32($0.prefix { $0.isASCII && $0.isNumber }) }
    }

    /// Converts Matroska's `YYYY-MM-DD HH:MM:SS` to ISO 8601.
    private func date(_ level: UInt64) -> String? {
        let date = text("DATE_RELEASED", level) ?? text("DATE_RECORDED", level) ?? text("DATE", level)
        guard let date, let space = date.firstIndex(of: " "), date[..<space].utf8.count == 10 else { return date }
        return date.replacing(" ", with: "T", maxReplacements: 1)
    }
}
