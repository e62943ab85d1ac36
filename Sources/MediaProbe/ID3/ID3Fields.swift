internal import MediaContainers
internal import PlayerCore

/// The fields of a whole item from a tag's frames.
struct ID3Fields {
    private var title: String?
    private var subtitle: String?
    private var album: String?
    private var artists: [String] = []
    private var genres: [String] = []
    private var language: String?
    private var dates: [String: String] = [:]
    /// A podcast's summary (`TDES`, Apple's), which takes precedence over a comment.
    private var summary: String?
    private var comment: String?
    /// Whether the lyrics have times.
    private var hasTimes = false
    private(set) var tags = MediaTags()

    mutating func read(_ frame: ID3Frame, _ limits: ProbeLimits) throws(ProbeError) {
        switch frame.id {
        case "TIT2": if title == nil { title = try frame.strings(limits).first }
        case "TIT3": if subtitle == nil { subtitle = try frame.strings(limits).first }
        case "TALB": if album == nil { album = try frame.strings(limits).first }
        case "TPE1": if artists.isEmpty { artists = try frame.strings(limits) }
        case "TCON": if genres.isEmpty { genres = try frame.strings(limits).flatMap(ID3Genres.names) }
        case "TLAN": if language == nil { language = try frame.strings(limits).first }
        case "TDES": if summary == nil { summary = try frame.strings(limits).first }
        case "TDRC", "TDRL", "TYER", "TDAT":
            if dates[frame.id] == nil { dates[frame.id] = try frame.strings(limits).first }
        case "COMM":
            // Comments with a topic are mostly private data of a program (iTunNORM).
            guard comment == nil, let (topic, text) = try frame.comment(limits), topic.isEmpty else { return }
            comment = text
            tags.comments = [text]
        case "SYLT":
            // Words with times say all that words without say.
            guard !hasTimes, let lyrics = try frame.synchronisedLyrics(limits) else { return }
            (tags.lyrics, hasTimes) = (lyrics, true)
        case "USLT": if tags.lyrics == nil { tags.lyrics = try frame.comment(limits)?.text }
        case "TPE2": if tags.albumArtists.isEmpty { tags.albumArtists = try frame.strings(limits) }
        case "TCOM": if tags.composers.isEmpty { tags.composers = try frame.strings(limits) }
        case "TRCK": if tags.trackNumber == nil { tags.trackNumber = try Self.number(frame, limits) }
        case "TPOS": if tags.discNumber == nil { tags.discNumber = try Self.number(frame, limits) }
        case "TBPM": if tags.beatsPerMinute == nil { tags.beatsPerMinute = try Self.number(frame, limits) }
        default: break
        }
    }

    var details: MediaDetails.Fields {
        var details = MediaDetails.Fields()
        details.title = title
        details.subtitle = subtitle
        details.album = album
        details.artist = artists.isEmpty ? nil : artists
        details.genre = genres.isEmpty ? nil : genres
        details.date = date
        details.description = summary ?? comment
        // The frame may contain several codes without separators.
        details.language = language.map { LanguageCode.bcp47(String($0.prefix(3))) }.flatMap { $0 == "und" ? nil : $0 }
        return details
    }

    /// ISO 8601, as precise as the tag: version 2.4's timestamp, or 2.3's year with its day (DDMM).
    private var date: String? {
        if let recorded = dates["TDRC"] ?? dates["TDRL"], Self.isYear(recorded.prefix(4)) { return recorded }
        guard let year = dates["TYER"], Self.isYear(year[...]) else { return nil }
        guard let day = dates["TDAT"], day.utf8.count == 4, day.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return year
        }
        return "\(year)-\(day.suffix(2))-\(day.prefix(2))"
    }

    private static func number(_ frame: ID3Frame, _ limits: ProbeLimits) throws(ProbeError) -> Int32? {
        try frame.strings(limits).first.flatMap(TagNumber.first)
    }

    private static func isYear(_ text: Substring) -> Bool {
        text.utf8.count == 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
