internal import MediaContainers
internal import PlayerCore

/// The comments of Vorbis, Opus, FLAC and others (Vorbis I section 5): names and values; names may be repeated.
struct VorbisComments {
    /// In the order of the file, names in upper case; values are decoded only when they are needed.
    private var comments: [(name: String, value: ArraySlice<UInt8>)] = []
    private let limits: ProbeLimits
    /// What is broken in them, as a sentence.
    private(set) var problem: String?

    /// Names are short words.
    private static let longestName = 256
    private static let mostPictures = 16

    /// - Parameter bytes: from the vendor's length on, as far as available.
    init(_ bytes: ArraySlice<UInt8>, limits: ProbeLimits) {
        self.limits = limits
        let list = CommentList(bytes)
        for comment in list.comments {
            guard let equals = comment.prefix(Self.longestName + 1).firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: comment[..<equals], as: UTF8.self).uppercased()
            comments.append((name, comment[(equals + 1)...]))
        }
        switch list.problem {
        case .truncated: problem = "its comments end too early"
        case .tooMany: problem = "it has more than \(CommentList.mostComments) comments"
        case nil: break
        }
    }

    /// In the order of the file, for tests.
    var names: [String] { comments.map(\.name) }

    /// Creates comments from names and values, for tests.
    init(_ comments: [(String, String)], limits: ProbeLimits = ProbeLimits()) {
        self.limits = limits
        self.comments = comments.map { ($0.uppercased(), Array($1.utf8)[...]) }
    }

    private func texts(_ names: String...) -> [String] {
        for name in names {
            let texts = comments.lazy.filter { $0.name == name }
                .compactMap { BoundedText.trimmed(BoundedText.utf8($0.value, limit: limits.text)) }
            if !texts.isEmpty { return Array(texts) }
        }
        return []
    }

    /// The fields of the item.
    var fields: MediaDetails.Fields {
        var fields = MediaDetails.Fields()
        fields.title = texts("TITLE").first
        fields.subtitle = texts("SUBTITLE").first
        fields.description = texts("DESCRIPTION", "COMMENT").first
        fields.album = texts("ALBUM").first
        fields.date = texts("DATE", "YEAR").first
        let (artists, genres) = (texts("ARTIST"), texts("GENRE"))
        fields.artist = artists.isEmpty ? nil : artists
        fields.genre = genres.isEmpty ? nil : genres
        let language = texts("LANGUAGE").first.map { LanguageCode.bcp47($0) }
        fields.language = language == "und" ? nil : language
        return fields
    }

    /// The other tags of the item.
    var tags: MediaTags {
        func number(_ name: String) -> Int32? { texts(name).first.flatMap(TagNumber.first) }
        var tags = MediaTags()
        tags.albumArtists = texts("ALBUMARTIST", "ALBUM ARTIST")
        tags.composers = texts("COMPOSER")
        tags.comments = texts("COMMENT")
        tags.lyrics = texts("LYRICS").first
        tags.trackNumber = number("TRACKNUMBER")
        tags.discNumber = number("DISCNUMBER")
        return tags
    }

    /// The `CHAPTERxxx` comments, or without any the cue sheet's tracks.
    var chapters: [Chapter] {
        let chapters = numberedChapters
        if !chapters.isEmpty { return Array(chapters.prefix(limits.chapters)) }
        let sheet = comments.first { $0.name == "CUESHEET" }
        return sheet.map { CueSheet.chapters(BoundedText.utf8($0.value, limit: limits.text * 16), limits: limits) }
            ?? []
    }

    // MARK: CHAPTERxxx

    private struct Numbered {
        var start: MediaTime?
        var title: String?
        var url: String?
    }

    /// `CHAPTER000=HH:MM:SS.mmm`, `CHAPTER000NAME=…`, `CHAPTER000URL=…`, in any order (wiki.xiph.org, Chapter
    /// Extension).
    private var numberedChapters: [Chapter] {
        var found: [Int: Numbered] = [:]
        for (name, value) in comments where name.hasPrefix("CHAPTER") {
            let digits = name.dropFirst(7).prefix { $0.isASCII && $0.isNumber }
            guard (1...3).contains(digits.count), let number = Int(digits) else { continue }
            let text = BoundedText.trimmed(BoundedText.utf8(value, limit: limits.text))
            var chapter = found[number] ?? Numbered()
            switch name.dropFirst(7 + digits.count) {
            case "": chapter.start = chapter.start ?? text.flatMap(Self.time)
            case "NAME": chapter.title = chapter.title ?? text
            case "URL": chapter.url = chapter.url ?? text
            default: continue
            }
            found[number] = chapter
        }
        return found.sorted { $0.key < $1.key }.compactMap { number, found -> Chapter? in
            guard let start = found.start else { return nil }
            let digits = String(number)
            var chapter = Chapter(
                start: start, titles: found.title.map { [ChapterTitle($0)] } ?? [],
                id: "CHAPTER" + String(repeating: "0", count: 3 - digits.utf8.count) + digits, source: "vorbis")
            chapter.url = found.url
            return chapter
        }.sortedByStart()
    }

    /// Parses `HH:MM:SS.mmm`, also without the fraction or the hours, and with any number of digits; fraction digits
    /// after the ninth are ignored.
    static func time(_ text: String) -> MediaTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        let split = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        var whole: [UInt64] = []
        for part in parts.dropLast() + [split[0]] {
            guard (1...6).contains(part.utf8.count), isDigits(part), let number = UInt64(part) else { return nil }
            whole.append(number)
        }
        var nanoseconds: UInt64 = 0
        if split.count == 2 {
            guard isDigits(split[1]) else { return nil }
            let digits = split[1].prefix(9)
            nanoseconds = UInt64(digits + String(repeating: "0", count: 9 - digits.utf8.count)) ?? 0
        }
        // The largest is a million hours: far from an overflow.
        let seconds = whole.reduce(0) { $0 * 60 + $1 }
        return MediaTime(nanoseconds: Int64(clamping: seconds * 1_000_000_000 + nanoseconds))
    }

    private static func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }

    // MARK: Pictures

    /// Returns the picture, preferably the front cover, as a `data:` URI: in Ogg its bytes are not contiguous.
    ///
    /// - Throws: ``ProbeError/tooMuch(_:)`` if it is larger than ``FLACPicture/largestCopied``.
    func picture() throws(ProbeError) -> ImageSource? {
        let pictures = comments.lazy.filter { $0.name == "METADATA_BLOCK_PICTURE" }.prefix(Self.mostPictures)
        var found: FLACPicture?
        for (_, value) in pictures where found?.type != 3 {
            guard let picture = try FLACPicture(base64: value) else { continue }
            if found == nil || picture.type == 3 { found = picture }
        }
        return found?.copied
    }
}
