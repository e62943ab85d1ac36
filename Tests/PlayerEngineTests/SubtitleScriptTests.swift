import Foundation
import Gst
import MediaProbe
import PlayerCore
import Testing

@testable import PlayerEngine

/// What libass draws of lines.
@Suite struct SubtitleScriptTests {
    private static let canvas = SubtitleCanvas(
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

    /// A font that only the item has: letters of the same width, under a name of its own.
    @Test func fontsOfTheItemAreUsed() throws {
        let system = URL(fileURLWithPath: "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf")
        let font = Self.renamed([UInt8](try Data(contentsOf: system)))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mkv")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([UInt8](repeating: 7, count: 10) + font).write(to: file)
        func width(_ text: String, _ fonts: [AttachedFont]) throws -> Int {
            let script = try SubtitleScript(
                Array(
                    """
                    [Script Info]
                    PlayResX: 640
                    PlayResY: 360
                    [V4+ Styles]
                    Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Alignment
                    Style: D,Strange New Face,20,&H00FFFFFF,-1,2
                    [Events]
                    Format: Layer, Start, End, Style, Text
                    Dialogue: 0,0:00:00.00,0:00:09.00,D,\(text)
                    """.utf8), fonts: FontFiles(uri: file.absoluteString, fonts))
            return try #require(script.drawing(atMilliseconds: 1_000, on: Self.canvas)).patches[0].width
        }
        let own = AttachedFont(name: "strange.ttf", offset: 10, length: font.count)
        let (narrow, wide) = (String(repeating: "i", count: 20), String(repeating: "m", count: 20))
        #expect(abs(try width(narrow, [own]) - width(wide, [own])) < 20)
        #expect(try width(wide, []) > 2 * width(narrow, []))
        // What cannot be read is left out.
        let lost = AttachedFont(name: "lost.ttf", offset: 10, length: font.count + 1)
        #expect(try width(narrow, [lost]) == width(narrow, []))
    }

    private static func renamed(_ font: [UInt8]) -> [UInt8] {
        var font = font
        for (old, new) in [("DejaVu Sans Mono", "Strange New Face"), ("DejaVuSansMono", "StrangeNewFace")] {
            for encoding in [String.Encoding.utf16BigEndian, .ascii] {
                guard let from = old.data(using: encoding).map(Array.init),
                    let to = new.data(using: encoding).map(Array.init)
                else { continue }
                var start = 0
                while let found = font[start...].firstRange(of: from) {
                    font.replaceSubrange(found, with: to)
                    start = found.upperBound
                }
            }
        }
        return font
    }

    /// What comes from outside ends, whatever it is.
    @Test(arguments: [
        "", "[V4+ Styles]\nStyle:\n[Events]\nDialogue: 0,0:00:00.00,9:59:59.00,,,0,0,0,,{\\pos(}x", "\u{0}\u{1}",
    ])
    func damagedScriptsEnd(text: String) {
        let script = try? SubtitleScript(Array(text.utf8))
        _ = script?.drawing(atMilliseconds: 1, on: Self.canvas)
    }

    /// In percent of the video, which may have borders below it.
    @Test(arguments: [(0.0, 0, 720, 0), (0.25, 0, 720, 25), (0.25, 90, 540, 17), (0.1, 90, 540, 0), (0.9, 0, 720, 50)])
    func linesAreRaisedAboveWhatCoversThem(_ share: Double, _ y: Int, _ height: Int, _ lift: Int) {
        var canvas = SubtitleCanvas(
            frame: FrameShape(width: 1280, height: 720), y: y, width: 1280, height: height, scale: 1)
        canvas.coverFoot(share)
        #expect(canvas.lift == lift)
    }
}
