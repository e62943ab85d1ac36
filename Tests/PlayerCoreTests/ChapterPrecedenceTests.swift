import PlayerCore
import Testing

@Suite struct ChapterPrecedenceTests {
    private func time(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) ?? .zero }

    private func chapter(
        _ start: Double, _ title: String = "", end: Double? = nil, level: UInt32 = 0, isHidden: Bool = false
    ) -> Chapter {
        Chapter(
            start: time(start), end: end.map { time($0) }, titles: title.isEmpty ? [] : [ChapterTitle(title)],
            level: level, isHidden: isHidden)
    }

    private func chapters(_ given: [Chapter], duration: Double?) -> [Chapter] {
        var findings = ItemFindings()
        findings.container.chapters = given
        return ChapterPrecedence.chapters(
            description: nil, findings: findings, duration: duration.map { time($0) })
    }

    private func titles(_ chapters: [Chapter]) -> [String] { chapters.map { $0.titles.first?.text ?? "" } }

    @Test func sourcesCountInTheContractsOrder() {
        var description = MediaDetails.Fields()
        description.markers = [
            MarkerGroupDescription(title: "Goals", markers: [chapter(9, "goal")]),
            MarkerGroupDescription(title: "", markers: [chapter(1, "1")]),
        ]
        description.chapters = [chapter(11, "2")]
        var findings = ItemFindings(sidecarChapters: [chapter(51, "5")])
        findings.sidecar = MediaDetails.Fields()
        findings.sidecar?.markers = [MarkerGroupDescription(title: "", markers: [chapter(31, "3")])]
        findings.sidecar?.chapters = [chapter(41, "4")]
        findings.container.chapters = [chapter(61, "6")]
        func found() -> [String] {
            titles(ChapterPrecedence.chapters(description: description, findings: findings, duration: nil))
        }
        #expect(found() == ["1"])
        description.markers = []
        #expect(found() == ["2"])
        description.chapters = []
        #expect(found() == ["3"])
        findings.sidecar?.markers = nil
        #expect(found() == ["4"])
        findings.sidecar = nil
        #expect(found() == ["5"])
        findings.sidecarChapters = []
        #expect(found() == ["6"])
        findings.container.chapters = []
        #expect(found().isEmpty)
        #expect(ChapterPrecedence.chapters(description: nil, findings: nil, duration: nil).isEmpty)
    }

    @Test func sourcesThatCountLessCompleteThoseTheyAgreeWith() {
        var description = MediaDetails.Fields()
        description.chapters = [chapter(60), chapter(0, "Mine")]
        var findings = ItemFindings(sidecarChapters: [chapter(0, "Theirs"), chapter(60.5, "Second")])
        findings.container.chapters = [chapter(0, "Else")]
        let found = ChapterPrecedence.chapters(description: description, findings: findings, duration: nil)
        #expect(titles(found) == ["Mine", "Second"])
    }

    @Test func anEndIsTheNextChapterOfTheSameOrAnOuterLevel() {
        let found = chapters(
            [chapter(0), chapter(0, level: 1), chapter(10, level: 1), chapter(20), chapter(30, level: 1)], duration: 50)
        #expect(found.map { $0.end?.seconds } == [20, 10, 20, 50, 50])
    }

    @Test func givenEndsStayAndImpossibleOnesAreReplaced() {
        let found = chapters(
            [chapter(0, end: 5), chapter(10, end: 10), chapter(20, end: 3), chapter(40, end: 90)], duration: 50)
        #expect(found.map { $0.end?.seconds } == [5, 10, 40, 50])
        #expect(chapters([chapter(0), chapter(9)], duration: nil).map { $0.end?.seconds } == [9, nil])
    }

    @Test func hiddenChaptersEndOnlyHiddenOnes() {
        let found = chapters(
            [chapter(0), chapter(10, isHidden: true), chapter(15, isHidden: true), chapter(20)], duration: 50)
        #expect(found.map { $0.end?.seconds } == [20, 15, 20, 50])
    }

    @Test func chaptersAreSortedAndLieInTheItem() {
        let found = chapters(
            [
                chapter(51, "gone"), chapter(50.5, "late"), chapter(0, "inner", level: 1), chapter(-3, "outer"),
                chapter(0, "b"),
            ],
            duration: 50)
        #expect(titles(found) == ["outer", "b", "inner", "late"])
        #expect(found.map(\.start.seconds) == [0, 0, 0, 50.5])
        #expect(found.last?.end?.seconds == 50.5)
    }

    @Test func aSourceWhoseChaptersAllLieBehindTheEndCountsAsEmpty() {
        var description = MediaDetails.Fields()
        description.chapters = [chapter(500, "wrong")]
        var findings = ItemFindings()
        findings.container.chapters = [chapter(0, "right")]
        #expect(
            titles(ChapterPrecedence.chapters(description: description, findings: findings, duration: time(50)))
                == ["right"])
    }

    @Test func fiveThousandNestedChaptersTakeNoTime() {
        let many = (0..<5_000).map { chapter(Double($0), level: UInt32($0)) }
        let spent = ProcessorTime.measure { #expect(chapters(many, duration: 9_000).last?.end?.seconds == 9_000) }
        #expect(spent < .seconds(1))
    }
}
