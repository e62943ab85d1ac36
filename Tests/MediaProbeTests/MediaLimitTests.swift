import FoundationEssentials
import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// One step inside of each limit of docs/limits.md that is about media files, and one step outside.
@Suite struct MediaLimitTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// As the table names it.
        var what: String
        var limit: Int
        /// What is said of a file beyond it; nil: nothing.
        var problem: String?
        /// A file with so much of it.
        var file: @Sendable (Int) throws -> [UInt8]
        var limits: ProbeLimits
        /// Whether all of it was found.
        var isWhole: @Sendable (ContainerFindings, Int) -> Bool

        var testDescription: String { "\(what): \(limit)" }

        init(
            _ what: String, _ limit: Int, problem: String? = nil, limits: ProbeLimits = ProbeLimits(),
            file: @escaping @Sendable (Int) throws -> [UInt8],
            isWhole: @escaping @Sendable (ContainerFindings, Int) -> Bool
        ) {
            (self.what, self.limit, self.problem, self.limits) = (what, limit, problem, limits)
            (self.file, self.isWhole) = (file, isWhole)
        }
    }

    @Test(arguments: matroska + ogg + others) func insideIsWholeAndOutsideIsNot(_ row: Row) throws {
        for count in [row.limit, row.limit + 1] {
            let found = MediaProbe.container(
                ByteSource(try row.file(count)), uri: "file:///a", limits: row.limits)
            let isInside = count == row.limit
            #expect(row.isWhole(found, count) == isInside, "\(count): \(found.problems)")
            #expect(found.problems == (isInside ? [] : row.problem.map { [$0] } ?? []), "\(count)")
        }
    }

    private static func limits(_ change: (inout ProbeLimits) -> Void) -> ProbeLimits {
        var limits = ProbeLimits()
        change(&limits)
        return limits
    }

    // MARK: Matroska

    private typealias E = EBMLBytes
    private typealias ID = MatroskaID

    private static func tagged(_ name: String) -> @Sendable (Int) -> [UInt8] {
        { count in
            E.file(E.element(ID.tags, E.tag(50, (0..<count).map { (name, "\($0)") })))
        }
    }

    /// Chapters in one another, the innermost of them one with a title.
    private static func nested(_ count: Int) -> [UInt8] {
        (1..<count).reduce(E.atom(0, E.title("inside"))) { inner, _ in E.atom(0, inner) }
    }

    static let matroska = [
        Row("titles of a Matroska chapter", 256) { count in
            E.file(E.chapters(E.atom(0, (0..<count).flatMap { E.title("\($0)") })))
        } isWhole: {
            $0.chapters.first?.titles.count == $1
        },
        Row("languages of a Matroska title", 64) { count in
            let languages = (0..<count).flatMap { E.text(ID.chapLanguageBCP47, "en-x-a\($0)") }
            return E.file(E.chapters(E.atom(0, E.display(E.text(ID.chapString, "a"), languages))))
        } isWhole: {
            $0.chapters.first?.titles.count == $1
        },
        Row("artists in Matroska tags", 64, file: tagged("ARTIST")) { $0.fields.artist?.count == $1 },
        Row("genres in Matroska tags", 64, file: tagged("GENRE")) { $0.fields.genre?.count == $1 },
        Row("a title or tag", 16_384) { count in
            E.file(E.master(ID.info, E.text(ID.title, String(repeating: "x", count: count))))
        } isWhole: {
            $0.fields.title?.utf8.count == $1
        },
        Row("chapters", 5_000, problem: "Only the first 5000 of its 5001 chapters are kept.") { count in
            E.file(E.chapters((0..<count).flatMap { E.atom(UInt64($0)) }))
        } isWhole: {
            $0.chapters.count == $1
        },
        // Three of the sixteen are Chapters, EditionEntry and the title.
        Row(
            "elements inside of one another", 13,
            problem: "A part of it is left out: its elements lie too deep in one another."
        ) {
            E.file(E.chapters(nested($0)))
        } isWhole: { found, _ in
            found.chapters.contains { $0.titles.first?.text == "inside" }
        },
    ]

    // MARK: Ogg and Vorbis comments

    private static func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A page with one packet, which goes on in pages of its own where it is long.
    private static func page(serial: Int, isFirst: Bool = false, _ packet: [UInt8]) -> [UInt8] {
        var pages: [UInt8] = []
        var rest = packet[...]
        var isContinued = false
        repeat {
            let body = rest.prefix(255 * 255)
            rest = rest.dropFirst(body.count)
            let isLast = body.count < 255 * 255
            let lacing = [UInt8](repeating: 255, count: body.count / 255) + (isLast ? [UInt8(body.count % 255)] : [])
            let flags: UInt8 = (isFirst ? 2 : 0) | (isContinued ? 1 : 0)
            pages += "OggS".utf8 + [0, flags] + [UInt8](repeating: 0, count: 8) + little(serial) + little(0, 8)
            pages += [UInt8(lacing.count)] + lacing + body
            guard !isLast else { break }
            isContinued = true
        } while true
        return pages
    }

    /// Streams of which only the last is known, and has a title.
    private static func streams(_ count: Int) -> [UInt8] {
        let head = [1] + "vorbis".utf8 + little(0) + [2] + little(48_000) + [UInt8](repeating: 0, count: 14)
        let others = (1..<count).flatMap { page(serial: $0, isFirst: true, Array("another".utf8)) }
        return others + page(serial: 0, isFirst: true, head)
            + page(serial: 0, [3] + "vorbis".utf8 + comments(["TITLE=a"])) + page(serial: 0, [0])
    }

    private static func comments(_ comments: [String]) -> [UInt8] {
        little(0) + little(comments.count) + comments.flatMap { little($0.utf8.count) + $0.utf8 }
    }

    /// Of FLAC: its comments are in a block, of 16 MiB at most.
    private static func flac(_ comments: [String]) -> [UInt8] { flac(4, Self.comments(comments)) }

    private static func flac(_ type: UInt8, _ block: [UInt8]) -> [UInt8] {
        let info = [UInt8](repeating: 0, count: 10) + [0x0B, 0xB8, 0x02, 0xF0] + [UInt8](repeating: 0, count: 20)
        return "fLaC".utf8 + [0, 0, 0, 34] + info + [type | 0x80] + little(block.count, 3).reversed() + block
    }

    static let ogg = [
        Row("streams of an Ogg file", 32) {
            streams($0)
        } isWhole: { found, _ in
            found.fields.title == "a"
        },
        Row("Vorbis comments", 20_000, problem: "it has more than 20000 comments") { count in
            flac(Array(repeating: "A=", count: count - 1) + ["TITLE=a"])
        } isWhole: { found, _ in
            found.fields.title == "a"
        },
    ]

    @Test(arguments: [(256, true), (257, false)]) func theNameOfAVorbisComment(length: Int, isTaken: Bool) {
        let text = String(repeating: "N", count: length) + "=value"
        let comments = VorbisComments(Self.comments([text, "TITLE=a"])[...], limits: ProbeLimits())
        #expect(comments.names == (isTaken ? [String(repeating: "N", count: length)] : []) + ["TITLE"])
    }

    /// Pictures without a byte, and the cover behind them.
    @Test(arguments: [(16, true), (17, false)]) func picturesInVorbisComments(count: Int, isCoverFound: Bool) throws {
        // Type, media type, description, four numbers and the data, as RFC 9639 has them; in base 64.
        let cover = "AAAAAwAAAAlpbWFnZS9wbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMBAgM="
        let pictures = Array(repeating: ("METADATA_BLOCK_PICTURE", ""), count: count - 1)
        let comments = VorbisComments(pictures + [("METADATA_BLOCK_PICTURE", cover)])
        #expect((try comments.picture() != nil) == isCoverFound)
    }

    /// In a comment, as RFC 9639 has it.
    @Test(arguments: [(2 << 20, true), ((2 << 20) + 1, false)]) func aPictureThatIsCopied(size: Int, isTaken: Bool) {
        let type = Self.little(3).reversed() + Self.little(9).reversed() + "image/png".utf8
        let head = type + [UInt8](repeating: 0, count: 20) + Self.little(size).reversed()
        let picture = Data(head + [UInt8](repeating: 1, count: size)).base64EncodedString()
        let comments = VorbisComments([("METADATA_BLOCK_PICTURE", picture)])
        let found = Result { () throws(ProbeError) in try comments.picture() }
        switch found {
        case .success(let image): #expect(isTaken && image != nil)
        case .failure(let error): #expect(!isTaken && error == .tooMuch("it is larger than 2097152 bytes"))
        }
    }

    // MARK: ID3, FLAC and WAV

    private static func id3(_ body: [UInt8]) -> [UInt8] {
        "ID3".utf8 + [3, 0, 0] + [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: body.count >> $0 & 0x7F) } + body
    }

    /// Packed as zlib does it at level 0 (RFC 1950, RFC 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            packed += [rest.isEmpty ? 1 : 0] + little(block.count, 2) + little(~block.count, 2) + block
        } while !rest.isEmpty
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes { (a, b) = ((a + UInt32(byte)) % 65_521, (b + a + UInt32(byte)) % 65_521) }
        return packed + little(Int(b << 16 | a)).reversed()
    }

    /// A chapter that unpacks to so many bytes.
    private static func packedChapter(_ count: Int) -> [UInt8] {
        let packed = stored(Array("a\0".utf8) + [UInt8](repeating: 0, count: count - 2))
        return "CHAP".utf8 + little(packed.count + 4).reversed() + [0, 0x80] + little(count).reversed() + packed
    }

    /// Names in a list of so many bytes, of which the title is the last.
    private static func wav(_ count: Int) -> [UInt8] {
        let title = Array("INAM".utf8) + little(2) + [UInt8(ascii: "a"), 0]
        let rest = count - 12 - title.count
        let list = Array("INFOjunk".utf8) + little(rest) + [UInt8](repeating: 0, count: rest) + title
        return Array("RIFF".utf8) + little(list.count + 12) + Array("WAVELIST".utf8) + little(list.count) + list
    }

    /// A cue sheet of so many bytes, whose tracks begin at their last index.
    private static func cueSheet(_ length: Int) -> [UInt8] {
        func track(_ number: UInt8, _ indices: Int) -> [UInt8] {
            let places = (1..<indices).flatMap { _ in [UInt8](repeating: 0, count: 12) }
            return [UInt8](repeating: 0, count: 8) + [number] + [UInt8](repeating: 0, count: 26) + [UInt8(indices)]
                + places + [0, 0, 0, 0, 0, 0, 0xBB, 0x80, 1, 0, 0, 0]
        }
        let tracks = (1...84).flatMap { track(UInt8($0), 255) }
        let rest = length - 396 - tracks.count - 36
        return [UInt8](repeating: 0, count: 395) + [85] + tracks + track(85, rest / 12)
    }

    /// Blocks of FLAC that nobody reads, each so long, in front of a title.
    private static func blocks(_ count: Int, of length: Int = 0) -> [UInt8] {
        let padding = [1] + little(length, 3).reversed() + [UInt8](repeating: 0, count: length)
        let comments = flac(["TITLE=a"])
        return comments.prefix(42) + (0..<count).flatMap { _ in padding } + comments.dropFirst(42)
    }

    static let others = [
        // Two are the stream's description and the comments.
        Row(
            "elements, boxes, frames, pages", 10,
            problem: "the FLAC metadata cannot be read: it has more than 10 elements",
            limits: limits { $0.elements = 10 }
        ) {
            blocks($0 - 2)
        } isWhole: { found, _ in
            found.fields.title == "a"
        },
        Row(
            "pieces read of one item", 4, problem: "the FLAC metadata cannot be read: its parts are too scattered",
            limits: limits { $0.reads = 4 }
        ) {
            blocks($0 - 1, of: 1 << 20)
        } isWhole: { found, _ in
            found.fields.title == "a"
        },
        // Each piece is a block of 16 KiB, because what follows is far away.
        Row(
            "bytes read of one item", 4,
            problem: "the FLAC metadata cannot be read: more than 65536 bytes of it would be read",
            limits: limits { $0.bytes = 64 << 10 }
        ) {
            blocks($0 - 1, of: 1 << 20)
        } isWhole: { found, _ in
            found.fields.title == "a"
        },
        Row("ID3 tags in front of one another", 4) { count in
            try (0..<count).flatMap { _ in id3([]) } + AudioFixture.bytes("chapters.flac")
        } isWhole: { found, _ in
            found.container == "flac"
        },
        Row(
            "what an ID3 frame unpacks to", 1 << 20,
            problem: "the ID3 frame CHAP cannot be read: what is packed in it is larger than 1048576 bytes"
        ) { count in
            id3(packedChapter(count))
        } isWhole: { found, _ in
            found.chapters.count == 1
        },
        Row("a chunk of a WAV file", 1 << 20) {
            wav($0)
        } isWhole: { found, _ in
            found.fields.title == "a"
        },
    ]

    @Test(arguments: [60.0, 0]) func timeForOneItem(seconds: Double) {
        let found = MediaProbe.container(
            ByteSource(Self.flac(["TITLE=a"])), uri: "file:///a", limits: Self.limits { $0.seconds = seconds })
        #expect(found.problems.isEmpty == (seconds > 0), "\(found.problems)")
        #expect(found.problems.allSatisfy { $0.contains("reading it takes longer than 0.0 seconds") })
    }

    @Test(arguments: [20, 21]) func sentencesAboutWhatIsWrong(count: Int) {
        let broken = (0..<count).flatMap { _ in [6, 0, 0, 1, 0] as [UInt8] }
        let comments = Self.flac(["TITLE=a"])
        let found = MediaProbe.container(
            ByteSource(comments.prefix(42) + broken + comments.dropFirst(42)), uri: "file:///a")
        #expect(found.problems.count == 20 && found.fields.title == "a")
    }

    /// One index more than fits is twelve bytes more.
    @Test(arguments: [(262_140, true), (262_152, false)]) func aFLACCueSheetIsReadSoFar(length: Int, isWhole: Bool) {
        let sheet = Self.cueSheet(length)
        #expect(sheet.count == length)
        let found = MediaProbe.container(ByteSource(Self.flac(5, sheet)), uri: "file:///a")
        #expect(found.chapters.count == 85)
        let last = found.chapters.first { $0.id == "85" }
        #expect((last?.start == MediaTime(nanoseconds: 1_000_000_000)) == isWhole)
    }
}
