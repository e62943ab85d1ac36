import Testing

@testable import MediaExport

/// What is written into the heads of files beside what GStreamer writes.
struct ExportHeadTests {
    private static func comments(_ texts: [String]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) } }
        return number(1) + [UInt8(ascii: "v")] + number(texts.count)
            + texts.flatMap { number($0.utf8.count) + Array($0.utf8) }
    }

    @Test func chaptersInCommentsAreReplaced() {
        let header = CommentHeader(chapters: ["CHAPTER001=00:00:00.000", "CHAPTER001NAME=New"], tags: ["TITLE=unused"])
        let old = ["TITLE=kept", "chapter001=00:00:01.000", "CHAPTER001NAME=Old", "CUESHEET=x", "ENCODER=e"]
        let head = Array("OpusHead".utf8)
        let result = header.replaced(in: [head, Array("OpusTags".utf8) + Self.comments(old)])
        let wanted = ["TITLE=kept", "ENCODER=e", "CHAPTER001=00:00:00.000", "CHAPTER001NAME=New"]
        #expect(result == [head, Array("OpusTags".utf8) + Self.comments(wanted)])
    }

    @Test func aStreamThatSaysNothingSaysWhatItsItemDoes() {
        let header = CommentHeader(chapters: [], tags: ["TITLE=t"])
        let vorbis: [UInt8] = [3] + Array("vorbis".utf8)
        #expect(
            header.replaced(in: [vorbis + Self.comments(["encoder=e"]) + [1]])
                == [vorbis + Self.comments(["encoder=e", "TITLE=t"]) + [1]])
        let head = Array("OpusHead".utf8)
        let made = header.replaced(in: [head])
        #expect(made.count == 2 && made[1].starts(with: Array("OpusTags".utf8)))
    }

    /// Headers come from files: whatever is in them, something comes out.
    @Test(arguments: 0..<200) func brokenHeadersDoNoHarm(seed: UInt64) {
        var generator = SystemRandomNumberGenerator()
        let length = Int.random(in: 0..<60, using: &generator)
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let header = CommentHeader(chapters: ["A=b"], tags: ["C=d"])
        #expect(header.replaced(in: [Array("OpusTags".utf8) + bytes])[0].starts(with: Array("OpusTags".utf8)))
    }

    @Test func timesAreClocks() {
        #expect(ChapterFiles.clock(3_723_004_999_999) == "01:02:03.004")
        #expect(ChapterFiles.clock(-5) == "00:00:00.000")
    }
}
