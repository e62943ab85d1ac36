/// Recognises the kind of segment of a chapter by its title, with the words that release groups, players and servers
/// use.
///
/// The English words are those of intro-skipper and mpv's chapterskip, merged. A phrase must be the whole title except
/// for companions (``TitleCompanions``): "The Intro, Part 2" is an intro, "Intro to Swift" is not, and "Opening Night"
/// has no opening credits. Chapters that yt-dlp made of SponsorBlock's segments are known by their categories
/// (``SponsorBlockCategory``). Case is ignored (but abbreviations of two letters match only in capitals).
public struct ChapterTitleRules: Hashable, Sendable {
    /// One or more words for a kind, in lower case or all in capitals.
    public struct Rule: Hashable, Sendable {
        public var kind: SegmentKind
        public var words: [String]
        /// Whether it matches the beginning of a title with any continuation: "Previously on Lost".
        public var isBeginning: Bool
        /// Matches only titles in this language or of unknown language; nil: in any. BCP 47, compared without regions.
        public var language: String?

        /// - Parameter phrase: words separated by spaces; with "…" or "..." at the end it matches the beginning of
        ///   titles.
        public init(_ kind: SegmentKind, _ phrase: String, language: String? = nil) {
            self.kind = kind
            words = TitleWord.words(of: phrase).map(\.text)
            isBeginning = phrase.hasSuffix("…") || phrase.hasSuffix("...")
            self.language = language
        }

        fileprivate func fits(language other: String) -> Bool {
            guard let language, other != "und" else { return true }
            return TitleCompanions.primary(language) == TitleCompanions.primary(other)
        }

        /// An abbreviation is not part of a sentence: text after it that follows a sign is the song's name.
        fileprivate var isAbbreviation: Bool { words.allSatisfy { $0 == $0.uppercased() && $0 != $0.lowercased() } }

        /// Returns the places of the phrase in a title, as ranges of word indices.
        fileprivate func places(in title: [TitleWord]) -> [Range<Int>] {
            guard !words.isEmpty, words.count <= title.count else { return [] }
            let last = isBeginning ? 0 : title.count - words.count
            return (0...last).map { $0..<$0 + words.count }.filter { place in
                zip(words, title[place]).allSatisfy { Self.isSame($0, $1.text) }
            }
        }

        /// A word of the rule in capitals matches exactly, any other regardless of case.
        private static func isSame(_ rule: String, _ word: String) -> Bool {
            rule == word || (rule != rule.uppercased() && rule.lowercased() == word.lowercased())
        }
    }

    /// The first matching rule applies.
    public var rules: [Rule]

    public init(_ rules: [Rule] = english) { self.rules = rules }

    /// Returns the kind of segment of a title; nil if no rule matches.
    public func kind(of title: ChapterTitle) -> SegmentKind? {
        if let kind = SponsorBlockCategory.kind(ofTitle: title.text) { return kind }
        let words = TitleWord.words(of: title.text)
        guard !words.isEmpty, words.count <= 16 else { return nil }
        let companions = TitleCompanions(language: title.language)
        var isCovered = words.indices.map { companions.contains(words, $0) }
        var first: Rule?
        for rule in rules where rule.fits(language: title.language) {
            for place in rule.places(in: words) {
                if rule.isBeginning { return rule.kind }
                first = first ?? rule
                for index in place { isCovered[index] = true }
                if rule.isAbbreviation, let other = isCovered.firstIndex(of: false), other > place.lowerBound,
                    words[other].followsSign
                {
                    return rule.kind
                }
            }
        }
        return isCovered.allSatisfy(\.self) ? first?.kind : nil
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
        Rule(.nextPreview, "next time on …"), Rule(.nextPreview, "next on …"),
        Rule(.nextPreview, "next time"), Rule(.nextPreview, "next episode"),
        Rule(.preview, "preview"), Rule(.preview, "PV"), Rule(.preview, "sneak peek"),
        Rule(.preview, "coming up on …"), Rule(.preview, "coming up next …"), Rule(.preview, "coming up"),
        Rule(.preview, "coming soon"), Rule(.preview, "teaser"), Rule(.preview, "trailer"),
        Rule(.preview, "extra"),
        Rule(.recap, "recap"), Rule(.recap, "rcap"), Rule(.recap, "summary"), Rule(.recap, "sumary"),
        Rule(.recap, "previously on …"), Rule(.recap, "previously in …"), Rule(.recap, "previously"),
        Rule(.recap, "previous episode"), Rule(.recap, "previous"), Rule(.recap, "prev"), Rule(.recap, "catch up"),
        Rule(.recap, "last time on …"), Rule(.recap, "last week on …"), Rule(.recap, "earlier on …"),
        Rule(.recap, "last time"), Rule(.recap, "last week"), Rule(.recap, "last episode"), Rule(.recap, "earlier"),
        Rule(.advertisement, "advertisement"), Rule(.advertisement, "advertisements"), Rule(.advertisement, "ads"),
        Rule(.advertisement, "ad break"), Rule(.advertisement, "commercials"), Rule(.advertisement, "commercial break"),
        Rule(.advertisement, "sponsor"), Rule(.advertisement, "sponsors"), Rule(.advertisement, "sponsor break"),
    ]
}
