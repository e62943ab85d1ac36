import MediaContainers
internal import PlayerCore
import Testing

@testable import MediaProbe

/// The rules of RFC 8794 and RFC 9559 that no program's file shows, on files written element by element.
@Suite struct MatroskaRuleTests {
    private typealias ID = MatroskaID
    private typealias E = EBMLBytes

    private func chapters(_ content: [UInt8]...) -> [Chapter] {
        MatroskaFixture.read(E.file(E.master(ID.chapters, content.flatMap(\.self)))).chapters
    }

    private func edition(_ flags: [UInt64], _ title: String, _ content: [UInt8] = []) -> [UInt8] {
        let start = E.atom(5, E.title(title), content)
        return E.master(ID.editionEntry, flags.flatMap { E.unsigned($0, 1) }, start)
    }

    // MARK: Editions

    @Test func theFirstVisibleDefaultEditionCounts() {
        let (hidden, byDefault) = (ID.editionFlagHidden, ID.editionFlagDefault)
        let table: [([[UInt64]], String, Bool)] = [
            ([[], []], "0", false),
            ([[], [byDefault]], "1", false),
            ([[hidden], []], "1", false),
            ([[hidden, byDefault], []], "1", false),
            ([[], [hidden, byDefault], [byDefault]], "2", false),
            ([[hidden], [hidden]], "0", true),
            ([[hidden], [hidden, byDefault]], "1", true),
        ]
        for (editions, wanted, isHidden) in table {
            let found = chapters(editions.enumerated().flatMap { edition($1, "\($0)") })
            #expect(found.map { $0.titles.first?.text } == [wanted], "\(editions)")
            #expect(found.map(\.isHidden) == [isHidden], "\(editions)")
        }
    }

    @Test func outerComesBeforeInnerAndEarlierBeforeLater() {
        let inner = E.atom(7, E.title("c")) + E.atom(6, E.title("b"))
        let outside = E.atom(90, E.title("outside"))
        let list = E.atom(50, E.title("late"), outside) + E.atom(60, E.title("later")) + E.atom(6, E.title("a"), inner)
        let found = chapters(E.element(ID.editionEntry, list))
        #expect(found.map { $0.titles[0].text } == ["a", "b", "c", "late", "later", "outside"])
        #expect(found.map(\.level) == [0, 1, 1, 0, 0, 1])
        let ordered = chapters(E.element(ID.editionEntry, E.unsigned(ID.editionFlagOrdered, 1) + list))
        #expect(ordered.map { $0.titles[0].text } == ["late", "outside", "later", "a", "c", "b"])
    }

    @Test func chaptersInOtherFilesAreLeftOut() {
        let own = [UInt8](1...16)
        let info = E.master(ID.info, E.element(ID.segmentUUID, own))
        for (uuid, problems) in [(own, 0), ([UInt8](repeating: 0, count: 16), 0), (own.reversed(), 1)] {
            let atom = E.atom(1, E.element(ID.chapterSegmentUUID, uuid) + E.atom(2))
            let found = MatroskaFixture.read(E.file(E.chapters(atom, E.atom(3)), info))
            #expect(found.problems.count == problems)
            #expect(found.chapters.map(\.start.nanoseconds) == (problems == 0 ? [1, 2, 3] : [3]))
        }
    }

    // MARK: Chapters

    @Test func anEndIsTheStoredOneOrNone() {
        let table: [(UInt64?, Int64?)] = [(nil, nil), (5, 5), (9, 9), (4, nil), (.max, nil)]
        for (stored, end) in table {
            let found = chapters(
                E.element(ID.editionEntry, E.atom(5, stored.map { E.unsigned(ID.chapterTimeEnd, $0) } ?? [])))
            #expect(found.map(\.end?.nanoseconds) == [end])
        }
    }

    @Test func aChapterWithoutAStartIsLeftOutButNotWhatLiesInIt() {
        let found = MatroskaFixture.read(
            E.file(E.chapters(E.master(ID.chapterAtom, E.atom(3, E.title("in"))), E.atom(.max, E.title("never")))))
        #expect(found.chapters.map(\.start.nanoseconds) == [3])
        #expect(found.problems == ["A chapter without a start is left out."])
    }

    @Test func theUIDIsTheNameAndTheStringOnlyWithoutOne() {
        let (uid, string) = (E.unsigned(ID.chapterUID, .max), E.text(ID.chapterStringUID, "intro"))
        let found = chapters(
            E.element(
                ID.editionEntry,
                E.atom(0) + E.atom(1, uid) + E.atom(2, string) + E.atom(3, string, uid)
                    + E.atom(4, E.unsigned(ID.chapterUID, 0))))
        #expect(found.map(\.id) == [nil, "18446744073709551615", "intro", "18446744073709551615", nil])
    }

    @Test func ofElementsThatThereMayBeOneOfTheFirstCounts() {
        let twice = E.atom(
            1, E.unsigned(ID.chapterTimeStart, 2), E.unsigned(ID.chapterUID, 1), E.unsigned(ID.chapterUID, 2))
        let found = chapters(E.element(ID.editionEntry, twice))
        #expect(found.map(\.start.nanoseconds) == [1])
        #expect(found.map(\.id) == ["1"])
    }

    @Test func emptyElementsHaveTheirDefaults() {
        let atom = E.atom(
            0, E.element(ID.chapterFlagEnabled, []), E.element(ID.chapterFlagHidden, []),
            E.element(ID.chapterTimeEnd, []), E.display(E.text(ID.chapString, "t"), E.element(ID.chapLanguage, [])))
        let found = chapters(E.element(ID.editionEntry, atom))
        #expect(found.map(\.isHidden) == [false])
        #expect(found.map(\.end) == [nil])
        #expect(found.first?.titles == [ChapterTitle("t", language: "en")])
    }

    @Test func textEndsAtAZeroAndIsRepaired() {
        let texts: [([UInt8], String?)] = [
            (Array("padded".utf8) + [0, 0, 65], "padded"), ([0x41, 0xFF, 0x42], "A\u{FFFD}B"), ([], nil), ([0], nil),
        ]
        for (bytes, wanted) in texts {
            let found = chapters(E.element(ID.editionEntry, E.atom(0, E.display(E.element(ID.chapString, bytes)))))
            #expect(found.map { $0.titles.first?.text } == [wanted])
        }
    }

    @Test func longTextIsCutBetweenCharacters() {
        for (limit, wanted) in [(3, "aé"), (4, "aé"), (5, "aé"), (6, "aé€"), (7, "aé€z"), (2, "a")] {
            var limits = ProbeLimits()
            limits.text = limit
            let file = E.file(E.chapters(E.atom(0, E.title("aé€z"))))
            #expect(MatroskaFixture.read(file, limits: limits).chapters.first?.titles.first?.text == wanted)
        }
    }

    @Test func depthAndNumberAreBounded() {
        var limits = ProbeLimits()
        limits.chapters = 3
        let many = E.file(E.element(ID.chapters, E.element(ID.editionEntry, (0..<9).flatMap { E.atom($0) })))
        let few = MatroskaFixture.read(many, limits: limits)
        #expect(few.chapters.map(\.start.nanoseconds) == [0, 1, 2])
        #expect(few.problems == ["Only the first 3 of its 9 chapters are kept."])

        var nested: [UInt8] = []
        for start in (0..<300).reversed() { nested = E.atom(UInt64(start), nested) }
        let deep = MatroskaFixture.read(E.file(E.chapters(nested)))
        #expect((1...ProbeLimits().depth).contains(deep.chapters.count))
        #expect(deep.problems.count == 1)
    }

    // MARK: The file

    @Test func longerIDsVoidAndCRCAreSteppedOver() {
        let header = E.master(ID.ebml, E.unsigned(ID.ebmlMaxIDLength, 8), E.text(ID.docType, "matroska"))
        let long: [UInt8] = [0x04, 1, 2, 3, 4, 5] + E.size(3) + [9, 9, 9]
        let noise = E.element(0xEC, [1, 2]) + E.element(0xBF, [0, 0, 0, 0]) + long
        let file = header + noise + E.element(ID.segment, noise + E.chapters(noise, E.atom(7)) + noise)
        let found = MatroskaFixture.read(file)
        #expect(found.chapters.map(\.start.nanoseconds) == [7])
        #expect(found.problems == [])
    }

    @Test func aBrokenHeaderDoesNotHideTheSegment() {
        let header = E.master(ID.ebml, E.element(ID.ebmlMaxIDLength, [1, 2, 3, 4, 5, 6, 7, 8, 9]))
        #expect(
            MatroskaFixture.read(header + E.file(E.chapters(E.atom(7))).dropFirst(E.header.count)).chapters.count == 1)
    }

    @Test func durationIsInTicks() {
        func duration(_ value: [UInt8], scale: UInt64? = nil) -> Int64? {
            let info = E.master(
                ID.info, E.element(ID.duration, value), scale.map { E.unsigned(ID.timestampScale, $0) } ?? [])
            return MatroskaFixture.read(E.file(info)).duration?.nanoseconds
        }
        func float(_ value: Double) -> [UInt8] { E.eightBytes(value.bitPattern) }
        #expect(duration(float(1500)) == 1_500_000_000)
        #expect(duration(float(1500), scale: 1000) == 1_500_000)
        #expect(duration([0x44, 0xBB, 0x80, 0x00]) == 1_500_000_000)
        for value in [float(.nan), float(.infinity), float(-1), float(1e300), float(0), [], [1, 2, 3]] {
            #expect(duration(value) == nil)
        }
        #expect(duration(float(1500), scale: 0) == nil)
        #expect(duration(float(1500), scale: .max) == nil)
    }

    @Test func anElementOfUnknownSizeEndsWhereTheNextOfTheSegmentBegins() {
        let endless = E.endless(ID.chapters, E.element(ID.editionEntry, E.atom(7)))
        let found = MatroskaFixture.read(
            E.header + E.endless(ID.segment, endless, E.master(ID.tags, E.tag(nil, [("TITLE", "After")]))))
        #expect(found.chapters.count == 1)
        #expect(found.fields.title == "After")
        #expect(found.problems == [])
    }

    @Test func aSecondSegmentIsAnotherFile() {
        let one = E.header + E.endless(ID.segment, E.chapters(E.atom(1)))
        #expect(MatroskaFixture.read(one + E.file(E.chapters(E.atom(2)))).chapters.map(\.start.nanoseconds) == [1])
    }

    @Test func anIndexThatNamesItselfAndEverythingTwiceEnds() {
        let chapters = E.chapters(E.atom(7))
        func index(_ length: UInt64) -> [UInt8] {
            let pairs = (0..<3).flatMap { _ in E.seek(ID.seekHead, 0) + E.seek(ID.chapters, length) }
            return E.element(ID.seekHead, pairs)
        }
        let file = E.file(index(UInt64(index(0).count)), chapters)
        let found = MatroskaFixture.read(file)
        #expect(found.chapters.count == 1)
        #expect(found.problems == [])
    }

    @Test(arguments: [UInt64(1) << 40, .max, .max >> 1, 3])
    func indexEntriesThatPointNowhereAreProblems(position: UInt64) {
        let cluster = E.master(ID.cluster, E.unsigned(0xE7, 0))
        let found = MatroskaFixture.read(
            E.file(E.element(ID.seekHead, E.seek(ID.chapters, position)), cluster, E.chapters(E.atom(7))))
        #expect(found.chapters.count == 1)
        #expect(found.problems.count == 1)
    }

    @Test func sizesBeyondTheParentEndItAndNothingElse() {
        let wrong = E.id(ID.chapterAtom) + E.size(1 << 50) + [1, 2, 3]
        let found = MatroskaFixture.read(
            E.file(E.chapters(E.atom(1), wrong), E.master(ID.tags, E.tag(50, [("TITLE", "After")]))))
        #expect(found.chapters.map(\.start.nanoseconds) == [1])
        #expect(found.fields.title == "After")
        #expect(found.problems.count == 1)
    }
}
