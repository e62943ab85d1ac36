/// Guesses the encoding of a subtitle file that does not state it.
public enum SubtitleEncoding {
    /// Decodes text that is recognisable by its bytes: UTF-8 with or without a byte order mark, UTF-16 or UTF-32 with
    /// one, or UTF-16 without one that is mostly ASCII. Nil for anything else.
    public static func unicode(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            return utf32(bytes)
        }
        let zeros = bytes.prefix(1_000).enumerated().reduce(into: [0, 0]) { counts, byte in
            if byte.element == 0 { counts[byte.offset & 1] += 1 }
        }
        // Half of the bytes of ASCII in UTF-16 are zero, which is so in no other encoding.
        if !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]), zeros[0] + zeros[1] > 0 {
            let length = min(1_000, bytes.count)
            if zeros[1] > length / 4 { return SidecarText([0xFF, 0xFE] + bytes).text }
            if zeros[0] > length / 4 { return SidecarText([0xFE, 0xFF] + bytes).text }
            return nil
        }
        let isMarked = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]].contains { bytes.starts(with: $0) }
        guard isMarked || String(validating: bytes, as: UTF8.self) != nil else { return nil }
        return SidecarText(bytes).text
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

    /// Returns the usual encodings of a language before UTF-8, by their iconv names, most likely first; the last
    /// accepts every byte.
    ///
    /// - Parameter language: BCP 47.
    public static func likely(for language: String) -> [String] {
        let subtags = language.lowercased().split(separator: "-").map(String.init)
        let primary = subtags.first ?? "und"
        let isTraditional = subtags.contains { ["hant", "tw", "hk", "mo"].contains($0) }
        let own: [String] =
            switch primary {
            case "ru", "uk", "be", "bg", "mk", "kk", "mn": ["WINDOWS-1251"]
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
        return own + ["WINDOWS-1252", "ISO-8859-1"]
    }
}
