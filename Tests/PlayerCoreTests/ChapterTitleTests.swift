import Testing

@testable import PlayerCore

/// What chapters are, told from their titles.
struct ChapterTitleTests {
    @Test(
        arguments: [
            ("Intro", "opening-credits"), ("OP", "opening-credits"), ("Opening Credits", "opening-credits"),
            ("Sponsor", "advertisement"), ("Ad Break 2", "advertisement"), ("Advertisements", "advertisement"),
            ("Commercial Break", "advertisement"), ("The Sponsors", "advertisement"),
            ("End Credits", "closing-credits"), ("ED 2", "closing-credits"), ("Outro", "closing-credits"),
            ("Previously on Lost", "recap"), ("Next time on…", "next-preview"), ("Sneak Peek", "preview"),
            ("Intro End", nil), ("The Introspective", nil), ("Ed arrives", nil), ("Op amps", nil), ("", nil),
            ("The Last Stand", nil),
        ] as [(String, String?)])
    func titlesSayWhatTheyAre(_ title: String, _ kind: String?) {
        #expect(ChapterTitleRules().kind(of: ChapterTitle(title))?.rawValue == kind)
    }

    @Test(
        arguments: [
            "Opening Night", "The Opening Night", "Credit Suisse", "Intro to Swift", "Introduction: Why Swift?",
            "An Introduction to Everything", "Opening Chapter", "Opening Act", "Opening Number", "The Opening Scene",
            "Opening the Door", "Alternate Ending", "Never-Ending Story", "Ending the War", "Credit Where It Is Due",
            "Extra Time", "Trailer Park Boys", "Coming Up for Air", "The Last Time I Saw Paris",
            "Last Time I Saw Paris",
            "Earlier That Day", "Previous Lives", "Previously Unreleased Scenes", "Next Time Around",
            "Summary Execution", "Commercial", "Our Sponsor, the Widow", "Ads and Us", "Ad",
            "A Preview of Hell", "Ed's Big Day", "The End", "Part 2", "I", "2", "The", "Chapter 1",
            "Der Vorspann", "The Outro Festival", "Catch Up with Tom", "OP AMPS", "No Ending", "Intro/Cold Open",
        ])
    func wordsInOtherTitlesSayNothing(_ title: String) {
        #expect(ChapterTitleRules().kind(of: ChapterTitle(title)) == nil)
    }

    @Test(
        arguments: [
            ("The Intro", "opening-credits"), ("Intro 2", "opening-credits"), ("INTRO", "opening-credits"),
            ("Intro (Part 1)", "opening-credits"), ("01. Intro", "opening-credits"),
            ("Intro, part II", "opening-credits"),
            ("Chapter 1: Intro", "opening-credits"), ("Chapter One - Opening", "opening-credits"),
            ("Opening Theme Song", "opening-credits"), ("Opening Title Sequence", "opening-credits"),
            ("Opening A", "opening-credits"), ("1st Opening", "opening-credits"), ("Intro / Logo", "opening-credits"),
            ("OP1", "opening-credits"), ("OP 2 - Guren no Yumiya", "opening-credits"),
            ("OP: \u{300C}Again\u{300D}", "opening-credits"),
            ("Episode 12 OP", "opening-credits"), ("第12話 OP", "opening-credits"), ("Creditless OP", "opening-credits"),
            ("Intro and Opening Credits", "opening-credits"), ("The End Credits", "closing-credits"),
            ("End Credits & Outro", "closing-credits"), ("Ending Credits", "closing-credits"),
            ("Ending Theme 2", "closing-credits"), ("ED (TV size)", "closing-credits"), ("Credits.", "closing-credits"),
            ("Preview of the Next Episode", "next-preview"), ("Next Time On: Lost", "next-preview"),
            ("Official Trailer", "preview"), ("Coming up next", "preview"), ("Recap of Episode 3", "recap"),
            ("Previously", "recap"), ("Last Time on Top Gear", "recap"), ("Previous Episode", "recap"),
            ("Prev. Episode 4", "recap"),
        ] as [(String, String?)])
    func whatMayStandBesideThem(_ title: String, _ kind: String?) {
        #expect(ChapterTitleRules().kind(of: ChapterTitle(title))?.rawValue == kind)
    }

    /// yt-dlp's `--sponsorblock-mark`: names of categories, several of them where segments overlap, or their ids.
    @Test(
        arguments: [
            ("Sponsor", "advertisement"), ("Unpaid/Self Promotion", "advertisement"), ("sponsor", "advertisement"),
            ("Intermission/Intro Animation", "opening-credits"), ("Endcards/Credits", "closing-credits"),
            ("Preview/Recap", "preview"), ("Hook/Greetings", "preview"), ("Filler Tangent", "custom:filler"),
            ("Interaction Reminder", "custom:interaction"), ("Non-Music Section", "custom:music_offtopic"),
            ("Sponsor, Unpaid/Self Promotion", "advertisement"), ("Filler Tangent, Sponsor", "advertisement"),
            ("Endcards/Credits, Interaction Reminder", "closing-credits"), ("music_offtopic", "custom:music_offtopic"),
            ("Sponsor/Intermission/Intro Animation", "advertisement"), ("Endcards/Credits/Sponsor", "closing-credits"),
            ("Something New, Sponsor", "advertisement"), ("Something New", nil), ("Sponsorship", nil), ("", nil),
        ] as [(String, String?)])
    func chaptersOfSponsorBlockSayTheirCategory(_ category: String, _ kind: String?) {
        let rules = ChapterTitleRules([.init(.recap, "sponsor …")])
        for mark in ["[SponsorBlock]: ", "[sponsorblock] "] {
            #expect(rules.kind(of: ChapterTitle(mark + category, language: "fr"))?.rawValue == kind)
        }
        #expect(ChapterTitleRules([]).kind(of: ChapterTitle(category)) == nil)
    }

    @Test(
        arguments: [
            ("Vorspann", "de", "opening-credits"), ("Vorspann", "de-CH", "opening-credits"),
            ("Vorspann", "und", "opening-credits"), ("Vorspann", "nl", nil), ("Der Vorspanner", "de", nil),
            ("Intro", "de", "opening-credits"), ("Générique de fin", "fr", "closing-credits"),
            ("générique", "fr", "opening-credits"), ("Der Vorspann, Teil 2", "de", "opening-credits"),
            ("Der Vorspann, Teil 2", "und", "opening-credits"), ("Vorspanns Ende", "de", nil),
            ("Le générique (partie 1)", "fr", "opening-credits"), ("Le générique", "de", nil),
            ("Das Intro", "de", "opening-credits"), ("Das Intro", "fr", nil),
            ("Was bisher geschah bei Lost", "de", "recap"), ("Kapitel 3: Was bisher geschah", "de", nil),
        ] as [(String, String, String?)])
    func titlesInOtherLanguages(_ title: String, _ language: String, _ kind: String?) {
        let rules = ChapterTitleRules(
            [
                .init(.openingCredits, "vorspann", language: "de"),
                .init(.closingCredits, "générique de fin", language: "fr"),
                .init(.openingCredits, "générique", language: "fr"),
                .init(.recap, "was bisher geschah …", language: "de"),
            ] + ChapterTitleRules.english)
        #expect(rules.kind(of: ChapterTitle(title, language: language))?.rawValue == kind)
    }

    private static func proposals(_ chapters: [(title: String, kind: String?)]) -> [String] {
        let chapters = chapters.enumerated().map { index, chapter in
            var made = Chapter(
                start: .seconds(Double(index * 10)), end: .seconds(Double(index * 10 + 10)),
                titles: [ChapterTitle(chapter.title)])
            made.kind = chapter.kind
            return made
        }
        return SegmentSources.proposals(
            description: nil, findings: nil, chapters: chapters, rules: ChapterTitleRules()
        ).map { "\(Int($0.start.seconds)) \($0.kind)" }
    }

    @Test func aChapterThatSaysWhatItIsIsNotJudgedByItsTitle() {
        #expect(Self.proposals([("Intro", "recap")]) == ["0 recap"])
        #expect(
            Self.proposals([("Credits", "advertisement"), ("Outro", nil)]) == ["0 advertisement", "10 closing-credits"])
        #expect(Self.proposals([("Intro", Chapter.content), ("Preview", nil)]) == ["10 preview"], "it is to be played")
        #expect(Self.proposals([("Intro", nil), ("Song", "opening-credits")]) == ["10 opening-credits"])
    }

    @Test func aLongTitleCostsNothing() {
        let title = String(repeating: "Intro ", count: 100_000)
        #expect(ProcessorTime.measure { _ = ChapterTitleRules().kind(of: ChapterTitle(title)) } < .seconds(1))
    }
}
