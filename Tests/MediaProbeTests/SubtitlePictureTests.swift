import Foundation
import Testing

@testable import MediaProbe

/// Subtitles as pixels: a red box of 40 by 16 pixels with a black border of 4, at (100, 500) on a plane of 720 by 576.
///
/// `vobsub` and `dvb` were encoded by ffmpeg 5.1 from `pgs`. Each packet lies behind a length of two bytes.
@Suite struct SubtitlePictureTests {
    private static func packets(_ name: String) throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../Fuzzing/corpus/subtitle-pictures/\(name)")
        var rest = [UInt8](try Data(contentsOf: file)).dropFirst()
        var packets: [[UInt8]] = []
        while let high = rest.popFirst(), let low = rest.popFirst() {
            packets.append(Array(rest.prefix(Int(high) << 8 | Int(low))))
            rest = rest.dropFirst(packets[packets.count - 1].count)
        }
        return packets
    }

    private static func color(of picture: SubtitlePicture, x: Int, y: Int) -> UInt32? {
        for part in picture.parts {
            let (column, row) = (x - part.x, y - part.y)
            if 0..<part.width ~= column, 0..<part.height ~= row { return part.pixels[row * part.width + column] }
        }
        return nil
    }

    private static func isRed(_ color: UInt32?) -> Bool {
        guard let color else { return false }
        return color >> 24 == 255 && color >> 16 & 0xFF > 200 && color >> 8 & 0xFF < 60 && color & 0xFF < 60
    }

    private static func isBlack(_ color: UInt32?) -> Bool {
        guard let color else { return false }
        return color >> 24 == 255 && color & 0xFFFFFF < 0x1F1F1F
    }

    /// The disc's colors of the VobSub stream: only the first two are used.
    private static let palette: [UInt32] = (0..<16).map { [0x51F05A, 0x108080][$0 % 2] }

    @Test(arguments: [("pgs", SubtitlePictureFormat.pgs), ("dvb", .dvb)])
    func thePictureAppearsAndDisappears(name: String, format: SubtitlePictureFormat) throws {
        let packets = try Self.packets(name)
        try #require(packets.count == 2)
        #expect(SubtitlePictureDecoder.place(of: packets[0], format) == .entry)
        var decoder = SubtitlePictureDecoder(format)
        decoder.take(packets[0])
        let picture = try #require(decoder.picture)
        #expect(picture.width == 720 && picture.height == 576)
        #expect(Self.isBlack(Self.color(of: picture, x: 101, y: 501)))
        #expect(Self.isBlack(Self.color(of: picture, x: 138, y: 514)))
        #expect(Self.isRed(Self.color(of: picture, x: 105, y: 505)))
        #expect(Self.isRed(Self.color(of: picture, x: 120, y: 508)))
        decoder.take(packets[1])
        #expect(decoder.picture == nil)
    }

    @Test func aPictureOfADVDHasItsOwnEnd() throws {
        let packets = try Self.packets("vobsub")
        var decoder = SubtitlePictureDecoder(.vobSub, palette: Self.palette, plane: (720, 480))
        decoder.take(packets[0])
        let picture = try #require(decoder.picture)
        let part = picture.parts[0]
        #expect(part.x == 100 && part.y == 500 && part.width == 40 && part.height == 16)
        // It lies below the plane of NTSC, which can only be wrong.
        #expect(picture.width == 720 && picture.height >= 516)
        let opaque = part.pixels.filter { $0 >> 24 == 255 }.count
        #expect(opaque == 40 * 16)
        #expect(Set(part.pixels).count == 2)
        #expect(part.pixels[0] != part.pixels[8 * 40 + 20] && part.pixels[0] == part.pixels[15 * 40 + 39])
        // The encoder knew no end: it wrote the latest one, 65,535 periods of 1,024 / 90,000 s.
        let duration = try #require(picture.duration)
        #expect(abs(duration - 745_642_667_000) < 1_000_000)
    }

    /// What builds upon earlier packets uses their objects and colors.
    @Test func aPGSPictureMovesWithoutBeingSentAgain() throws {
        let first = try Self.packets("pgs")[0]
        var decoder = SubtitlePictureDecoder(.pgs)
        decoder.take(first)
        var moved = Array(first.prefix(3 + 19))
        moved[3 + 7] = 0
        moved[3 + 15] = 0
        moved[3 + 16] = 7
        #expect(SubtitlePictureDecoder.place(of: moved, .pgs) == .following)
        decoder.take(moved)
        #expect(decoder.picture?.parts.first?.x == 7)
        // At the start of an epoch, nothing is left of what came before.
        moved[3 + 7] = 0x80
        decoder.take(moved)
        #expect(decoder.picture == nil)
    }

    @Test(arguments: ["pgs", "vobsub", "dvb"]) func cutPacketsEnd(name: String) throws {
        let formats: [String: SubtitlePictureFormat] = ["pgs": .pgs, "vobsub": .vobSub, "dvb": .dvb]
        let packet = try Self.packets(name)[0]
        for count in packet.indices {
            var decoder = SubtitlePictureDecoder(try #require(formats[name]))
            decoder.take(Array(packet.prefix(count)))
            _ = decoder.picture
        }
    }
}
