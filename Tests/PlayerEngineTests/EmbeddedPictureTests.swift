import Foundation
import Gst
import MediaProbe
import Testing

@testable import PlayerEngine

/// Picture subtitles of an item: which packet is drawn when, and where.
@Suite struct EmbeddedPictureTests {
    private static let second: Int64 = 1_000_000_000
    private static let canvas = SubtitleCanvas(
        frame: FrameShape(width: 640, height: 360), width: 640, height: 360, scale: 1)

    /// Drawings are GStreamer's.
    init() throws { try Gst.initialize() }

    /// A PGS picture of one color on a plane of full HD, or one that clears the plane.
    private static func packet(_ box: (x: Int, y: Int, width: Int, height: Int)?) -> [UInt8] {
        func u16(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
        func segment(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] { [type] + u16(payload.count) + payload }
        let plane = u16(1_920) + u16(1_080) + [0x10, 0, 0, box == nil ? 0 : 0x80, 0, 0]
        guard let box else { return segment(0x16, plane + [0]) + segment(0x80, []) }
        let row = [0, 0xC0 | UInt8(box.width >> 8), UInt8(box.width & 0xFF), 1, 0, 0] as [UInt8]
        let runs = (0..<box.height).flatMap { _ in row }
        let object = [0, 0, 0, 0xC0, 0, 0, 0] + u16(box.width) + u16(box.height) + runs
        return segment(0x16, plane + [1, 0, 0, 0, 0] + u16(box.x) + u16(box.y))
            + segment(0x14, [0, 0, 1, 235, 128, 128, 255]) + segment(0x15, object) + segment(0x80, [])
    }

    private static let box = (x: 600, y: 900, width: 720, height: 90)

    private func at(_ seconds: Double, _ pictures: EmbeddedPictures, _ canvas: SubtitleCanvas = canvas)
        -> PictureDrawing?
    {
        pictures.drawing(atMilliseconds: Int64(seconds * 1_000), on: canvas)
    }

    @Test func aPictureIsShownUntilTheNextPacket() throws {
        let pictures = EmbeddedPictures(.pgs)
        pictures.take(.begun)
        pictures.take(.packet(.init(start: Self.second, bytes: Self.packet(Self.box))))
        // Nothing follows yet: it stays.
        #expect(at(60, pictures) != nil)
        pictures.take(.packet(.init(start: 4 * Self.second, bytes: Self.packet(nil))))
        #expect(at(0.9, pictures) == nil)
        let drawing = try #require(at(1, pictures))
        #expect(at(3.9, pictures) === drawing)
        #expect(at(4, pictures) == nil)
        #expect(at(60, pictures) == nil)
        // Another part of the item is read after a seek: what ends the picture is known all the same.
        pictures.take(.begun)
        pictures.take(.packet(.init(start: 30 * Self.second, bytes: Self.packet(Self.box))))
        #expect(at(3, pictures) != nil)
        #expect(at(10, pictures) == nil)
    }

    /// A seek away from a picture whose end has not arrived.
    @Test func aPictureWithoutKnownEndGoesAway() {
        let pictures = EmbeddedPictures(.pgs)
        pictures.take(.begun)
        pictures.take(.packet(.init(start: Self.second, bytes: Self.packet(Self.box))))
        pictures.take(.begun)
        #expect(at(5.9, pictures) != nil)
        #expect(at(6.1, pictures) == nil)
    }

    /// A transport stream sends each segment by itself.
    @Test func partsOfAPictureAreJoined() {
        let whole = Self.packet(Self.box)
        let head = 3 + 19
        let pictures = EmbeddedPictures(.pgs)
        pictures.take(.begun)
        pictures.take(.packet(.init(start: Self.second, bytes: Array(whole.prefix(head)))))
        #expect(at(1, pictures) == nil)
        pictures.take(.packet(.init(start: Self.second, bytes: Array(whole.dropFirst(head)))))
        #expect(at(1, pictures) != nil)
    }

    @Test(arguments: [
        // The size of the video in its frame, and the expected place of the picture.
        (0, 0, 640, 360, 200, 300, 240, 30), (320, 180, 320, 180, 420, 330, 120, 15),
        // A film of 2.4 : 1 whose borders were cut off: the picture would lie below it.
        (0, 0, 640, 266, 200, 236, 240, 30),
    ])
    func aPictureLiesWhereTheDiscPutsIt(
        x: Int, y: Int, width: Int, height: Int, left: Int, top: Int, wide: Int, high: Int
    ) throws {
        let pictures = EmbeddedPictures(.pgs)
        pictures.take(.packet(.init(start: 0, bytes: Self.packet(Self.box))))
        let isCut = height == 266
        let canvas = SubtitleCanvas(
            frame: FrameShape(width: 640, height: isCut ? 266 : 360), x: x, y: y, width: width, height: height, scale: 1
        )
        let drawing = try #require(at(0, pictures, canvas))
        let patch = try #require(drawing.patches.first)
        #expect(drawing.patches.count == 1)
        let frame: [Int] = [patch.x, patch.y, patch.width, patch.height]
        #expect(frame == [left, top, wide, high] as [Int])
        let middle = (patch.height / 2 * patch.width + patch.width / 2) * 4
        #expect(patch.pixels[middle..<middle + 4].allSatisfy { $0 >= 250 })
    }
}
