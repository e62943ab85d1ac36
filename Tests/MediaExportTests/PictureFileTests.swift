import Testing

@testable import Gst
@testable import MediaExport

/// The sheets that the picture worker writes.
@Suite struct PictureFileTests {
    /// A tile of one colour.
    private func tile(_ colour: [UInt8], width: Int = 2, height: Int = 2, time: Int64 = 0) -> FrameGrabber.Frame {
        let pixels = Array(repeating: colour + [0], count: width * height).flatMap { $0 }
        return FrameGrabber.Frame(pixels: pixels, width: width, height: height, time: time)
    }

    /// The colours of a PNG file's pixels, decoded by GStreamer.
    private func pixels(_ png: [UInt8], width: Int, height: Int) throws -> [[UInt8]] {
        let folder = try TemporaryFile(png)
        let pixels = try #require(
            PictureDecoder.pixels(
                ofFileAt: folder.path, length: png.count, mediaType: "image/png", decoders: ["pngdec"], width: width,
                height: height, seconds: 10))
        return stride(from: 0, to: pixels.count, by: 4).map { [pixels[$0 + 2], pixels[$0 + 1], pixels[$0]] }
    }

    @Test func aSheetIsWhatItsTilesAre() throws {
        let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0], [0, 255, 0], [0, 0, 255])
        var sheet = PictureSheet(tile: tile(red), count: 3)
        for colour in [red, green, blue] { sheet.add(tile(colour, time: 7)) }
        #expect(sheet.columns == 2 && sheet.width == 4 && sheet.height == 4)
        #expect(sheet.times == [7, 7, 7])
        let black: [UInt8] = [0, 0, 0]
        let top = [red, red, green, green]
        let bottom = [blue, blue, black, black]
        #expect(try pixels(try #require(sheet.png), width: 4, height: 4) == top + top + bottom + bottom)
    }

    @Test func tilesOfAnotherSizeDoNotLeaveTheirPlace() throws {
        var sheet = PictureSheet(tile: tile([1, 1, 1]), count: 2)
        sheet.add(tile([1, 1, 1], width: 9, height: 9))
        sheet.add(tile([2, 2, 2], width: 1, height: 1))
        let rows: [[UInt8]] = [
            [1, 1, 1], [1, 1, 1], [2, 2, 2], [0, 0, 0], [1, 1, 1], [1, 1, 1], [0, 0, 0], [0, 0, 0],
        ]
        #expect(try pixels(try #require(sheet.png), width: 4, height: 2) == rows)
    }

    @Test func partsAreInsideOfTheirPicture() {
        let whole = tile([5, 6, 7], width: 4, height: 3)
        #expect(whole.part(.init(x: 3, y: 2, width: 1, height: 1))?.pixels == [5, 6, 7, 0])
        for area in [(4, 0, 1, 1), (0, 3, 1, 1), (-1, 0, 1, 1), (0, 0, 5, 1), (0, 0, 0, 1), (1, 1, .max, .max)] {
            #expect(whole.part(.init(x: area.0, y: area.1, width: area.2, height: area.3)) == nil)
        }
    }

    @Test func aPictureWithoutItsPixelsIsNone() {
        #expect(PNGFile.bytes(rgb: [1, 2, 3], width: 2, height: 1) == nil)
        #expect(PNGFile.bytes(rgb: [], width: 0, height: 0) == nil)
    }
}
