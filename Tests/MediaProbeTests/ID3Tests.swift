import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct ID3Tests {
    @Test(arguments: [
        (
            "id3-nested.mp3",
            [
                "0-2000 \"Part 1\"", ">0-1000 \"One\"", ">1000-2000 \"Two\"", ">2000-3000 \"Three\"",
                "2500-3000 \"Four\"",
            ]
        ),
        ("id3-silent.mp3", ["0-1000 \"One\"", "1000-2000 \"Two\" hidden", "2000-3000 \"Three\""]),
        ("id3-unordered.mp3", ["0-1000 \"One\"", "1000-2000 \"Two\"", "2000-3000 \"Three\""]),
        ("id3-no-table.mp3", ["0-1000 \"One\"", "1000-2000 \"Two\"", "2000-3000 \"Three\""]),
    ]) func tableOfContentsDecides(_ name: String, _ expected: [String]) throws {
        let found = try AudioFixture.findings(name)
        #expect(lines(found.chapters) == expected)
        #expect(found.container == "mp3" && found.problems.isEmpty)
    }

    private static func chapter(_ id: String, _ start: Int64, to end: Int64? = nil) -> Chapter {
        Chapter(
            start: MediaTime(nanoseconds: start * 1_000_000), end: end.map { MediaTime(nanoseconds: $0 * 1_000_000) },
            titles: [ChapterTitle(id)], id: id, source: "id3")
    }

    private typealias Table = ID3TableOfContents.Table

    private static func ordered(_ chapters: [Chapter], _ tables: [Table]) -> [String] {
        lines(ID3TableOfContents.ordered(chapters, tables: tables, depth: 4))
    }

    @Test func anOrderedTableKeepsItsOrder() {
        let chapters = [Self.chapter("a", 0), Self.chapter("b", 10), Self.chapter("c", 20)]
        let table = Table(id: "t", isTopLevel: true, isOrdered: true, children: ["c", "a"], title: nil)
        #expect(Self.ordered(chapters, [table]) == ["20 \"c\"", "0 \"a\"", "10 \"b\" hidden"])
    }

    @Test func tablesWithinEachOtherEnd() {
        let tables = ["a", "b"].map { id in
            Table(id: id, isTopLevel: false, isOrdered: true, children: ["a", "b", "x", "nothing"], title: "t")
        }
        #expect(Self.ordered([Self.chapter("x", 5)], tables).contains { $0.hasSuffix("5 \"x\"") })
    }

    @Test func aTableThatLeadsNowhereIsNone() {
        let table = Table(id: "t", isTopLevel: true, isOrdered: true, children: ["?"], title: "t")
        #expect(Self.ordered([Self.chapter("b", 10), Self.chapter("a", 0)], [table]) == ["0 \"a\"", "10 \"b\""])
    }

    @Test func chaptersOfOneNameAreTakenInTurn() {
        let table = Table(id: "t", isTopLevel: true, isOrdered: true, children: ["a", "a", "a"], title: nil)
        #expect(Self.ordered([Self.chapter("a", 0), Self.chapter("a", 10)], [table]) == ["0 \"a\"", "10 \"a\""])
    }

    @Test func namesTheGenres() {
        #expect(ID3Genres.names("(17)") == ["Rock"])
        #expect(ID3Genres.names("17") == ["Rock"])
        #expect(ID3Genres.names("(4)Eurodisco") == ["Disco", "Eurodisco"])
        #expect(ID3Genres.names("((sic)") == ["(sic)"])
        #expect(ID3Genres.names("(255)(RX)") == ["(255)(RX)"])
        #expect(ID3Genres.names("-1") == ["-1"])
    }

    @Test func readsTheLanguageAndTheComment() throws {
        let fields = try AudioFixture.findings("id3v24.mp3").fields
        #expect(fields.language == "en" && fields.description == "A comment")
        #expect(fields.artist == ["First", "Second"])
        #expect(try AudioFixture.findings("id3v23.mp3").fields.artist == ["AC/DC"])
    }

    @Test func readsFLACBehindATag() throws {
        let found = try AudioFixture.findings("id3.flac")
        #expect(found.container == "flac" && found.chapters.count == 3 && found.fields.title == "ID3 title")
        #expect(found.duration == MediaTime(nanoseconds: 3_000_000_000))
    }

    @Test func soundIsKnownByTwoFramesInARow() throws {
        let bytes = try AudioFixture.bytes("id3-bare.mp3")
        #expect(try AudioFixture.findings("id3-bare.mp3").container == "mp3")
        let noise = Array(bytes[..<4]) + [UInt8](repeating: 0, count: 4_000)
        #expect(MediaProbe.container(ByteSource(noise), uri: "").container == nil)
    }

    /// A hundred thousand bytes of x in a packed text: more than a text may have.
    @Test func aPackedTextBeyondTheBoundIsRefused() throws {
        for name in ["id3v23-compressed.mp3", "id3v24-compressed.mp3"] {
            let found = try AudioFixture.findings(name)
            #expect(
                found.problems == ["the ID3 frame COMM cannot be read: what is packed in it is larger than 16384 bytes"]
            )
            #expect(found.fields.description == nil)
        }
    }

    /// Frames of a few bytes, each of which unpacks to as much as one may.
    @Test func manySmallBombsEndAtTheLimits() {
        let bomb = InflateTests.zeros
        let frame =
            "CHAP".utf8 + [0, 0, UInt8((bomb.count + 4) >> 7), UInt8((bomb.count + 4) & 0x7F), 0, 9] + [0, 1, 0, 0]
        let body = (0..<200).flatMap { _ in frame + bomb }
        let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) }
        var limits = ProbeLimits()
        limits.elements = 2_000
        let found = MediaProbe.container(
            ByteSource("ID3".utf8 + [4, 0, 0] + size + body), uri: "", limits: limits)
        #expect(found.problems.contains("the ID3 tag cannot be read: it has more than 2000 elements"))
        #expect(found.chapters.count < 10)
    }

    @Test func soManyChaptersAsTheLimitsAllow() throws {
        var limits = ProbeLimits()
        limits.chapters = 2
        let found = MediaProbe.container(
            ByteSource(try AudioFixture.bytes("id3-no-table.mp3")), uri: "", limits: limits)
        #expect(found.chapters.count == 2 && found.problems == ["it has more than 2 chapters"])
    }
}
