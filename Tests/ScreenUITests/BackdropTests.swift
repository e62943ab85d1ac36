import Gst
import Testing

@testable import ScreenUI

/// What lies behind artwork that does not fill the window.
@Suite struct BackdropTests {
    private static func picture(
        _ width: Int, _ height: Int, _ colour: (Int, Int) -> (UInt8, UInt8, UInt8)
    ) -> CardPicture {
        var pixels: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let (blue, green, red) = colour(row, column)
                pixels += [blue, green, red, 0]
            }
        }
        return CardPicture(width: width, height: height, pixels: pixels)
    }

    private static func pixel(_ picture: CardPicture, _ column: Int, _ row: Int) -> [UInt8] {
        let index = 4 * (row * picture.width + column)
        return Array(picture.pixels[index..<index + 3])
    }

    @Test(arguments: [(40, 20), (20, 40), (21, 20), (320, 180)])
    func itIsThePictureDimmedAroundThePicture(width: Int, height: Int) {
        let canvas = Self.picture(20, 20) { _, _ in (10, 20, 200) }.centred(width: width, height: height)
        #expect((canvas.width, canvas.height) == (width, height))
        #expect(canvas.pixels.count == 4 * width * height)
        #expect(Self.pixel(canvas, width / 2, height / 2) == [10, 20, 200])
        for corner in [(width - 1, 0), (width - 1, height - 1)] where width > 21 || height > 21 {
            #expect(Self.pixel(canvas, corner.0, corner.1) == [3, 7, 78])
        }
    }

    @Test func edgesDisappear() {
        let stripes = Self.picture(64, 64) { _, column in column < 32 ? (0, 0, 0) : (255, 255, 255) }
        let canvas = stripes.centred(width: 640, height: 64)
        let line = (0..<288).map { Int(Self.pixel(canvas, $0, 32)[0]) }
        #expect(line == line.sorted())
        #expect(zip(line, line.dropFirst()).allSatisfy { $1 - $0 <= 2 })
        #expect(line.last.map { $0 > 20 } ?? false)
    }

    @Test(arguments: [(1, 1, 1, 3), (1, 1, 500, 2), (3, 1, 3, 200), (1_000, 1, 1_000, 700)])
    func smallAndNarrowPictures(width: Int, height: Int, across: Int, down: Int) {
        let canvas = Self.picture(width, height) { _, _ in (255, 255, 255) }.centred(width: across, height: down)
        #expect(canvas.pixels.count == 4 * across * down)
        #expect(Self.pixel(canvas, 0, down - 1) == [99, 99, 99])
    }

    @Test func cardsLieOnArtworkAndBelowItIsRoom() {
        let canvas = Self.picture(20, 20) { _, _ in (200, 200, 200) }.centred(width: 40, height: 30, above: 10)
        #expect(Self.pixel(canvas, 20, 19) == [200, 200, 200])
        #expect(Self.pixel(canvas, 20, 20) == [78, 78, 78])
        // Half of it is outside.
        let card = PicturePatch(
            x: -2, y: 28, width: 4, height: 4,
            pixels: [UInt8](repeating: 0, count: 32) + Array(repeating: [100, 0, 0, 128], count: 8).flatMap(\.self))
        #expect(canvas.covered(by: [card]) == canvas, "its transparent half is inside")
        var solid = card
        solid.y = 26
        let covered = canvas.covered(by: [solid])
        #expect(Self.pixel(covered, 0, 29) == [139, 39, 39] && Self.pixel(covered, 2, 29) == [78, 78, 78])
    }

    @Test func aPictureThatFillsTheWindowIsLeftAlone() {
        let picture = Self.picture(16, 9) { row, column in (UInt8(row), UInt8(column), 7) }
        #expect(picture.centred(width: 16, height: 9) == picture)
        #expect(picture.centred(width: 8, height: 8) == picture)
    }
}
