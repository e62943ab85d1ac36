internal import PlayerCore
import Testing

@testable import MediaProbe

/// What stands in the files that `make-matroska-fixtures` writes, as its author knows it.
@Suite struct MatroskaFixtureTests {
    /// Milliseconds and titles; a level as so many dots, hidden in parentheses.
    private func lines(_ chapters: [Chapter]) -> [String] {
        chapters.map { chapter in
            let end = chapter.end.map { "-\($0.microseconds / 1_000)" } ?? ""
            let titles = chapter.titles.map { "\($0.language):\($0.text)" }.joined(separator: " ")
            let line = "\(chapter.start.microseconds / 1_000)\(end) \(titles)"
            return String(repeating: ".", count: Int(chapter.level)) + (chapter.isHidden ? "(\(line))" : line)
        }
    }

    private let parts = ["250 en:Part 1", "1250 en:Part 2", "2250 en:Part 3", "3250 en:Part 4"]

    @Test func everyLanguageNestingAndFlag() throws {
        let found = try MatroskaFixture.read("languages.mkv")
        #expect(found.container == "matroska")
        #expect(found.problems == [])
        #expect(
            lines(found.chapters) == [
                "0-2000 en:Opening fr-CH:Ouverture zh-Hant-TW:序幕", ".500-1250 de:Inside <&>", "..750 und:Deeper",
                "(2000 en:Hidden)", ".2500 en:In hidden", "(3000 en:Disabled)", ".(3500 en:In disabled)", "4000 en:End",
            ])
        #expect(found.chapters[1].start.nanoseconds == 500_123_456)
        #expect(found.chapters.map(\.id) == ["101", "102", "103", "104", "105", "106", "108", "107"])
        #expect(found.chapters.allSatisfy { $0.source == "matroska" && $0.kind == nil })
        #expect(found.fields.title == "Of the segment")
        #expect(abs(try #require(found.duration).seconds - 5) < 0.05)
    }

    @Test func theDefaultEditionCountsWhereverItStands() throws {
        #expect(lines(try MatroskaFixture.read("editions.mkv").chapters) == ["0 en:One", "2000 en:Two"])
    }

    @Test func anOrderedEditionKeepsItsOrderAndTimes() throws {
        let found = try MatroskaFixture.read("ordered.mkv")
        #expect(lines(found.chapters) == ["3000-4000 en:Last first", "1000-2000 en:First last"])
        #expect(found.problems == [])
    }

    @Test(arguments: ["late.mkv", "unknown-sizes.mkv", "no-seekhead.mkv", "wrong-seekhead.mkv"])
    func chaptersBehindTheClustersAreFound(name: String) throws {
        #expect(lines(try MatroskaFixture.read(name).chapters) == parts)
    }

    @Test func aSecondIndexNamesTheRest() throws {
        let found = try MatroskaFixture.read("late.mkv")
        #expect(found.fields.title == "Late")
        #expect(found.fields.artist == ["Somebody"])
        #expect(found.duration == MediaTime(nanoseconds: 4_000_000_000))
        #expect(found.problems == [])
    }

    @Test func aWrongIndexIsSaidAndWalkedAround() throws {
        let found = try MatroskaFixture.read("wrong-seekhead.mkv")
        #expect(found.fields.title == "Tagged")
        #expect(!found.problems.isEmpty)
        #expect(found.problems.allSatisfy { $0.contains("SeekHead") })
    }

    @Test func unknownSizesAreNoProblem() throws {
        #expect(try MatroskaFixture.read("unknown-sizes.mkv").problems == [])
        let live = try MatroskaFixture.read("live.mkv")
        #expect(lines(live.chapters) == ["0-1500 und:First", "1500-5000 und:Second"])
        #expect(live.fields.title == "Live")
        #expect(live.fields.artist == ["Somebody"])
        #expect(live.problems == [])
    }

    @Test func chaptersThatAnEditorAppended() throws {
        let found = try MatroskaFixture.read("edited.mkv")
        #expect(found.chapters.count == 105)
        #expect(found.chapters.last?.titles == [ChapterTitle("Number 105 of many", language: "it")])
        #expect(found.chapters.last?.start.nanoseconds == 5_250_000_000)
    }

    @Test func olderLanguageCodesBecomeBCP47() throws {
        let found = try MatroskaFixture.read("legacy.webm")
        #expect(found.container == "webm")
        #expect(
            lines(found.chapters) == [
                "0-1000 en:Beginning fr:Début", "1000 en-GB:Colour pt-BR:Cor de:Farbe",
                "2000 en:Naming nl:Naming de-AT:Kein Land", "3250 und:??? tlh:Qapla'",
            ])
    }

    @Test func skipTypesAreKinds() throws {
        #expect(
            try MatroskaFixture.read("skip-types.mkv").chapters.map(\.kind) == [
                "content", "opening-credits", "closing-credits", "recap", "next-preview", "preview", "advertisement",
                "intermission", nil,
            ])
    }

    @Test func tagsOfAnEpisodeAndItsCover() throws {
        let found = try MatroskaFixture.read("episode.mkv")
        var wanted = MediaDetails.Fields()
        wanted.title = "The Episode"
        wanted.subtitle = "Beneath"
        wanted.description = "What happens."
        wanted.artist = ["One", "Two"]
        wanted.genre = ["Drama"]
        wanted.album = "The Series"
        wanted.season = 2
        wanted.episode = 7
        wanted.date = "2026-11-21"
        wanted.contentRating = "FSK 12"
        #expect(found.fields == wanted)
        #expect(found.chapters.count == 8)

        guard case .embedded(let image) = found.artwork else {
            Issue.record("there is no artwork")
            return
        }
        let bytes = try MatroskaFixture.bytes("episode.mkv")
        let picture = bytes[Int(image.offset)..<Int(image.offset) + image.length]
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // The width in a PNG's first chunk: cover.png is the one of 16 pixels.
        #expect(Array(picture.dropFirst(16).prefix(4)) == [0, 0, 0, 16])
        #expect(Array(picture.suffix(8).prefix(4)) == Array("IEND".utf8))
        #expect(image.mediaType == "image/png")
        #expect(image.uri == "file:///film.mkv")
    }
}
