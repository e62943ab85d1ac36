import Foundation
import GLibLoop
import Gst
import PlayerCore
import Testing

@testable import PlayerEngine
@testable import ScreenUI

/// What is on frames that went through the video chain, with cards and without.
@Suite struct CardRenderingTests {
    private static let shape = FrameShape(width: 640, height: 360)

    /// The pixels that differ, as the smallest rectangle around them.
    private static func difference(_ left: [UInt8], _ right: [UInt8], _ shape: FrameShape) -> WindowRect? {
        guard left.count == right.count, left.count == shape.width * shape.height * 4 else { return nil }
        var (least, most) = ((x: Int.max, y: Int.max), (x: -1, y: -1))
        for y in 0..<shape.height {
            for x in 0..<shape.width {
                let index = (y * shape.width + x) * 4
                guard left[index..<index + 3] != right[index..<index + 3] else { continue }
                least = (min(least.x, x), min(least.y, y))
                most = (max(most.x, x), max(most.y, y))
            }
        }
        guard most.x >= 0 else { return nil }
        return WindowRect(x: least.x, y: least.y, width: most.x - least.x + 1, height: most.y - least.y + 1)
    }

    @Test(arguments: ["I420", "NV12", "BGRx", "YUY2", "P010_10LE"])
    func onlyThePixelsUnderACardChange(_ format: String) async throws {
        let patches = CardPictures.patches([.offer(.closingCredits)], Self.shape)
        let patch = try #require(patches.first)
        let plain = try await CardPictures.frame(Self.shape, format: format, patches: [])
        let drawn = try await CardPictures.frame(Self.shape, format: format, patches: patches)
        let changed = try #require(Self.difference(plain, drawn, Self.shape))
        // Colours have half the resolution.
        let allowed = WindowRect(x: patch.x - 2, y: patch.y - 2, width: patch.width + 4, height: patch.height + 4)
        #expect(allowed.intersection(changed) == changed, "\(changed) outside of \(allowed)")
        #expect(changed.width >= patch.width - 4 && changed.height >= patch.height - 4)
    }

    @Test func wordsAreReallyThere() throws {
        let light: ([PicturePatch]) -> Int = { patches in
            patches.reduce(0) { sum, patch in sum + patch.pixels.count(where: { $0 > 200 }) }
        }
        let one = CardPictures.patches([.chapter("i")], Self.shape)
        let many = CardPictures.patches([.chapter("The Bridge on the River")], Self.shape)
        #expect(light(one) > 0)
        #expect(light(many) > 4 * light(one))
        let other = CardPictures.patches([.chapter("The Ridge on the River")], Self.shape)
        #expect(other.first?.pixels != many.first?.pixels)
    }

    @Test func theWayBackIsOnTheCardOnlyWhereThereIsOne() throws {
        for (width, height) in [(160, 90), (640, 360), (1_920, 1_080)] {
            let shape = FrameShape(width: width, height: height)
            let with = try #require(CardPictures.patches([.skipped(.advertisement, canUndo: true)], shape).first)
            let without = try #require(CardPictures.patches([.skipped(.advertisement, canUndo: false)], shape).first)
            #expect(with.width > without.width)
            #expect(with.x + with.width == without.x + without.width)
        }
    }

    @Test func thePauseSignIsTwoBars() throws {
        let patch = try #require(CardPictures.patches([.paused], Self.shape).first)
        let row = patch.height / 2
        let bright = (0..<patch.width).map { patch.pixels[(row * patch.width + $0) * 4] > 200 }
        let runs = bright.indices.filter { bright[$0] && ($0 == 0 || !bright[$0 - 1]) }
        #expect(runs.count == 2)
        #expect(patch.x < Self.shape.width / 10 && patch.y < Self.shape.height / 10)
    }

    @Test(arguments: [
        "<span size='99999'>&amp;</b>", "مرحبا بالعالم", "👩‍👩‍👧‍👦🇨🇭", "a\u{0}b\u{1B}[31m\nc\u{202E}d", "", " ",
        String(repeating: "W", count: 10_000), String(repeating: "e\u{301}\u{302}", count: 5_000),
    ])
    func textsFromAnywhereStayInTheirBox(_ text: String) {
        for (width, height) in [(160, 90), (640, 360), (3_840, 2_160)] {
            let shape = FrameShape(width: width, height: height)
            let cards: [Card] = [.chapter(text), .proposal(ProposalCard(title: text, subtitle: text, seconds: 99))]
            for patch in CardPictures.patches(cards, shape) {
                #expect(patch.x >= 0 && patch.y >= 0)
                #expect(patch.x + patch.width <= width && patch.y + patch.height <= height)
                #expect(patch.pixels.count == patch.width * patch.height * 4)
            }
        }
    }

    @Test func wordsAreOneLineWithoutWhatControls() {
        #expect(CardTypesetter.legible("a\nb\u{202E}c\u{0}d") == "a bc d")
        #expect(CardTypesetter.legible("👩‍👧") == "👩‍👧")
        #expect(CardTypesetter.legible(String(repeating: "x", count: 10_000)).count == 400)
    }

    @Test(arguments: ["I420", "BGRx"])
    func thePictureMakesRoomForAProposal(_ format: String) async throws {
        let place = PictureShrinker.Place(x: 100, y: 20, width: 400, height: 220)
        let frame = try await CardPictures.frame(
            Self.shape, format: format, pattern: "white", patches: [], place: place,
            around: [PicturePatch(x: 550, y: 300, width: 20, height: 20, pixels: .init(repeating: 255, count: 1_600))])
        func pixel(_ x: Int, _ y: Int) -> UInt8 { frame[(y * Self.shape.width + x) * 4 + 1] }
        for (x, y) in [(104, 24), (496, 236), (300, 100), (560, 310)] { #expect(pixel(x, y) > 240, "\(x), \(y)") }
        for (x, y) in [(2, 2), (96, 100), (504, 100), (300, 14), (300, 246), (639, 359)] {
            #expect(pixel(x, y) < 16, "\(x), \(y)")
        }
    }

    /// How wide the white picture is in each frame.
    private static func widths(_ count: Int, to place: PictureShrinker.Place, moves: Bool) async throws -> [Int] {
        let frames = try await CardPictures.frame(
            shape, pattern: "white", patches: [], place: place, count: count, moves: moves)
        let size = shape.width * shape.height * 4
        return stride(from: 0, to: frames.count, by: size).map { start in
            let row = start + (place.y + place.height / 2) * shape.width * 4
            return (0..<shape.width).count { frames[row + $0 * 4 + 1] > 128 }
        }
    }

    @Test func thePictureMovesToItsPlaceInAQuarterOfASecond() async throws {
        let place = PictureShrinker.Place(x: 100, y: 20, width: 400, height: 220)
        let moved = try await Self.widths(10, to: place, moves: true)
        #expect(moved.first == Self.shape.width)
        #expect(zip(moved, moved.dropFirst()).allSatisfy { $0 >= $1 }, "\(moved)")
        #expect((500..<600).contains(moved[1]) && moved[4] > 400 && moved.dropFirst(7).allSatisfy { $0 == 400 })
        #expect(try await Self.widths(3, to: place, moves: false) == [400, 400, 400])
    }

    @Test func cardsKeepTheirShapeOnPixelsThatAreNotSquare() {
        let shape = FrameShape(width: 720, height: 576, pixelWidth: 64, pixelHeight: 45)
        let canvas = CardCanvas(shape, window: (1_280, 800))
        #expect(canvas.width == 1_280 && canvas.height == 720)
        #expect(canvas.inWindow(WindowRect(x: 0, y: 0, width: 1_280, height: 720)).y == 40)
        #expect(
            canvas.inFrame(WindowRect(x: 640, y: 360, width: 640, height: 360))
                == WindowRect(x: 360, y: 288, width: 360, height: 288))
    }

    @Test func aPictureIsDecodedForACardAndWhatIsNoneIsLeftOut() throws {
        try Gst.initialize()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("card-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Picture.png(width: 40, height: 20, seed: 0x80)).write(to: file)
        let picture = try #require(CardPicture(fileURI: file.absoluteString))
        #expect(picture.width == 40 && picture.height == 20)
        #expect(picture.pixels.prefix(4).dropLast().allSatisfy { abs(Int($0) - 0x80) < 3 })
        // A picture of a moment, drawn as it is, is the same as through a pipeline.
        let length = try Data(contentsOf: file).count
        let decoded = try #require(
            PictureDecoder.pixels(
                ofFileAt: file.path, length: length, mediaType: "image/png", decoders: ["pngdec"], width: 40,
                height: 20, seconds: 10))
        #expect(zip(picture.pixels, decoded).enumerated().allSatisfy { $0 % 4 == 3 || $1.0 == $1.1 })
        try Data(Picture.png(width: 40, height: 20).prefix(60)).write(to: file)
        #expect(CardPicture(fileURI: file.absoluteString) == nil)
        try Data(Picture.corrupt).write(to: file)
        #expect(CardPicture(fileURI: file.absoluteString) == nil)
        #expect(CardPicture(fileURI: "file:///nowhere.png") == nil)
        #expect(CardPicture(fileURI: "http://localhost/a.png") == nil)
    }

    /// The player knows no fonts: it resolves presses by what it is told here.
    @Test @MediaActor func whereTheCardsLieIsToldWhenTheyAreShown() async throws {
        let renderer = CardRenderer { _ in }
        let (areas, tell) = AsyncStream<CardAreas>.makeStream()
        renderer.onPlace = { tell.yield($0) }
        renderer.coverChanged((1_280, 720))
        renderer.show(CardDrawing([.offer(.recap)]))
        var told = areas.makeAsyncIterator()
        let offer = try #require(await told.next())
        #expect(offer.areas.map(\.subject) == [Card.offer(.recap).subject(of: .offer)].compactMap(\.self))
        // A number that changes leaves them where they are; the next thing that is told is the other offer.
        renderer.show(CardDrawing([.offer(.recap), .volume(0.4)]))
        renderer.show(CardDrawing([.offer(.preview), .volume(0.4)]))
        let other = try #require(await told.next())
        #expect(other.areas.map(\.subject.target) == [.offer] && other.areas[0].subject != offer.areas[0].subject)
        renderer.show(CardDrawing())
        #expect(await told.next() == CardAreas())
        renderer.coverChanged(nil)
    }
}
