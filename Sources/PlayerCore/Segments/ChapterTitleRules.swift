/// What kind of segment a chapter is, told from its title: the words that release groups, players and servers use.
///
/// The English words are those of intro-skipper and mpv's chapterskip, merged. They count as whole words, whatever their
/// case (abbreviations of two letters only in capitals), and not where "end" follows: "Intro End" is where it is over.
public struct ChapterTitleRules: Hashable, Sendable {
    /// One or more words for a kind, in lower case or all in capitals.
    public struct Rule: Hashable, Sendable {
        public var kind: SegmentKind
        public var words: [String]
        /// Only as the beginning of a title.
        public var isAtStart: Bool
        /// Only in titles of this language, and of none; nil: in all. BCP 47, compared without regions.
        public var language: String?

        /// - Parameter phrase: words between spaces.
        public init(_ kind: SegmentKind, _ phrase: String, isAtStart: Bool = false, language: String? = nil) {
            self.kind = kind
            words = ChapterTitleRules.words(phrase)
            self.isAtStart = isAtStart
            self.language = language
        }

        fileprivate func fits(language other: String) -> Bool {
            guard let language, other != "und" else { return true }
            return ChapterTitleRules.primary(language) == ChapterTitleRules.primary(other)
        }
    }

    /// The first that fits counts.
    public var rules: [Rule]

    public init(_ rules: [Rule] = english) { self.rules = rules }

    /// Nil where no rule fits.
    public func kind(of title: ChapterTitle) -> SegmentKind? {
        let words = Self.words(title.text)
        guard !words.isEmpty, words.count <= 12 else { return nil }
        return rules.first { $0.fits(language: title.language) && Self.fits($0, words) }?.kind
    }

    private static func primary(_ language: String) -> String { language.prefix { $0 != "-" }.lowercased() }

    private static func fits(_ rule: Rule, _ words: [String]) -> Bool {
        guard !rule.words.isEmpty, rule.words.count <= words.count else { return false }
        let last = rule.isAtStart ? 0 : words.count - rule.words.count
        for start in 0...last {
            let end = start + rule.words.count
            guard zip(rule.words, words[start..<end]).allSatisfy(isSame) else { continue }
            if end < words.count, words[end].lowercased() == "end" { continue }
            return true
        }
        return false
    }

    /// A word of the rule all in capitals stands for itself, any other for all its cases.
    private static func isSame(_ rule: String, _ word: String) -> Bool {
        rule == word || (rule != rule.uppercased() && rule.lowercased() == word.lowercased())
    }

    /// Letters belong together; digits, signs and spaces part them ("OP1" is the word "OP").
    private static func words(_ text: String) -> [String] {
        text.prefix(200).split { !$0.isLetter && $0 != "'" }.map(String.init)
    }

    public static let english: [Rule] = [
        Rule(.openingCredits, "opening credits"), Rule(.openingCredits, "opening titles"),
        Rule(.openingCredits, "title sequence"), Rule(.openingCredits, "main titles"),
        Rule(.closingCredits, "end credits"), Rule(.closingCredits, "closing credits"),
        Rule(.closingCredits, "credits"), Rule(.closingCredits, "credit"),
        Rule(.closingCredits, "ending"), Rule(.closingCredits, "outro"),
        Rule(.closingCredits, "ED"),
        Rule(.openingCredits, "intro"), Rule(.openingCredits, "introduction"), Rule(.openingCredits, "opening"),
        Rule(.openingCredits, "OP"),
        Rule(.nextPreview, "next time"), Rule(.nextPreview, "next on"), Rule(.nextPreview, "next episode"),
        Rule(.preview, "preview"), Rule(.preview, "PV"), Rule(.preview, "sneak peek"), Rule(.preview, "coming up"),
        Rule(.preview, "coming soon"), Rule(.preview, "teaser"), Rule(.preview, "trailer"),
        Rule(.preview, "extra"),
        Rule(.recap, "recap"), Rule(.recap, "rcap"), Rule(.recap, "summary"), Rule(.recap, "sumary"),
        Rule(.recap, "previously"), Rule(.recap, "prev", isAtStart: true), Rule(.recap, "catch up"),
        Rule(.recap, "previous", isAtStart: true),
        Rule(.recap, "last time", isAtStart: true), Rule(.recap, "last week", isAtStart: true),
        Rule(.recap, "last episode", isAtStart: true), Rule(.recap, "earlier", isAtStart: true),
    ]
}
