import PlayerCore
import Testing

@Suite struct ChapterLanguageTests {
    /// RFC 4647 section 3.4, then another region of the same language.
    @Test(
        arguments: [
            (["fr-CH"], ["en", "fr-CH", "fr"], "fr-CH"),
            (["fr-CH"], ["en", "fr-CA", "fr"], "fr"),
            (["fr-CH"], ["en", "fr-CA"], "fr-CA"),
            (["fr"], ["en", "fr-CA"], "fr-CA"),
            (["FR-ch"], ["fr-CH"], "fr-CH"),
            (["zh-Hant-TW"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
            (["de", "en"], ["en", "de"], "de"),
            (["it", "en"], ["fr", "en"], "en"),
            (["sr-Latn-x-private"], ["sr-Latn"], "sr-Latn"),
            (["it"], ["fr", "en"], nil),
            (["fra"], ["fr"], nil),
            (["und"], ["und", "en"], nil),
            (["en"], [], nil),
            ([], ["en"], nil),
            (["", "-", "en"], ["en"], "en"),
        ] as [([String], [String], String?)])
    func theFirstWishThatIsServedDecides(_ wishes: [String], _ available: [String], _ expected: String?) {
        #expect(LanguageMatching.best(of: available, for: wishes) == expected)
    }

    @Test(arguments: [
        ("en", true), ("fr-CH", true), ("zh-Hant-TW", true), ("", false), ("de_CH", false), ("en-", false),
    ])
    func tagsAreWrittenWithHyphens(_ text: String, _ isTag: Bool) {
        #expect(LanguageMatching.isTag(text) == isTag)
    }

    private static let chapters = [
        chapter(0, 10, ["en": "Intro", "fr": "Début"]), chapter(10, 20, ["en": "Middle"]),
        chapter(20, 30, ["en": "End", "fr": "Fin"]),
    ]

    private static func chapter(_ start: Double, _ end: Double, _ titles: [String: String]) -> Chapter {
        Chapter(
            start: .seconds(start), end: .seconds(end),
            titles: titles.sorted { $0.key < $1.key }.map { ChapterTitle($0.value, language: $0.key) })
    }

    @Test func localesAreThoseOfTheTitlesInTheirOrder() {
        #expect(ChapterList(Self.chapters).locales == ["en", "fr"])
        #expect(ChapterList([]).locales == [])
    }

    @Test func whatHasNoTitleInTheLanguageKeepsTheOneItHas() {
        let list = ChapterList(Self.chapters).bestMatching(["fr"])
        #expect(list.map(\.title) == ["Début", "Middle", "Fin"])
        #expect(list.map(\.language) == ["fr", "en", "fr"])
    }

    @Test func titledInIsExactlyThatLanguage() {
        #expect(ChapterList(Self.chapters).titled(in: "fr").map(\.title) == ["Début", "Fin"])
        #expect(ChapterList(Self.chapters).titled(in: "fr-CH").isEmpty)
    }

    @Test func withoutAMatchTheFirstLanguageIsShown() {
        #expect(ChapterList(Self.chapters).bestMatching(["ja"]).map(\.title) == ["Intro", "Middle", "End"])
    }

    /// AVFoundation: items in other languages, artwork included, join the group whose range they overlap.
    @Test func picturesOfOverlappingChaptersInOtherLanguagesJoin() {
        var german = Self.chapter(5, 15, ["de": "Anfang"])
        german.image = .uri("file:///a.jpg")
        german.url = "https://example.org/"
        let list = ChapterList([Self.chapter(0, 10, ["en": "Intro"]), german, Self.chapter(40, 50, ["de": "Ende"])])
        let english = list.bestMatching(["en"])
        #expect(english.map(\.title) == ["Intro", "Ende"])
        #expect(english.first?.image == .uri("file:///a.jpg"))
        #expect(english.first?.url == "https://example.org/")
    }

    @Test func untitledChaptersAreKept() {
        let list = ChapterList([Self.chapter(0, 10, [:]), Self.chapter(10, 20, [:])])
        #expect(list.bestMatching(["en"]).map(\.title) == ["", ""])
        #expect(list.language(for: ["en"]) == nil)
    }

    @Test func aDescriptionsTitleIsInItsOwnLanguage() {
        var fields = MediaDetails.Fields()
        fields.language = "de"
        fields.chapters = [Chapter(start: .zero, titles: [ChapterTitle("Anfang")])]
        let chapters = ChapterPrecedence.chapters(description: fields, findings: nil, duration: nil)
        #expect(ChapterList(chapters).locales == ["de"])
    }

    @Test func aTitleAmongTheTitlesTakesItsLanguage() {
        let titles = ChapterTitle.list(
            title: "Fin", titles: [ChapterTitle("End", language: "en"), ChapterTitle("Fin", language: "fr")])
        #expect(titles == [ChapterTitle("Fin", language: "fr"), ChapterTitle("End", language: "en")])
    }
}
