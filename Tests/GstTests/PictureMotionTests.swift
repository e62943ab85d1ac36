import Testing

@testable import Gst

@Suite struct PictureMotionTests {
    private static let whole = PictureShrinker.Place(x: 0, y: 0, width: 1_280, height: 720)
    private static let small = PictureShrinker.Place(x: 200, y: 16, width: 880, height: 494)

    @Test func itBeginsWithTheFirstFrameAndStaysBetweenItsEnds() throws {
        var motion = PictureMotion(from: Self.small, to: Self.whole)
        let start: UInt64 = 3_600_000_000_000
        #expect(motion.place(at: start) == Self.small)
        var widths: [Int] = []
        for milliseconds in stride(from: UInt64(20), to: 250, by: 20) {
            let found = motion.place(at: start + milliseconds * 1_000_000)
            let place = try #require(found)
            #expect(place.x % 2 == 0 && place.y % 2 == 0 && place.width % 2 == 0 && place.height % 2 == 0)
            #expect((0...200).contains(place.x) && (0...16).contains(place.y) && (494...720).contains(place.height))
            widths.append(place.width)
        }
        #expect(widths == widths.sorted() && widths.allSatisfy { (880...1_280).contains($0) })
        #expect(motion.place(at: start + PictureMotion.length) == nil)
    }

    @Test(arguments: [UInt64.max, 999, 1_000 + PictureMotion.length])
    func aJumpInTimeEndsIt(_ time: UInt64) {
        var motion = PictureMotion(from: Self.whole, to: Self.small)
        #expect(motion.place(at: 1_000) == Self.whole)
        #expect(motion.place(at: time) == nil)
    }

    @Test func framesWithoutATimeAreNotMoved() {
        var motion = PictureMotion(from: Self.whole, to: Self.small)
        #expect(motion.place(at: .max) == nil)
    }
}
