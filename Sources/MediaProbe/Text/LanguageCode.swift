/// Language codes of containers as BCP 47 tags.
enum LanguageCode {
    private static let short = [
        "eng": "en", "fre": "fr", "fra": "fr", "ger": "de", "deu": "de", "ita": "it", "spa": "es", "jpn": "ja",
    ]

    static func bcp47(_ code: String) -> String {
        let lower = code.lowercased()
        if lower.isEmpty || lower == "unk" { return "und" }
        return lower.count == 3 ? short[lower] ?? lower : code
    }
}
