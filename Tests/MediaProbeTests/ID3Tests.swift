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

    // MARK: Words with times

    /// A tag of version 2.4 with frames.
    private static func tag(_ frames: [(id: String, content: [UInt8])]) -> [UInt8] {
        func syncsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) } }
        var body: [UInt8] = []
        for frame in frames { body += Array(frame.id.utf8) + syncsafe(frame.content.count) + [0, 0] + frame.content }
        return Array("ID3".utf8) + [4, 0, 0] + syncsafe(body.count) + body
    }

    private static func words(
        _ parts: [(String, Int)], kind: UInt8 = 1, clock: UInt8 = 2, isWide: Bool = false
    ) -> [UInt8] {
        func text(_ text: String) -> [UInt8] {
            isWide
                ? [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0]
                : Array(text.utf8) + [0]
        }
        let head = [isWide ? 1 : 3] + Array("eng".utf8) + [clock, kind] + text("")
        return head
            + parts.flatMap { part in text(part.0) + [24, 16, 8, 0].map { UInt8(part.1 >> $0 & 0xFF) } }
    }

    private static func lyrics(_ frames: [(id: String, content: [UInt8])]) -> Lyrics {
        let found = MediaProbe.container(ByteSource(tag(frames)), uri: "file:///a.mp3")
        return Lyrics(found.tags.lyrics ?? "")
    }

    private static func told(_ lyrics: Lyrics) -> [String] {
        lyrics.lines.map { "\($0.start.nanoseconds / 1_000_000) \($0.text)" }
    }

    @Test(arguments: [true, false]) func wordsWithTimesAreLyrics(_ isWide: Bool) {
        let lines = Self.words([("Über dem Fluss", 1_500), ("the bridge", 62_340)], isWide: isWide)
        let plain: [UInt8] = [3] + Array("eng".utf8) + [0] + Array("Without times".utf8)
        for frames in [[("SYLT", lines), ("USLT", plain)], [("USLT", plain), ("SYLT", lines)]] {
            #expect(Self.told(Self.lyrics(frames)) == ["1500 Über dem Fluss", "62340 the bridge"])
        }
    }

    @Test func syllablesBecomeLines() {
        let words = Self.words([("\nAll the ", 0), ("way", 500), ("\nto the ", 1_000), ("sea", 1_500)])
        #expect(Self.told(Self.lyrics([("SYLT", words)])) == ["0 All the way", "1000 to the sea"])
        let behind = Self.words([("All the ", 0), ("way\n", 500), ("to the ", 1_000), ("sea\n", 1_500)])
        #expect(Self.told(Self.lyrics([("SYLT", behind)])) == ["0 All the way", "1000 to the sea"])
    }

    @Test func otherContentsAndOtherClocksAreNone() {
        let parts = [("Am", 0), ("C", 1_000)]
        #expect(Self.lyrics([("SYLT", Self.words(parts, kind: 5))]).lines.isEmpty, "chords")
        #expect(Self.lyrics([("SYLT", Self.words(parts, clock: 1))]).lines.isEmpty, "frames")
        let whole = Self.words(parts)
        for length in 0..<whole.count { _ = Self.lyrics([("SYLT", Array(whole.prefix(length)))]) }
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
