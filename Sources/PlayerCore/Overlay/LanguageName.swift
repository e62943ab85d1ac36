/// The names of languages in themselves, as lists of tracks show them.
enum LanguageName {
    /// The name of a language, such as `Deutsch` or `Português (BR)`; the tag itself if it is not in the table; nil if it
    /// says nothing.
    ///
    /// - Parameter tag: BCP 47.
    static func text(_ tag: String) -> String? {
        let parts = tag.split(separator: "-").map(String.init)
        guard let primary = parts.first?.lowercased(), !["und", "mis", "mul", "zxx"].contains(primary) else {
            return nil
        }
        guard let name = names[primary] else { return tag }
        guard
            let region = parts.dropFirst().last(where: { $0.count == 2 || $0.count == 3 && $0.allSatisfy(\.isNumber) })
        else { return name }
        return "\(name) (\(region.uppercased()))"
    }

    private static let names = [
        "ar": "العربية", "bg": "Български", "bn": "বাংলা", "bs": "Bosanski", "ca": "Català", "cs": "Čeština",
        "cy": "Cymraeg",
        "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English", "eo": "Esperanto", "es": "Español",
        "et": "Eesti", "eu": "Euskara", "fa": "فارسی", "fi": "Suomi", "fil": "Filipino", "fr": "Français",
        "ga": "Gaeilge", "gl": "Galego", "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski", "hu": "Magyar",
        "hy": "Հայերեն", "id": "Indonesia", "is": "Íslenska", "it": "Italiano", "ja": "日本語", "ka": "ქართული",
        "kk": "Қазақ тілі", "ko": "한국어", "la": "Latina", "lt": "Lietuvių", "lv": "Latviešu", "mk": "Македонски",
        "ms": "Melayu", "nb": "Norsk bokmål", "nl": "Nederlands", "nn": "Norsk nynorsk", "no": "Norsk", "pl": "Polski",
        "pt": "Português", "ro": "Română", "ru": "Русский", "sk": "Slovenčina", "sl": "Slovenščina", "sq": "Shqip",
        "sr": "Српски", "sv": "Svenska", "ta": "தமிழ்", "te": "తెలుగు", "th": "ไทย", "tr": "Türkçe", "uk": "Українська",
        "ur": "اردو", "vi": "Tiếng Việt", "yue": "粵語", "zh": "中文",
    ]
}
