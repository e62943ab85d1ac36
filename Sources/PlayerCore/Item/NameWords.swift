/// The words of a media file's or folder's name, the signs between them, and which of them describe the release and not
/// the work.
struct NameWords {
    /// A run of characters between signs: `Night`, `S01E02`, `264` in `H.264`.
    struct Word {
        var text: String
        var lower: String
        /// The signs before it: `.`, ` - `, ` (`.
        var gap: String
        /// `[` inside square or curly brackets, `(` inside round ones.
        var bracket: Character?
        var noise = Noise.none

        /// Whether a dash with space around it precedes the word. A hyphen alone joins two words: `Spider-Man`.
        var isAfterDash: Bool { gap.count > 1 && gap.contains { "-–—~".contains($0) } }
    }

    /// Whether a word describes the release.
    enum Noise {
        /// `possible` words are words of titles as well: `WEB`, `GERMAN`, `PROPER`.
        case none, possible, certain
    }

    private(set) var words: [Word] = []
    /// For each word whether it and those behind it lead to a certain one: all between are possible ones.
    private(set) var beginsNoise: [Bool] = []
    /// The signs after the last word.
    private let ending: String

    init(_ name: some StringProtocol) {
        var text = ""
        var gap = ""
        var bracket: Character?
        for character in name {
            guard Self.isSign(character) else {
                text.append(character)
                continue
            }
            if !text.isEmpty {
                words.append(Word(text: text, lower: text.lowercased(), gap: gap, bracket: bracket))
                (text, gap) = ("", "")
            }
            gap.append(character)
            switch character {
            case "[", "{", "【": bracket = "["
            case "]", "}", "】": bracket = bracket == "[" ? nil : bracket
            case "(", "（": bracket = bracket ?? "("
            case ")", "）": bracket = bracket == "(" ? nil : bracket
            default: break
            }
        }
        if !text.isEmpty {
            words.append(Word(text: text, lower: text.lowercased(), gap: gap, bracket: bracket))
            gap = ""
        }
        ending = gap
        markNoise()
    }

    private static func isSign(_ character: Character) -> Bool {
        character.isWhitespace || "._-–—~,:+&()[]{}「」『』【】（）".contains(character)
    }

    /// Returns the value of one to four ASCII digits.
    static func number(_ text: some StringProtocol, digits: ClosedRange<Int> = 1...4) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// Whether nothing of a title follows: the end of the name, words in square brackets, or the release.
    func isEnd(_ index: Int) -> Bool {
        index >= words.count || words[index].bracket == "[" || beginsNoise[index]
    }

    // MARK: - Text

    /// Returns words as people read them, without those in square brackets; nil if no letter or digit is left.
    ///
    /// Dots and underscores become spaces. A dot remains in text that has spaces (`Mr. Show`), and between single
    /// capital letters (`E.T.`).
    func text(_ range: Range<Int>) -> String? {
        let shown = range.filter { words[$0].bracket != "[" }
        guard let first = shown.first, let last = shown.last else { return nil }
        let isSpaced = shown.dropFirst().contains { words[$0].gap.contains(where: \.isWhitespace) }
        var text = ""
        for index in shown {
            let keepsDots = isSpaced || index > 0 && isInitial(index - 1) && isInitial(index)
            if index != first { text += words[index].gap.map { Self.shown($0, keepsDots: keepsDots) } }
            text += words[index].text
        }
        let gap = last + 1 < words.count ? words[last + 1].gap : ending
        let dots = gap.prefix { $0 == "." }
        let isAbbreviation = last > first && isInitial(last) && isInitial(last - 1) && dots.count == 1
        let endsSentence = dots.endIndex < gap.endIndex ? gap[dots.endIndex].isWhitespace : isSpaced && gap.count == 3
        if isAbbreviation || endsSentence { text += dots }
        let parts = text.split(whereSeparator: \.isWhitespace)
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        return Self.balanced(parts.joined(separator: " "))
    }

    private func isInitial(_ index: Int) -> Bool {
        words[index].text.count == 1 && words[index].text.allSatisfy { $0.isUppercase }
    }

    private static func shown(_ sign: Character, keepsDots: Bool) -> Character {
        switch sign {
        case ".": keepsDots ? "." : " "
        case "_", "[", "]", "{", "}", "【", "】", "「", "」", "『", "』": " "
        case "（": "("
        case "）": ")"
        default: sign
        }
    }

    /// The signs before the first word and after the last are not part of a text, but may have been halves of pairs.
    private static func balanced(_ text: String) -> String {
        var open = 0
        var missing = 0
        for character in text {
            if character == "(" { open += 1 }
            if character == ")" { if open > 0 { open -= 1 } else { missing += 1 } }
        }
        return String(repeating: "(", count: missing) + text + String(repeating: ")", count: open)
    }

    // MARK: - Noise

    /// Returns where the title that begins at a word ends. Possible noise counts only as the last words before the
    /// certain, and only in capitals (`The.Web.720p.WEB.x264`); doubtful words remain.
    func endOfTitle(from start: Int) -> Int {
        guard start < words.count else { return words.count }
        var end = words[start...].firstIndex { $0.bracket == "[" || $0.noise == .certain } ?? words.count
        let isRelease = end < words.count
        while isRelease, end > start, words[end].bracket == "(", !words[end].gap.contains(where: { "(（".contains($0) })
        {
            end -= 1
        }
        let range = start..<end
        if isRelease, words[range].allSatisfy({ $0.noise == .possible }) { return start }
        // Without lower case elsewhere, capitals say nothing.
        let isMixed = words[..<end].contains { $0.noise == .none && $0.text.contains(where: \.isLowercase) }
        if !isRelease, isMixed, isGroup(end - 1) { end -= 1 }
        while end > start, words[end - 1].noise == .possible, isNoise(end - 1, isMixed: isMixed, inRelease: isRelease) {
            end -= 1
        }
        let hasArticle = end > start && end < range.upperBound && Self.articles.contains(words[end - 1].lower)
        return hasArticle ? end + 1 : end
    }

    private func isNoise(_ index: Int, isMixed: Bool, inRelease: Bool) -> Bool {
        let word = words[index]
        if word.bracket == "(" || isMixed && word.text.dropFirst().contains(where: \.isUppercase) { return true }
        guard inRelease else { return false }
        let next = index + 1 < words.count ? words[index + 1].lower : ""
        return Self.neverInTitles.contains(word.lower) || ["dl", "ml", "dubbed", "subbed", "sub", "dub"].contains(next)
    }

    /// Whether the word is a group behind a hyphen: `Show.S01E02-GRP`.
    private func isGroup(_ index: Int) -> Bool {
        let word = words[index]
        return word.gap == "-" && word.text.count > 2 && word.text.allSatisfy { $0.isASCII && $0.isUppercase }
            && !words.contains { $0.gap.contains(where: \.isWhitespace) }
    }

    private mutating func markNoise() {
        for index in words.indices where words[index].noise != .certain {
            let word = words[index].lower
            if Self.certain.contains(word) || Self.isMeasure(word) {
                words[index].noise = .certain
            } else if Self.possible.contains(word) {
                words[index].noise = .possible
            }
            // WEB-DL, H.264, Blu-ray, 10-bit, 5.1.
            guard index + 1 < words.count, words[index + 1].gap.count == 1 else { continue }
            let pair = word + words[index + 1].lower
            let isSurround = words[index + 1].gap == "." && ["51", "71"].contains(pair)
            let isTied = words[index + 1].gap == "-" && (Self.certain.contains(pair) || Self.isMeasure(pair))
            if isTied || isSurround || Self.certainPairs.contains(pair) {
                words[index].noise = .certain
                words[index + 1].noise = .certain
            }
        }
        beginsNoise = Array(repeating: false, count: words.count)
        for index in words.indices.reversed() {
            let leads = words[index].noise == .possible && index + 1 < words.count && beginsNoise[index + 1]
            beginsNoise[index] = words[index].noise == .certain || leads
        }
    }

    /// `1080p`, `1920x1080`, `60fps`, `DDP5` (of `DDP5.1`).
    private static func isMeasure(_ word: String) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        let rest = word[digits.endIndex...]
        if (3...4).contains(digits.count) {
            if ["p", "i", "p50", "p60"].contains(rest) { return true }
            if rest.first == "x", number(rest.dropFirst(), digits: 3...4) != nil { return true }
        }
        if !digits.isEmpty, rest == "fps" { return true }
        let letters = word.prefix { $0.isASCII && $0.isLetter }
        return ["dd", "ddp", "aac", "dts", "opus", "flac"].contains(letters)
            && number(word[letters.endIndex...], digits: 1...2) != nil
    }

    /// Words that are in no title. The sources, codecs and languages are those of the scene's rules for television and
    /// films (scenerules.org, "TV x264 720p", "WEB and WEBRip SD & HD x264").
    private static let certain: Set<String> = [
        "bluray", "webdl", "webrip", "webhd", "hdtv", "pdtv", "sdtv", "hdrip", "hdtvrip", "tvrip", "satrip", "dvbrip",
        "dvdrip", "dvdscr", "dvd5", "dvd9", "bdrip", "brrip", "bdremux", "remux", "hddvd", "vhsrip", "telesync", "hdts",
        "hdtc", "hdcam", "uhd", "hdr", "hdr10", "hdr10plus", "x264", "x265", "h264", "h265", "hevc", "xvid", "divx",
        "av1", "vp9", "8bit", "10bit", "12bit", "hi10", "hi10p", "aac", "ac3", "eac3", "ddp", "dts", "dtshd", "truehd",
        "atmos", "flac", "vostfr", "subfrench", "truefrench", "vff", "vfq", "amzn", "dsnp", "atvp", "hmax", "pcok",
    ]
    private static let certainPairs: Set<String> = ["h264", "h265", "x264", "x265", "webdl", "bluray", "dtshd"]
    private static let possible: Set<String> = neverInTitles.union([
        "web", "hd", "sd", "dvd", "bd", "cam", "ts", "tc", "4k", "8k", "3d", "dv", "sdr", "opus", "avc", "dual",
        "audio", "dl", "ml", "dub", "sub", "subs", "proper", "real", "internal", "limited", "nf", "cr", "ip", "hulu",
        "max", "stan", "complete", "uncensored", "uncut", "unrated", "extended", "remastered", "restored",
        "theatrical", "directors", "director's", "cut", "edition", "imax", "hybrid", "ultimate", "special", "final",
        "collectors", "collector's", "criterion", "anniversary", "redux", "dc", "retail", "german", "french",
        "english", "italian", "spanish", "russian", "japanese", "polish", "dutch", "swedish", "danish", "norwegian",
        "finnish", "nordic", "czech", "korean", "chinese", "hindi", "portuguese", "turkish", "latino", "castellano",
        "hungarian", "ukrainian", "arabic", "eng", "ger", "fre", "ita", "spa", "rus", "jpn", "pol", "vf",
    ])
    private static let neverInTitles: Set<String> = [
        "repack", "rerip", "readnfo", "nfofix", "dirfix", "multi", "multisub", "multisubs", "dubbed", "subbed",
    ]
    private static let articles: Set<String> = [
        "the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "il",
    ]
}
