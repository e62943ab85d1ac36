import Testing

@testable import PlayerEngine

/// Kind and size of pictures from their first bytes.
@Suite struct ImageHeaderTests {
    private func size(_ bytes: [UInt8]) -> String? {
        ImageHeader(bytes).map { "\($0.kind) \($0.width)x\($0.height)" }
    }

    private let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0x01, 0x02, 0x03, 0x04, 1, 1, 0x11, 0,
    ]
    private let gif = Array("GIF89a".utf8) + [0x40, 0x01, 0xF0, 0x00]
    private let bmp: [UInt8] =
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 5, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF]
    private func webp(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(kind.utf8) + [0, 0, 0, 0] + body
    }

    @Test func everyKindTellsItsSize() {
        #expect(size(Picture.png(width: 3, height: 5)) == "png 3x5")
        #expect(size(jpeg) == "jpeg 772x258")
        #expect(size(gif) == "gif 320x240")
        #expect(size(bmp) == "bmp 5x2")
        #expect(size(webp("VP8X", [0, 0, 0, 0, 0xFF, 0x3F, 0, 9, 0, 0])) == "webp 16384x10")
        #expect(size(webp("VP8L", [0x2F, 0x02, 0x40, 0x01, 0x00])) == "webp 3x6")
        #expect(size(webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x20, 0x40, 0x10, 0])) == "webp 32x16")
    }

    @Test(
        "A PNG has 32 packed texts at most: each may unpack to megabytes, which are kept", arguments: ["zTXt", "iTXt"])
    func packedTexts(name: String) throws {
        for (count, isTooMuch) in [(0, false), (32, false), (33, true), (990, true)] {
            let bytes = Picture.png(with: (0..<count).map { _ in (name, [UInt8](repeating: 1, count: 20)) })
            #expect(ImageWork.isTooMuch(try #require(ImageHeader(bytes)), bytes) == isTooMuch, "\(count)")
        }
        let plain = Picture.png(with: (0..<990).map { _ in ("tEXt", Array("a\0b".utf8)) })
        #expect(!ImageWork.isTooMuch(try #require(ImageHeader(plain)), plain))
        // A length beyond the end.
        let broken = Array(Picture.png().prefix(33)) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("zTXt".utf8)
        #expect(!ImageWork.isTooMuch(try #require(ImageHeader(broken)), broken))
    }

    @Test("The scans of a narrow JPEG go through whole blocks", arguments: [(1, 16_385), (8, 16_385)])
    func narrowScans(width: UInt8, scans: Int) throws {
        for (scans, isTooMuch) in [(scans, true), (scans - 1, false)] {
            let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0x20, 0, 0, width, 1, 1, 0x11, 0]
            let bytes = head + (0..<scans).flatMap { _ in [0xFF, 0xDA, 0, 4, 1, 2, 0x55] as [UInt8] }
            #expect(ImageWork.isTooMuch(try #require(ImageHeader(bytes)), bytes) == isTooMuch, "\(width), \(scans)")
        }
    }

    /// A decoder cannot be stopped.
    @Test func aPictureOfManyLayersIsTooMuchWork() throws {
        func jpeg(side: UInt16, scans: Int) -> [UInt8] {
            let bytes = withUnsafeBytes(of: side.bigEndian) { Array($0) }
            let head = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8] + bytes + bytes + [1, 1, 0x11, 0]
            return head + (0..<scans).flatMap { _ in [0xFF, 0xDA, 0, 4, 1, 2, 0x55, 0xFF, 0] as [UInt8] } + [
                0xFF, 0xD9,
            ]
        }
        for (side, scans, isTooMuch) in [
            (8_192, 60_000, true), (8_192, 17, true), (8_192, 16, false), (1_000, 1_000, false), (500, 60_000, true),
        ] as [(UInt16, Int, Bool)] {
            let bytes = jpeg(side: side, scans: scans)
            #expect(ImageWork.isTooMuch(try #require(ImageHeader(bytes)), bytes) == isTooMuch, "\(side), \(scans)")
        }
        // Two colours for all, four for the frame; a comment before each.
        let frame: [UInt8] =
            [
                0x21, 0xFE, 2, 1, 2, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x81,
            ] + [UInt8](repeating: 9, count: 12) + [2, 1, 0x2C, 0]
        let animation = Array("GIF89a".utf8) + [0, 4, 0, 4, 0x80, 0, 0] + [UInt8](repeating: 7, count: 6)
        for count in [1, 30, 2_000] {
            let bytes = animation + (0..<count).flatMap { _ in frame } + [0x3B]
            #expect(ImageWork.passes(.gif, bytes) == count)
            #expect(ImageWork.isTooMuch(try #require(ImageHeader(bytes)), bytes) == (count == 2_000))
            for end in bytes.indices.prefix(200) { #expect(ImageWork.passes(.gif, Array(bytes[..<end])) <= count) }
        }
        let moving =
            webp("VP8X", [0, 0, 0, 0, 9, 0, 0, 9, 0, 0])
            + (0..<3).flatMap { _ in Array("ANMF".utf8) + [1, 0, 0, 0, 5, 0] }
        #expect(ImageWork.passes(.webp, moving.enumerated().map { $0.offset == 16 ? 10 : $0.element }) == 3)
    }

    @Test func whatBreaksOffBeforeItsSizeIsNoPicture() {
        let headers = [
            Array(Picture.png().prefix(24)), Array(jpeg.prefix(18)), gif, bmp,
            webp("VP8X", [0, 0, 0, 0, 0xFF, 0x3F, 0, 9, 0, 0]), webp("VP8L", [0x2F, 0x02, 0x40, 0x01, 0x00]),
            webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x20, 0x40, 0x10, 0]),
        ]
        for header in headers {
            #expect(ImageHeader(header) != nil)
            for count in 0..<header.count - 1 {
                #expect(ImageHeader(Array(header.prefix(count))) == nil, "\(count) of \(header)")
            }
        }
    }

    @Test func whatHasNoPixelsIsNoPicture() {
        #expect(ImageHeader(Picture.bomb(width: 0, height: 5)) == nil)
        #expect(ImageHeader([UInt8](repeating: 0xFF, count: 1_000)) == nil)
        #expect(ImageHeader([]) == nil)
    }
}
