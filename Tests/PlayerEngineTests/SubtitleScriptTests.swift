import Gst
import MediaProbe
import PlayerCore
import Testing

@testable import PlayerEngine

/// What libass draws of lines.
@Suite struct SubtitleScriptTests {
    private static let canvas = SubtitleScript.Canvas(
        frame: FrameShape(width: 640, height: 360), width: 640, height: 360, scale: 1)

    /// Drawings are GStreamer's.
    init() throws { try Gst.initialize() }

    private static func script(_ text: String) throws -> SubtitleScript {
        try SubtitleScript(SubtitleText.script(text, .subRip))
    }

    @Test func linesAreDrawnWhileTheyAreShown() throws {
        let script = try Self.script("1\n00:00:01,000 --> 00:00:02,000\nHello\n")
        #expect(script.drawing(atMilliseconds: 500, on: Self.canvas) == nil)
        let drawing = try #require(script.drawing(atMilliseconds: 1_000, on: Self.canvas))
        #expect(script.drawing(atMilliseconds: 1_900, on: Self.canvas) === drawing)
        #expect(script.drawing(atMilliseconds: 2_000, on: Self.canvas) == nil)
        #expect(script.drawing(atMilliseconds: 1_500, on: Self.canvas) != nil)
    }

    @Test func linesAreAtTheBottomAndAsLargeAsTheyAreWanted() throws {
        func box(_ scale: Double, _ x: Int, _ width: Int) throws -> [PicturePatch] {
            let script = try Self.script("1\n00:00:00,000 --> 00:00:02,000\nHello\n")
            var canvas = Self.canvas
            (canvas.scale, canvas.x, canvas.width, canvas.height) = (scale, x, width, width * 9 / 16)
            return try #require(script.drawing(atMilliseconds: 1_000, on: canvas)).patches
        }
        let patches = try box(1, 0, 640)
        #expect(patches.count == 1)
        let usual = patches[0]
        #expect(usual.y > 290 && usual.y + usual.height <= 360)
        #expect(abs(usual.x + usual.width / 2 - 320) <= 2)
        #expect(usual.pixels.contains { $0 == 255 })
        let large = try box(2, 0, 640)[0]
        #expect(abs(large.width - 2 * usual.width) < usual.width / 4)
        // A picture that makes room for something beside it.
        let small = try box(1, 320, 320)[0]
        #expect(abs(small.x + small.width / 2 - 480) <= 8)
        #expect(abs(2 * small.width - usual.width) < usual.width / 2)
    }

    @Test func linesOfAStreamAreKeptAndTakenOnce() throws {
        let lines = EmbeddedLines()
        lines.begin(.text)
        for _ in 0..<3 {
            lines.add(.init(start: 1_000_000_000, duration: 1_000_000_000, bytes: Array("A &amp; <b>B</b>".utf8)))
        }
        #expect(lines.script == nil)
        try lines.makeScript()
        let script = try #require(lines.script)
        let once = try #require(script.drawing(atMilliseconds: 1_500, on: Self.canvas))
        #expect(once.patches.count == 1 && once.patches[0].height < 40)
        lines.add(.init(start: 5_000_000_000, duration: 1_000_000_000, bytes: Array("later".utf8)))
        #expect(script.drawing(atMilliseconds: 5_500, on: Self.canvas) != nil)
    }

    /// What comes from outside ends, whatever it is.
    @Test(arguments: [
        "", "[V4+ Styles]\nStyle:\n[Events]\nDialogue: 0,0:00:00.00,9:59:59.00,,,0,0,0,,{\\pos(}x", "\u{0}\u{1}",
    ])
    func damagedScriptsEnd(text: String) {
        let script = try? SubtitleScript(Array(text.utf8))
        _ = script?.drawing(atMilliseconds: 1, on: Self.canvas)
    }
}
