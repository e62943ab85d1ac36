import PlayerCore

/// `[[chapter-words]]`: the titles of chapters of each kind in a language.
extension ConfigurationReader {
    /// Each word is compared with the title of every chapter.
    private static let mostWords = 1_000

    private static let chapterWordKeys = ["language"] + SegmentKind.known.map(\.rawValue)

    mutating func chapterWords() -> [ChapterTitleRules.Rule] {
        var rules: [ChapterTitleRules.Rule] = []
        for (index, entry) in elements("chapter-words", keys: Self.chapterWordKeys) {
            var language: String?
            if let node = entry["language"] {
                guard let tag = node.string, LanguageMatching.isTag(tag) else {
                    reportWords(index, "language", "must be a language tag, as in \"de\"")
                    continue
                }
                language = tag
            }
            for kind in SegmentKind.known {
                rules += words(entry, index, kind).map { .init(kind, $0, language: language) }
            }
        }
        if rules.count > Self.mostWords {
            reportWords(nil, nil, "has \(rules.count) words in total: the maximum is \(Self.mostWords)")
        }
        return rules
    }

    private mutating func words(_ entry: TOMLTable, _ index: Int, _ kind: SegmentKind) -> [String] {
        guard let node = entry[kind.rawValue] else { return [] }
        let array = node.array
        let texts = (0..<(array?.count ?? 0)).compactMap { array?[$0].value.string }
        guard let array, texts.count == array.count, texts.allSatisfy({ $0.contains(where: \.isLetter) }) else {
            reportWords(index, kind.rawValue, "must be a list of words or phrases, as in [\"Vorspann\"]")
            return []
        }
        return texts
    }

    private mutating func reportWords(_ index: Int?, _ key: String?, _ message: String) {
        let name = key.map { "chapter-words.\($0)" } ?? "chapter-words"
        report("chapter-words", index, key, among: Self.chapterWordKeys, "\(name) \(message)")
    }
}
