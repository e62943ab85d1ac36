/// A word or a number of a chapter's title.
struct TitleWord: Hashable, Sendable {
    var text: String
    /// Whether something other than a space precedes it: "OP: Song", "OP - Song".
    var followsSign = false

    /// Whether it is written in digits.
    var isDigits: Bool { text.first?.isNumber ?? false }

    /// Splits a text into words: letters belong together, and so do digits; signs and spaces separate them ("OP1" is
    /// "OP" and "1"). An English genitive counts as its word ("week's" is "week").
    static func words(of text: String) -> [TitleWord] {
        var words: [TitleWord] = []
        var current = ""
        var hasSign = false
        func end() {
            guard !current.isEmpty else { return }
            for genitive in ["'s", "’s"] where current.lowercased().hasSuffix(genitive) { current.removeLast(2) }
            if current.contains(where: { $0.isLetter || $0.isNumber }) {
                words.append(TitleWord(text: current, followsSign: hasSign && !words.isEmpty))
                hasSign = false
            }
            current = ""
        }
        for character in text.prefix(200) {
            let isLetter = character.isLetter || (!current.isEmpty && (character == "'" || character == "’"))
            guard isLetter || character.isNumber else {
                end()
                hasSign = hasSign || !character.isWhitespace
                continue
            }
            if let last = current.last, last.isNumber == isLetter { end() }
            current.append(character)
        }
        end()
        return words
    }
}

/// Words that may accompany the words for a kind of chapter: numbers, articles, "part", "song".
struct TitleCompanions: Sendable {
    private let words: Set<String>

    /// - Parameter language: of the title, BCP 47; English words count in every language, and the words of all
    ///   languages count in an unknown one.
    init(language: String) {
        let language = Self.primary(language)
        let isKnown = language != "und" && !language.isEmpty
        words = Self.words.reduce(into: []) { all, entry in
            if !isKnown || entry.key == "en" || entry.key == language { all.formUnion(entry.value) }
        }
    }

    static func primary(_ language: String) -> String { language.prefix { $0 != "-" }.lowercased() }

    /// Whether a word of a title is a companion.
    func contains(_ title: [TitleWord], _ index: Int) -> Bool {
        if isNumber(title[index]) { return true }
        let word = title[index].text.lowercased()
        if words.contains(word) { return true }
        let neighbours = [index - 1, index + 1].filter(title.indices.contains)
        return Self.counted.contains(word) && neighbours.contains { isNumber(title[$0]) }
    }

    /// Whether a word is a number: `2`, `II`, `two`, `A`.
    private func isNumber(_ word: TitleWord) -> Bool {
        if word.isDigits || Self.numbers.contains(word.text.lowercased()) { return true }
        if word.text.count == 1 { return word.text != word.text.lowercased() }
        return word.text.allSatisfy { "IVX".contains($0) }
    }

    private static let numbers: Set<String> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "first", "second", "third",
        "eins", "zwei", "drei", "un", "deux", "trois", "uno", "dos", "tres", "due", "tre", "dois", "três",
    ]

    /// Only beside a number: "Chapter 1: Intro" is an intro, "Opening Chapter" is not.
    private static let counted: Set<String> = [
        "chapter", "episode", "ep", "act", "number", "no", "nr", "scene", "season", "volume", "vol", "disc", "side",
        "track", "title", "kapitel", "folge", "akt", "szene", "staffel", "chapitre", "épisode", "acte", "saison",
        "capítulo", "episodio", "acto", "temporada", "capitolo", "stagione", "episódio", "hoofdstuk", "aflevering",
        "glava", "глава", "серия", "第", "话", "話", "集", "回", "章",
    ]

    /// By primary language.
    private static let words: [String: Set<String>] = [
        "en": [
            "the", "a", "an", "and", "of", "for", "with", "st", "nd", "rd", "th", "part", "pt", "version", "ver", "v",
            "full", "main", "title", "titles", "theme", "song", "music", "sequence", "animation", "animated", "logo",
            "logos", "creditless", "textless", "official", "tv", "size", "start",
        ],
        "de": ["der", "die", "das", "und", "mit", "von", "teil", "lied", "musik", "titel"],
        "fr": ["le", "la", "les", "l", "du", "de", "des", "et", "partie", "chanson", "musique", "titre"],
        "es": ["el", "la", "los", "las", "del", "de", "y", "parte", "canción", "música", "título"],
        "it": ["il", "lo", "la", "i", "gli", "le", "di", "e", "parte", "sigla", "canzone", "musica", "titolo"],
        "pt": ["o", "a", "os", "as", "do", "da", "de", "e", "parte", "canção", "música", "título"],
        "nl": ["de", "het", "een", "en", "van", "deel", "lied", "muziek", "titel"],
        "sv": ["och", "del", "låt", "musik", "titel"],
        "da": ["og", "del", "sang", "musik", "titel"],
        "nb": ["og", "del", "sang", "musikk", "tittel"],
        "pl": ["i", "część", "piosenka", "muzyka", "tytuł"],
        "ru": ["и", "часть", "песня", "музыка"],
        "ja": ["の", "部", "曲", "主題歌", "テーマ", "ソング"],
        "zh": ["的", "部", "部分", "歌", "主题曲"],
    ]
}
