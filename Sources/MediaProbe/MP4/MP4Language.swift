/// The language of a track or text, in the 16-bit form of `mdhd` and QuickTime's user data.
enum MP4Language {
    /// Returns a BCP 47 tag; `und` if the language is not given.
    ///
    /// From 0x400 on the code is three letters of ISO 639-2 in 5 bits each (ISO/IEC 14496-12 section 8.4.2), below
    /// that a code of the Macintosh's Script Manager (QuickTime File Format, "Language code values").
    ///
    /// - Parameter isQuickTime: in other files 0 is not English but means that the language is not given.
    static func bcp47(packed code: UInt16, isQuickTime: Bool) -> String {
        if code == 0x7FFF || (code == 0 && !isQuickTime) { return "und" }
        if code < 0x400 { return LanguageCode.bcp47(macintosh[Int(code)] ?? "und") }
        let letters = [10, 5, 0].map { UInt8(truncatingIfNeeded: code >> $0 & 0x1F) + 0x60 }
        guard letters.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return "und" }
        return LanguageCode.bcp47(String(decoding: letters, as: UTF8.self))
    }

    /// Whether text in that language is in Macintosh encoding rather than in UTF-8 (packed codes).
    static func isMacintosh(_ code: UInt16) -> Bool { code < 0x400 }

    /// By the codes of the QuickTime File Format; tags where a three-letter code would lose the script or country.
    private static let macintosh: [Int: String] = {
        let codes = """
            eng fre ger ita dut swe spa dan por nor heb jpn ara fin gre ice mlt tur hrv zh-Hant urd hin tha kor lit pol
            hun est lav sme fao per rus zh-Hans nl-BE gle alb rum cze slo slv yid srp mac bul ukr bel uzb kaz az-Cyrl
            az-Arab arm geo ro-MD kir tgk tuk mn-Mong mn-Cyrl pus kur kas snd tib nep san mar ben asm guj pan ori mal
            kan tam tel sin bur khm lao vie ind tgl ms-Latn ms-Arab amh tir orm som swa kin run nya mlg epo
            """
        let later = """
            wel baq cat lat que grn aym tat uig dzo jav su-Latn glg afr bre iku gla glv gle ton grc kal az-Latn nno
            """
        let words = codes.split(whereSeparator: \.isWhitespace).enumerated().map { ($0.offset, String($0.element)) }
        let more = later.split(whereSeparator: \.isWhitespace).enumerated().map {
            (128 + $0.offset, String($0.element))
        }
        return Dictionary(words + more) { first, _ in first }
    }()
}
