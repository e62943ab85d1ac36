import Glibc
import Gst
import PlayerCore
import Testing

@testable import PlayerEngine

/// Scripts whose lines cost more than a frame may.
@Suite struct SubtitleBudgetTests {
    private static let canvas = SubtitleCanvas(
        frame: FrameShape(width: 640, height: 360), width: 640, height: 360, scale: 1)

    /// Drawings are GStreamer's.
    init() throws { try Gst.initialize() }

    private static func script(_ lines: [String], _ budget: SubtitleBudget = SubtitleBudget()) throws -> SubtitleScript
    {
        let head = """
            [Script Info]
            PlayResX: 640
            PlayResY: 360
            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Alignment
            Style: D,DejaVu Sans,20,&H00FFFFFF,0,7
            Style: Huge,DejaVu Sans,9000,&H00FFFFFF,0,7
            [Events]
            Format: Layer, Start, End, Style, Text

            """
        return try SubtitleScript(Array((head + lines.joined(separator: "\n")).utf8), budget: budget)
    }

    private static func line(_ text: String, from start: Int = 0, to end: Int = 9) -> String {
        "Dialogue: 0,0:00:0\(start).00,0:00:0\(end).00,D,\(text)"
    }

    private static func pixels(_ drawing: PictureDrawing?) -> [PicturePixels] {
        drawing?.patches.map(\.pixels) ?? []
    }

    /// Four hundred signs that move into the picture at once, as typesetters make them.
    @Test func typesettingIsDrawnAsItIs() throws {
        let signs = (0..<400).map { sign in
            Self.line("{\\pos(\(20 + sign % 20 * 30),\(10 + sign / 20 * 17))\\blur1\\c&H0000FF&}x")
        }
        let unlimited = SubtitleBudget(newLines: 10_000, bitmaps: .max, time: .max)
        let expected = try Self.script(signs, unlimited).drawing(atMilliseconds: 1_000, on: Self.canvas)
        let script = try Self.script(signs)
        let drawing = script.drawing(atMilliseconds: 1_000, on: Self.canvas)
        #expect(!Self.pixels(drawing).isEmpty && Self.pixels(drawing) == Self.pixels(expected))
        #expect(script.drawing(atMilliseconds: 1_040, on: Self.canvas) === drawing)
    }

    /// Few lines are drawn before it is noticed, and the words remain.
    @Test func linesBeyondTheBudgetArePlain() throws {
        let bomb = (0..<1_500).map { number in Self.line("{\\fs300\\blur90\\pos(\(number % 9),0)}Boom\(number)") }
        let budget = SubtitleBudget(newLines: 8, bitmaps: 4 << 20)
        let script = try Self.script([Self.line("Hello")] + bomb, budget)
        let drawing = script.drawing(atMilliseconds: 1_000, on: Self.canvas)
        let few = (0..<99).map { Self.line("Boom\($0)") }
        let expected = try Self.script([Self.line("Hello")] + few).drawing(atMilliseconds: 1_000, on: Self.canvas)
        #expect(!Self.pixels(drawing).isEmpty && Self.pixels(drawing) == Self.pixels(expected))
    }

    /// A script that did it three times is not trusted any more.
    @Test func furtherLinesOfABombArePlainAtOnce() throws {
        let bombs = (0..<6).map { Self.line("{\\fs300\\blur90}B", from: $0, to: $0 + 1) }
        let script = try Self.script(bombs, SubtitleBudget(bitmaps: 100_000))
        let plain = try Self.script([Self.line("B")]).drawing(atMilliseconds: 0, on: Self.canvas)
        for second in 0..<6 {
            let drawing = script.drawing(atMilliseconds: Int64(second) * 1_000 + 500, on: Self.canvas)
            #expect(Self.pixels(drawing) == Self.pixels(plain), "\(second)")
        }
    }

    /// Where even plain lines are too large, none is shown, and later lines are.
    @Test func linesThatCannotBePlainAreLeftOut() throws {
        let script = try Self.script(
            [Self.line("{\\an5}Hello, hello, hello, hello", to: 1), Self.line("Hi", from: 5, to: 6)],
            SubtitleBudget(bitmaps: 1_500))
        #expect(script.drawing(atMilliseconds: 500, on: Self.canvas) == nil)
        #expect(script.drawing(atMilliseconds: 5_500, on: Self.canvas) != nil)
    }

    /// One line is enough, and libass cannot be interrupted: it does not begin with it.
    @Test(arguments: [
        #"{\fs2000\bord200\blur200\be100}"#, #"{\t(0,60000,\fscx900000\fscy500)}"#, #"{\fsp300000\blur5}"#,
        #"{\fs1e6}"#,
        #"{\p1\blur50}m 0 0 b 1 1 -20000 9 9 20000{\p0}"#, #"{\fs+4000}"#, #"{\fax50000\blur9}"#, #"{\rHuge}"#,
    ])
    func aGiantIsPlainBeforeItIsDrawn(_ tags: String) throws {
        let line = Self.line(tags + "WWWWWWWWWWWW")
        let script = try Self.script([line])
        let before = Self.processorTime
        let drawing = script.drawing(atMilliseconds: 1_000, on: Self.canvas)
        let plain = try Self.script([Self.line("WWWWWWWWWWWW")]).drawing(atMilliseconds: 1_000, on: Self.canvas)
        #expect(!Self.pixels(drawing).isEmpty && Self.pixels(drawing) == Self.pixels(plain))
        #expect(Self.processorTime - before < 0.9)
    }

    /// Every frame takes long, and none too long.
    @Test func linesThatMoveAtTooHighAPriceArePlain() throws {
        // The first search for fonts may take a second of a busy machine, and a frame behind it less than a millisecond.
        let budget = SubtitleBudget(time: .max, frameTime: 0, debt: 0)
        let script = try Self.script([Self.line(#"{\fs150\blur40\bord20\t(0,9000,\frz3600)}W"#)], budget)
        let plain = try Self.script([Self.line("W")], SubtitleBudget(time: .max))
        let times = Array(stride(from: Int64(0), to: 400, by: 40))
        let isPlain = times.first { time in
            Self.pixels(script.drawing(atMilliseconds: time, on: Self.canvas))
                == Self.pixels(plain.drawing(atMilliseconds: time, on: Self.canvas))
        }
        #expect(isPlain.map { $0 > 0 } == true)
    }

    /// Sixty layers of the whole picture are drawn once, and blended with each frame.
    @Test func blendingCounts() throws {
        let layers = (0..<60).map { _ in
            Self.line(#"{\an7\move(0,0,900,0)\p1}m 0 0 l 640 0 640 360 0 360{\p0}"#)
        }
        let budget = SubtitleBudget(time: .max, frameTime: 20_000, debt: 100_000)
        let script = try Self.script(layers, budget)
        let times = Array(stride(from: Int64(0), to: 600, by: 10))
        #expect(script.drawing(atMilliseconds: 0, on: Self.canvas) != nil)
        #expect(times.contains { script.drawing(atMilliseconds: $0, on: Self.canvas) == nil })
    }

    /// What a line costs, by what it says; a plain line of the style has 20 by 20 pixels a letter.
    @Test func largeSignsOfTypesettersAreDrawn() {
        func passes(_ text: String) -> Double {
            let bytes = text.utf8.map { CChar(bitPattern: $0) }
            return bytes.withUnsafeBufferPointer { LineCost($0, style: .init(), others: .init()).passes(scale: 3) }
        }
        let allowed = Double(SubtitleBudget().passes)
        #expect(passes(#"{\p1\c&H0&}m 0 0 l 1280 0 1280 720 0 720"#) < allowed)
        #expect(passes(#"{\fs300\blur8\bord12\frz30}HELLO"#) < allowed)
        #expect(passes(#"{\fscx150\p4}m 0 0 l 8000 8000"#) < allowed)
        #expect(passes(String(repeating: "word ", count: 60)) < allowed)
        #expect(passes(#"{\fs5000}words"#) > allowed)
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test(arguments: [
        ("a{\\b1}b{\\b0}c\\Nd", "abc\\Nd"), ("{\\p1}m 0 0 l 9 9{\\p0}x", "x"), ("{\\pos(1,1)\\p4}m 0 0", ""),
        ("a{b", "a"), ("a}b", "a}b"), ("{\\p}x{\\pbo5}y", "xy"), ("", ""),
    ])
    func plainLinesAreTheirWords(_ text: String, _ plain: String) {
        #expect(ScriptLines.plain(Array(text.utf8)) == Array(plain.utf8))
    }
}
