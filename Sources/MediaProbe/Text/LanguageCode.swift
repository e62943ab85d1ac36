/// Language codes as containers write them.
enum LanguageCode {
    /// The BCP 47 tag for an ISO 639-2 code or a tag that is one already; `und` for what says nothing.
    static func bcp47(_ code: String) -> String {
        let code = code.lowercased()
        let short = [
            "eng": "en", "ger": "de", "deu": "de", "fre": "fr", "fra": "fr", "spa": "es", "ita": "it", "jpn": "ja",
        ]
        return code.isEmpty || code == "xxx" ? "und" : short[code] ?? code
    }
}
