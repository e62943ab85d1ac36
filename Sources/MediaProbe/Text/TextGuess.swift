internal import GLibLoop
internal import Glibc

/// Guesses the encoding of text that does not state it: subtitles, sidecars, lists, titles of stations.
///
/// Text that is not Unicode is decoded with the encodings in question, and the most plausible result wins: letters that
/// form words, and characters that are common. The language of a file and that of the session decide between results
/// that are alike.
public enum TextGuess {
    /// The language of the session, from the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set; `und` without one.
    public static let sessionLanguage = language(
        ofLocale: localeVariables.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty } ?? ""
    )

    private static let localeVariables: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]

    /// Returns the BCP 47 tag of a locale such as `ru_RU.UTF-8`.
    static func language(ofLocale locale: String) -> String {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        return name == "C" || name == "POSIX" ? "und" : LanguageCode.bcp47(String(name))
    }

    /// Returns bytes as text. Anything that is in no other encoding is Windows-1252, which includes Latin-1.
    ///
    /// - Parameters:
    ///   - language: of the text, BCP 47; `und` if unknown.
    ///   - session: the language of the session, in the same form.
    public static func text(
        _ bytes: [UInt8], language: String = "und", session: String = sessionLanguage
    ) -> String {
        if let text = unicode(bytes) ?? truncated(bytes) { return text }
        let encoding = encoding(of: bytes, language: language, session: session)
        return encoding.flatMap { decoded(bytes, from: $0) } ?? Windows1252.text(bytes)
    }

    /// Returns bytes in an encoding as text; nil if they are invalid in it.
    static func decoded(_ bytes: [UInt8], from encoding: String) -> String? {
        TextEncoding.utf8(bytes, from: encoding)
    }

    /// Returns the encoding of bytes that are not Unicode, by its iconv name; nil: Windows-1252, or none.
    static func encoding(
        of bytes: [UInt8], language: String = "und", session: String = sessionLanguage
    ) -> String? {
        if language != "und", !language.isEmpty {
            let told = usual(for: language).filter { decoded(bytes, from: $0) != nil }
            return told.count > 1 ? best(bytes, told.map { ($0, 0) })?.encoding ?? told[0] : told.first
        }
        let hinted = usual(for: session)
        let candidates =
            hinted.enumerated().map { ($0.element, 0.25 - 0.1 * Double(min($0.offset, 2))) }
            + general.filter { !hinted.contains($0) }.map { ($0, 0.0) }
        let regional = LatinAlphabet.encoding(of: sample(bytes)).flatMap { decoded(bytes, from: $0) == nil ? nil : $0 }
        let latin = LatinPlausibility.of(
            regional.flatMap { decoded(sample(bytes), from: $0) } ?? Windows1252.text(sample(bytes)))
        guard let best = best(bytes, candidates), best.score > max(latin, -0.2) else { return regional }
        return best.encoding
    }

    /// The encodings that are recognised in any session.
    private static let general = [
        "GB18030", "BIG5-HKSCS", "CP932", "EUC-JP", "UHC", "WINDOWS-1251", "KOI8-U", "IBM866", "WINDOWS-1253",
        "WINDOWS-1255", "WINDOWS-1256",
    ]

    private static func best(
        _ bytes: [UInt8], _ candidates: [(encoding: String, bonus: Double)]
    ) -> (encoding: String, score: Double)? {
        let sample = sample(bytes)
        let scored = candidates.compactMap { encoding, bonus -> (encoding: String, score: Double)? in
            guard let score = plausibility(sample, encoding) else { return nil }
            return (encoding, score + bonus)
        }
        // The first of equals.
        let ordered = scored.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
        return ordered.lazy.map(\.element).first { decoded(bytes, from: $0.encoding) != nil }
    }

    /// How plausible bytes are as text in an encoding: 1 for common letters only, below 0 for nonsense; nil if they are
    /// invalid.
    private static func plausibility(_ bytes: [UInt8], _ encoding: String) -> Double? {
        if let pairs = BytePairs(encoding) { return pairs.plausibility(of: bytes) }
        guard let text = decoded(bytes, from: encoding) else { return nil }
        guard let alphabet = Alphabet(encoding) else { return LatinPlausibility.of(text) }
        return alphabet.plausibility(of: text)
    }

    /// In bytes. Enough to tell encodings apart.
    private static let longestSample = 16 << 10

    /// The beginning of the lines that are not ASCII.
    private static func sample(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > longestSample else { return bytes }
        var sample: [UInt8] = []
        for line in bytes.split(separator: 0x0A) where line.contains(where: { $0 >= 0x80 }) {
            guard sample.count + line.count < longestSample else { break }
            sample += line + [0x0A]
        }
        return sample.isEmpty ? bytes : sample
    }

    // MARK: Titles that were decoded wrongly

    /// Returns text that GStreamer took for Windows-1252 or Latin-1, as it does with every text that is not UTF-8, in the
    /// encoding that it is in; the text itself if it is plausible as it is.
    public static func repaired(_ text: String, session: String = sessionLanguage) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }), let bytes = Windows1252.bytes(text) else { return text }
        if let twice = String(validating: bytes, as: UTF8.self) ?? truncated(bytes) { return twice }
        // Another encoding of Latin letters must be certain: the text may be right.
        let hinted = usual(for: session)
        let candidates = (hinted + general).filter { BytePairs($0) != nil || Alphabet($0) != nil }
        guard
            let best = best(bytes, candidates.map { ($0, hinted.contains($0) ? 0.25 : 0) }), best.score > 0.4,
            best.score > LatinPlausibility.of(text) + 0.4
        else {
            return LatinAlphabet.encoding(of: sample(bytes)).flatMap { decoded(bytes, from: $0) } ?? text
        }
        return decoded(bytes, from: best.encoding) ?? text
    }

    /// Decodes UTF-8 whose last character is cut off, as servers do with long titles; nil for anything else.
    private static func truncated(_ bytes: [UInt8]) -> String? {
        guard let start = bytes.suffix(3).lastIndex(where: { $0 >= 0xC0 }), start > 3 else { return nil }
        let text = String(validating: bytes[..<start], as: UTF8.self)
        // Other characters show that it is UTF-8, and the rest must be the beginning of one.
        let length = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : 2
        guard let text, text.utf8.contains(where: { $0 >= 0x80 }), bytes.count - start < length,
            bytes[(start + 1)...].allSatisfy({ (0x80...0xBF).contains($0) })
        else { return nil }
        return text
    }

    // MARK: Unicode

    /// Decodes text that is recognisable by its bytes: UTF-8 with or without a byte order mark, UTF-16 or UTF-32 with
    /// one, or UTF-16 without one that is mostly ASCII. Nil for anything else.
    public static func unicode(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            return utf32(bytes)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBig: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBig: true) }
        let zeros = bytes.prefix(1_000).enumerated().reduce(into: [0, 0]) { counts, byte in
            if byte.element == 0 { counts[byte.offset & 1] += 1 }
        }
        // Half of the bytes of ASCII in UTF-16 are zero, which is so in no other encoding.
        if zeros[0] + zeros[1] > 0 {
            let length = min(1_000, bytes.count)
            if zeros[1] > length / 4 { return utf16(bytes[...], isBig: false) }
            if zeros[0] > length / 4 { return utf16(bytes[...], isBig: true) }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> String {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[index + (isBig ? 0 : 1)]) << 8 | UInt16(bytes[index + (isBig ? 1 : 0)])
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func utf32(_ bytes: [UInt8]) -> String? {
        let isLittle = bytes[0] == 0xFF
        var text = String.UnicodeScalarView()
        for start in stride(from: 4, to: bytes.count - 3, by: 4) {
            let unit = bytes[start..<start + 4]
            let value = (isLittle ? Array(unit.reversed()) : Array(unit)).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return String(text)
    }

    // MARK: Languages

    /// Returns the usual encodings of a language before UTF-8, by their iconv names, most likely first; none for a
    /// language that uses Windows-1252 or is unknown.
    ///
    /// - Parameter language: BCP 47.
    static func usual(for language: String) -> [String] {
        let subtags = language.lowercased().split(separator: "-").map(String.init)
        let primary = subtags.first ?? "und"
        let isTraditional = subtags.contains { ["hant", "tw", "hk", "mo"].contains($0) }
        return switch primary {
        case "ru", "uk", "be", "bg", "mk", "kk", "mn": ["WINDOWS-1251", "KOI8-U", "IBM866"]
        case "sr", "bs":
            subtags.contains("cyrl") || primary == "sr" && !subtags.contains("latn")
                ? ["WINDOWS-1251"] : ["WINDOWS-1250"]
        case "pl", "cs", "sk", "hu", "sl", "hr", "ro", "sq": ["WINDOWS-1250"]
        case "el": ["WINDOWS-1253"]
        case "tr", "az": ["WINDOWS-1254"]
        case "he", "yi": ["WINDOWS-1255"]
        case "ar", "fa", "ur": ["WINDOWS-1256"]
        case "et", "lv", "lt": ["WINDOWS-1257"]
        case "vi": ["WINDOWS-1258"]
        case "th": ["WINDOWS-874", "TIS-620"]
        case "ja": ["EUC-JP", "CP932", "SHIFT_JIS"]
        case "ko": ["UHC", "EUC-KR"]
        case "zh", "yue": isTraditional ? ["BIG5-HKSCS", "BIG5", "GB18030"] : ["GB18030", "BIG5"]
        default: []
        }
    }
}
