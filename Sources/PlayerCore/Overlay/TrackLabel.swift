/// A track as a list names it: `English`, `Deutsch (forced)`, `English, 5.1 AC-3`.
struct TrackLabel {
    let track: MediaTrack
    /// Its place among the tracks of its kind, from 1 on: the name of a track of which nothing is known.
    let number: Int
    let language: Words.Language
    /// The URI of the item: what the name of a file beside it says is what it says more than that of the item.
    var item: String?

    /// The language, what it is for, and of sound how it is stored.
    var text: String {
        var text = name ?? purpose ?? ""
        if let name, let purpose { text = "\(name) (\(purpose))" }
        let form = [channels, codec].compactMap(\.self).joined(separator: " ")
        if !form.isEmpty { text += ", \(form)" }
        return text
    }

    /// What names the track, unless only its purpose does.
    private var name: String? {
        if let known = LanguageName.text(track.language) ?? title { return known }
        guard track.traits.contains(.external) else { return "\(Words.text(.track, language)) \(number)" }
        return purpose == nil ? Words.text(.external, language) : nil
    }

    /// The title, if it says anything; of a file, what distinguishes its name from the item's.
    private var title: String? {
        guard let title = track.title, Self.says(title) else { return nil }
        guard track.traits.contains(.external), let stem = item.flatMap(Self.stem), !stem.isEmpty,
            title.lowercased().hasPrefix(stem.lowercased())
        else { return title }
        let rest = title.dropFirst(stem.count).drop { " ._-".contains($0) }
        return rest.isEmpty ? nil : String(rest)
    }

    /// The name of a local file without its ending.
    private static func stem(_ uri: String) -> String? {
        guard FileURI.path(of: uri) != nil, let name = FileURI.readable(uri).split(separator: "/").last else {
            return nil
        }
        return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
    }

    /// The title that the file gives the track, unless ``text`` says it. Of files that say nothing, the format tells them apart.
    var detail: String {
        if track.traits.contains(.external), LanguageName.text(track.language) == nil, title == nil, purpose == nil {
            return track.codec ?? ""
        }
        guard let title = track.title, Self.says(title), LanguageName.text(track.language) != nil else { return "" }
        return text.lowercased().hasPrefix(title.lowercased()) ? "" : title
    }

    private static func says(_ title: String) -> Bool { title.contains { !$0.isWhitespace } }

    private var purpose: String? {
        let purposes: [(TrackTraits, Words.Word)] = [
            (.forced, .forced), (.hearingImpaired, .hearingImpaired), (.descriptive, .audioDescription),
            (.commentary, .commentary),
        ]
        let words = purposes.filter { track.traits.contains($0.0) }.map { Words.text($0.1, language) }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// Nil for other tracks than sound.
    private var channels: String? { track.channels.map { Self.channels($0, language) } }

    /// `stereo`, `5.1`.
    static func channels(_ count: Int, _ language: Words.Language) -> String {
        switch count {
        case 1: Words.text(.mono, language)
        case 2: Words.text(.stereo, language)
        case 6: "5.1"
        case 7: "6.1"
        case 8: "7.1"
        default: "\(count).0"
        }
    }

    private var codec: String? { track.channels == nil ? nil : track.codec.map(ShortCodecName.short) }
}

/// The usual short names of codecs, which GStreamer's tags describe at length.
enum ShortCodecName {
    /// `AC-3 (ATSC A/52)` is `AC-3`, and `MPEG-4 AAC` is `AAC`.
    static func short(_ codec: String) -> String {
        let name = codec.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ")
        return known.first { name.lowercased().hasPrefix($0.0) }?.1 ?? (name.isEmpty ? codec : name)
    }

    private static let known = [
        ("mpeg-4 aac", "AAC"), ("mpeg-2 aac", "AAC"), ("mpeg-1 layer 3", "MP3"), ("mpeg-1 layer 2", "MP2"),
        ("mpeg-1 audio", "MP2"), ("free lossless audio", "FLAC"), ("dts audio", "DTS"), ("dolby truehd", "TrueHD"),
        ("uncompressed", "PCM"), ("mpeg-4 video", "MPEG-4"), ("h.264", "H.264"), ("h.265", "H.265"),
    ]
}
