/// Converts GStreamer's language codes to BCP 47.
enum LanguageTag {
    /// ISO 639-2 codes with an ISO 639-1 form: BCP 47 requires the shortest one (RFC 5646, 2.2.1).
    private static let shortForms: [String: String] = [
        "ara": "ar", "bul": "bg", "cat": "ca", "ces": "cs", "chi": "zh", "cze": "cs", "dan": "da", "deu": "de",
        "dut": "nl", "ell": "el", "eng": "en", "est": "et", "eus": "eu", "baq": "eu", "fas": "fa", "per": "fa",
        "fin": "fi", "fra": "fr", "fre": "fr", "ger": "de", "gle": "ga", "gre": "el", "heb": "he", "hin": "hi",
        "hrv": "hr", "hun": "hu", "ice": "is", "isl": "is", "ind": "id", "ita": "it", "jpn": "ja", "kor": "ko",
        "lav": "lv", "lit": "lt", "may": "ms", "msa": "ms", "nld": "nl", "nor": "no", "nob": "nb", "nno": "nn",
        "pol": "pl", "por": "pt", "roh": "rm", "ron": "ro", "rum": "ro", "rus": "ru", "slk": "sk", "slo": "sk",
        "slv": "sl", "spa": "es", "srp": "sr", "swe": "sv", "tha": "th", "tur": "tr", "ukr": "uk", "vie": "vi",
        "zho": "zh",
    ]

    static func bcp47(_ code: String) -> String {
        let lower = code.lowercased()
        return shortForms[lower] ?? (lower.isEmpty ? "und" : lower)
    }
}
