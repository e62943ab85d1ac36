import PlayerCore
import Testing

@Suite struct ChapterMergeTests {
    private func chapter(_ seconds: Double, _ title: String? = nil, image: String? = nil) -> Chapter {
        var chapter = Chapter(
            start: MediaTime(seconds: seconds) ?? .zero, titles: title.map { [ChapterTitle($0)] } ?? [])
        chapter.image = image.map { .uri($0) }
        return chapter
    }

    @Test func moreChaptersWin() {
        let few = [chapter(0, "A", image: "a"), chapter(60, "B", image: "b")]
        let many = [chapter(0), chapter(30), chapter(60)]
        #expect(ChapterMerge.combined([few, many]) == many)
        #expect(ChapterMerge.combined([many, few]) == many)
        #expect(ChapterMerge.combined([[], few]) == few)
        #expect(ChapterMerge.combined([]).isEmpty)
    }

    @Test func listsThatAgreeCompleteTheFirst() {
        var detailed = [chapter(0.9, "a", image: "a"), chapter(61, "b")]
        detailed[1].url = "https://example.org/b"
        detailed[1].kind = "preview"
        let combined = ChapterMerge.combined([[chapter(0, "A"), chapter(60)], detailed])
        #expect(combined.map(\.start.seconds) == [0, 60])
        #expect(combined.map { $0.titles.map(\.text) } == [["A"], ["b"]])
        #expect(combined[0].image == .uri("a"))
        #expect(combined[1].url == "https://example.org/b")
        #expect(combined[1].kind == "preview")
    }

    @Test func ofListsThatDisagreeTheOneThatSaysMoreWins() {
        let plain = [chapter(0, "A"), chapter(60, "B")]
        let detailed = [chapter(0, "A", image: "a"), chapter(70, "B")]
        #expect(ChapterMerge.combined([plain, detailed]) == detailed)
        #expect(ChapterMerge.combined([detailed, plain]) == detailed)
        let other = [chapter(5, "C"), chapter(90, "D")]
        #expect(ChapterMerge.combined([plain, other]) == plain)
    }

    @Test func theWinnerIsCompletedByTheListsThatAgreeWithItAlone() {
        let first = [chapter(0), chapter(60, image: "x")]
        let second = [chapter(0, "A"), chapter(90, "B")]
        let third = [chapter(0, image: "a"), chapter(90.5, image: "b")]
        let combined = ChapterMerge.combined([first, second, third])
        #expect(combined.map(\.start.seconds) == [0, 90])
        #expect(combined.map(\.image) == [.uri("a"), .uri("b")])
    }

    @Test func titlesInMissingLanguagesAreAdded() {
        let english = [Chapter(start: .zero, titles: [ChapterTitle("Start", language: "en")])]
        let both = [
            Chapter(
                start: .zero,
                titles: [
                    ChapterTitle("Begin", language: "en"), ChapterTitle("Début", language: "fr"), ChapterTitle("X"),
                ])
        ]
        #expect(
            ChapterMerge.filled(english, from: both)[0].titles
                == [ChapterTitle("Start", language: "en"), ChapterTitle("Début", language: "fr")])
    }

    @Test func aTitleOfUnknownLanguageLearnsIt() {
        let unknown = [Chapter(start: .zero, titles: [ChapterTitle("Start")])]
        let known = [Chapter(start: .zero, titles: [ChapterTitle("Start", language: "en")])]
        #expect(ChapterMerge.filled(unknown, from: known) == known)
    }

    @Test func timesAtTheEdgesDoNotTrap() {
        let low = [Chapter(start: MediaTime(nanoseconds: .min))]
        let high = [Chapter(start: MediaTime(nanoseconds: .max), titles: [ChapterTitle("A")])]
        #expect(ChapterMerge.combined([low, high]) == high)
    }
}
