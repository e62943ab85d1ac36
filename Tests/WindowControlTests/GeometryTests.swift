import PlayerCore
import Testing

@testable import WindowControl

@Suite struct GeometryTests {
    static let screen = WindowRect(x: 0, y: 0, width: 1920, height: 1080)

    @Test(arguments: [
        (WindowCorner.topLeft, "480x270+24+24"), (.topRight, "480x270+1416+24"), (.bottomLeft, "480x270+24+786"),
        (.bottomRight, "480x270+1416+786"),
    ])
    func cornersKeepTheMargin(_ corner: WindowCorner, _ expected: String) {
        #expect(PictureInPictureLayout.at(corner).rect(in: Self.screen).text == expected)
    }

    /// Areas, sizes and aspects: what comes out in the bottom right corner.
    @Test(arguments: [
        // A panel at the top, and a second monitor to the right of it.
        (WindowRect(x: 0, y: 32, width: 1280, height: 688), 480, 24, 16, 9, "480x270+776+426"),
        (WindowRect(x: 1920, y: 0, width: 1280, height: 720), 480, 24, 16, 9, "480x270+2696+426"),
        // Less than the least size is made the least size, whichever side is short.
        (screen, 10, 0, 16, 9, "160x90+1760+990"), (screen, 10, 0, 21, 9, "210x90+1710+990"),
        (screen, 10, 0, 4, 3, "160x120+1760+960"), (screen, 10, 0, 9, 16, "160x284+1760+796"),
        // What does not fit is as large as fits, in its aspect.
        (screen, 5_000, 20, 16, 9, "1849x1040+51+20"), (screen, 5_000, 0, 1, 1, "1080x1080+840+0"),
        // The margin gives way before the least size, and that before the screen's edges.
        (WindowRect(x: 0, y: 0, width: 180, height: 120), 480, 40, 16, 9, "160x90+10+20"),
        (WindowRect(x: 0, y: 0, width: 100, height: 100), 480, 40, 16, 9, "100x56+0+44"),
        (WindowRect(x: 0, y: 0, width: 0, height: 0), 480, 40, 16, 9, "1x1+-1+-1"),
        (screen, 480, -50, 16, 9, "480x270+1440+810"), (screen, -480, 0, 16, 9, "160x90+1760+990"),
        (screen, 480, 0, 1_850, 1_000, "480x259+1440+821"),
    ])
    func layouts(_ area: WindowRect, _ width: Int, _ margin: Int, _ across: Int, _ down: Int, _ expected: String)
        throws
    {
        let aspect = try #require(AspectRatio(width: across, height: down))
        let layout = PictureInPictureLayout(corner: .bottomRight, width: width, margin: margin, aspect: aspect)
        #expect(layout.rect(in: area).text == expected)
    }

    @Test func framesThatStayAreInsideOfTheMargin() {
        let frame = FrameExtents(left: 2, right: 3, top: 20, bottom: 5)
        let area = Self.screen
        #expect(PictureInPictureLayout.at(.topLeft).rect(in: area, frame: frame).text == "480x270+26+44")
        #expect(PictureInPictureLayout.at(.bottomRight).rect(in: area, frame: frame).text == "480x270+1413+781")
    }

    @Test func everyLayoutStaysInsideAndKeepsItsAspect() throws {
        for across in 8...60 {
            for width in stride(from: 0, through: 2_000, by: 37) {
                let aspect = try #require(AspectRatio(width: across, height: 24))
                let layout = PictureInPictureLayout(corner: .bottomRight, width: width, margin: 16, aspect: aspect)
                let rect = layout.rect(in: Self.screen)
                let least = layout.leastSize
                #expect(rect.x >= 16 && rect.y >= 16 && rect.right == 1904 && rect.bottom == 1064)
                #expect(rect.width >= 160 && rect.height >= 90)
                #expect(rect.width >= least.width && rect.height == aspect.height(forWidth: rect.width))
            }
        }
    }

    @Test(arguments: [(0, 9), (16, 0), (-16, 9), (51, 1), (1, 51), (Int.max, 1)])
    func whatIsNoPictureHasNoAspect(_ width: Int, _ height: Int) {
        #expect(AspectRatio(width: width, height: height) == nil)
    }

    @Test func aspectsAreReduced() throws {
        let aspect = try #require(AspectRatio(width: 1_920, height: 1_080))
        #expect(aspect == .wide)
        #expect(aspect.height(forWidth: 1_920) == 1_080)
        #expect(aspect.width(fittingHeight: 269) == 478)
    }

    @Test func numbersFromOutsideDoNotOverflow() {
        let rect = WindowRect(x: .max, y: .min, width: .max, height: -5)
        #expect(rect.right == 2_000_000 && rect.height == 0 && rect.bottom == -1_000_000)
        #expect(
            FrameExtents(left: .max, right: -1, top: 0, bottom: 0)
                == FrameExtents(left: 1000, right: 0, top: 0, bottom: 0))
    }

    @Test(arguments: [
        (WindowRect(x: 100, y: 50, width: 480, height: 270), WindowCorner.topLeft),
        (WindowRect(x: 800, y: 50, width: 480, height: 270), .topRight),
        (WindowRect(x: 100, y: 900, width: 480, height: 270), .bottomLeft),
        (WindowRect(x: 1500, y: 900, width: 480, height: 270), .bottomRight),
    ])
    func aDraggedWindowRestsAtTheNearestCorner(_ rect: WindowRect, _ corner: WindowCorner) {
        #expect(WindowCorner(nearest: rect, in: Self.screen) == corner)
    }

    @Test func theMonitorIsTheOneThatHoldsMostOfTheWindow() {
        let right = WindowRect(x: 1920, y: 0, width: 1280, height: 720)
        let monitors = [Self.screen, right]
        #expect(WindowRect(x: 1900, y: 10, width: 300, height: 200).home(among: monitors) == right)
        #expect(WindowRect(x: 1700, y: 10, width: 300, height: 200).home(among: monitors) == Self.screen)
        #expect(WindowRect(x: 9000, y: 10, width: 300, height: 200).home(among: monitors) == Self.screen)
        #expect(WindowRect(x: 0, y: 0, width: 1, height: 1).home(among: []) == nil)
    }
}
