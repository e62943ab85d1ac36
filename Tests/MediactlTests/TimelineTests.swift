import DBusKit
import Foundation
import MediaProbe
import Testing

@testable import mediactl

@Suite struct TimelineTests {
    /// The drawings that are right, one after the other; ESC is written as ␛. `MEDIACTL_DRAW=1` writes the file anew, to be
    /// looked at before it is committed.
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/timelines.txt")

    @Test func drawingsAreAsWrittenDown() throws {
        let text = Self.drawings.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["MEDIACTL_DRAW"] != nil {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let drawn = text.components(separatedBy: "\n\n")
        let written = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n\n")
        #expect(drawn.count == written.count)
        for (drawn, written) in zip(drawn, written) where drawn != written {
            Issue.record("drawn:\n\(drawn)\nwritten down:\n\(written)")
        }
    }

    /// Each with a heading.
    private static var drawings: [String] {
        let items: [(String, [DBusValue], Int32, Int64)] = [
            ("chapters", plain, 2, 1800), ("no chapters", [], -1, 1800), ("nested", nested, 4, 2700),
            ("wide characters", wide, 1, 1200), ("500 chapters", many, 250, 1802),
        ]
        var drawings: [String] = []
        for (name, chapters, current, position) in items {
            let view = view(chapters, current: current, position: position)
            for columns in [20, 40, 80, 200] {
                for (look, glyphs, isColoured) in [
                    ("unicode", .unicode, false), ("coloured", .unicode, true), ("ascii", .ascii, false),
                ] as [(String, TimelineStyle.Glyphs, Bool)] {
                    let style = TimelineStyle(columns: columns, glyphs: glyphs, isColoured: isColoured)
                    let lines = TimelineDrawing(view: view, style: style).lines
                    let text = lines.joined(separator: "\n").replacing("\u{1B}", with: "␛")
                    drawings.append("# \(name), \(columns) columns, \(look)\n\(text)\n")
                }
            }
        }
        for columns in [20, 40, 80] {
            for (look, glyphs, isColoured) in [
                ("unicode", .unicode, false), ("coloured", .unicode, true), ("ascii", .ascii, false),
            ] as [(String, TimelineStyle.Glyphs, Bool)] {
                let style = TimelineStyle(columns: columns, glyphs: glyphs, isColoured: isColoured)
                let view = view(plain, current: 2, position: 1800, segments: segments)
                let lines = TimelineDrawing(view: view, style: style).lines
                let text = lines.joined(separator: "\n").replacing("\u{1B}", with: "␛")
                drawings.append("# segments, \(columns) columns, \(look)\n\(text)\n")
            }
        }
        return drawings
    }

    /// Of every look, one that is only listed, and two that overlap.
    private static let segments: [DBusValue] = [
        .chapter(0, 60, "recap", ["action": "ignore"]), .chapter(60, 240, "opening-credits", ["action": "ask"]),
        .chapter(1300, 1500, "blocked", ["action": "block"]),
        .chapter(1400, 1700, "advertisement", ["action": "announce"]),
        .chapter(2400, 2600, "mute", ["action": "mute"]), .chapter(3000, 3002, "custom:goal", ["action": "announce"]),
        .chapter(3300, 3600, "closing-credits", ["action": "auto"]),
    ]

    @Test func noLineIsWiderThanTheTerminal() {
        var generator = SystemRandomNumberGenerator()
        let titles = ["", "A", "Ein Kapitel", "第一章 はじまり", "👩‍👩‍👧 家族", "\u{1B}[2J\n", "e\u{301}\u{302}", "\u{200B}"]
        for _ in 0..<300 {
            let chapters = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                DBusValue.chapter(
                    .random(in: -10...4000, using: &generator), .random(in: -10...4000, using: &generator),
                    titles.randomElement(using: &generator) ?? "",
                    ["level": .uint32(.random(in: 0...3, using: &generator))])
            }
            let view = Self.view(
                chapters.shuffled(using: &generator), current: .random(in: -1...60, using: &generator),
                position: .random(in: -100...5000, using: &generator),
                duration: [nil, 0, 1, 3600].randomElement(using: &generator) ?? nil)
            let columns = Int.random(in: 20...120, using: &generator)
            for glyphs in [TimelineStyle.Glyphs.unicode, .ascii] {
                let style = TimelineStyle(columns: columns, glyphs: glyphs, isColoured: false)
                for line in TimelineDrawing(view: view, style: style).lines {
                    #expect(TextWidth.columns(line) <= columns, "\(line)")
                    #expect(!line.contains("\u{1B}"))
                }
            }
        }
    }

    @Test func extremeTimesAreDrawn() {
        let far = DBusValue.structure([.int64(.min), .int64(.max), "Far", .properties([:])])
        let view = TimelineView(
            player: [
                "PlaybackStatus": "Playing", "Position": .int64(.max),
                "Metadata": .properties(["xesam:title": "T", "mpris:length": .int64(.max)]),
            ], chapters: ["Chapters": .array("(xxsa{sv})", [far, far]), "Current": .int32(.max)])
        let style = TimelineStyle(columns: 20, glyphs: .ascii, isColoured: false)
        #expect(
            TimelineDrawing(view: view, style: style).lines == [
                "T", "Far", "[==================O", "2562047:47:16 / 256~",
            ])
    }

    @Test func withoutADurationTheChaptersAreTheLine() {
        let style = TimelineStyle(columns: 40, glyphs: .ascii, isColoured: false)
        let chapters = Self.view(Self.plain, current: 2, position: 1800, duration: nil)
        #expect(
            TimelineDrawing(view: chapters, style: style).lines == [
                "The film", " Act 1               Act 2: the l~ Cred~", "[|=================O-|-------------|---]",
                "30:00  3/5 Act 1",
            ])
        let live = Self.view([], current: -1, position: 5, duration: nil, status: "Paused")
        #expect(TimelineDrawing(view: live, style: style).lines == ["The film", "0:05  paused"])
    }

    /// 100 s with an advertisement from 20 to 60 are 60 s to display.
    @Test func interstitialsArePointsOfTheLine() {
        let style = TimelineStyle(columns: 61, glyphs: .ascii, isColoured: false)
        let view = Self.view(
            [.chapter(0, 70, "One", [:]), .chapter(70, 100, "Two", [:])], current: 1, position: 80, duration: 100,
            segments: [.chapter(20, 60, "interstitial", ["action": "announce"])])
        let lines = TimelineDrawing(view: view, style: style).lines
        let line = lines.first { $0.hasPrefix("[") } ?? ""
        #expect(line.distance(from: line.startIndex, to: line.firstIndex(of: "O") ?? line.endIndex) == 40, "\(lines)")
        #expect(line.distance(from: line.startIndex, to: line.firstIndex(of: "+") ?? line.endIndex) == 20, "\(lines)")
        #expect(line.distance(from: line.startIndex, to: line.firstIndex(of: "|") ?? line.endIndex) == 30, "\(lines)")
        #expect(lines.last == "0:40 / 1:00  2/2 Two")
    }

    @Test func nothingIsSaidToBeNothing() {
        let view = TimelineView(player: ["PlaybackStatus": "Stopped"], chapters: nil)
        let style = TimelineStyle(columns: 40, glyphs: .ascii, isColoured: false)
        #expect(TimelineDrawing(view: view, style: style).lines == ["nothing to play"])
        #expect(view.json.text(isPretty: false) == #"{"chapters":[],"segments":[],"status":"stopped"}"#)
    }

    @Test func withoutUnicodeNamesAreStillReadable() {
        let style = TimelineStyle(columns: 40, glyphs: .ascii, isColoured: false, showsUnicodeNames: false)
        let lines = TimelineDrawing(view: Self.view(Self.wide, current: 1, position: 1200), style: style).lines
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { (32..<127).contains($0) } })
        #expect(lines.last == "20:00 / 1:00:00  2/3 ? ??")
    }

    @Test func timelineIsJSON() {
        let view = Self.view([Self.plain[0]], current: 0, position: 30)
        #expect(
            view.json.text(isPretty: false)
                == """
                {"chapter":1,"chapters":[{"current":true,"end":60,"number":1,"start":0,"title":"Cold open"}],\
                "duration":3600,"language":"en","position":30,"segments":[],"status":"playing",\
                "title":"The film",\
                "uri":"file:///film.mkv"}
                """)
    }

    static let plain: [DBusValue] = [
        .chapter(0, 60, "Cold open", [:]), .chapter(60, 150, "Opening credits", [:]),
        .chapter(150, 2000, "Act 1", [:]), .chapter(2000, 3300, "Act 2: the long way home", [:]),
        .chapter(3300, 3600, "Credits", [:]),
    ]

    static let nested: [DBusValue] = [
        .chapter(0, 1800, "Part one", [:]), .chapter(0, 600, "Morning", ["level": .uint32(1)]),
        .chapter(600, 1800, "Noon", ["level": .uint32(1)]), .chapter(1800, 3600, "Part two", [:]),
        .chapter(2400, 3000, "Evening", ["level": .uint32(1)]),
        .chapter(3000, 3600, "A picture", ["hidden": true]), .chapter(3100, 3600, "Night", ["level": .uint32(1)]),
    ]

    static let wide: [DBusValue] = [
        .chapter(0, 1000, "第一章 はじまり", [:]), .chapter(1000, 2000, "👩‍👩‍👧 家族", [:]),
        .chapter(2000, 3600, "제3장 끝 e\u{301}nd", [:]),
    ]

    static let many: [DBusValue] = (0..<500).map { index in
        .chapter(Int64(index) * 36 / 5, Int64(index + 1) * 36 / 5, "Chapter \(index + 1)", [:])
    }

    /// An item of an hour.
    static func view(
        _ chapters: [DBusValue], current: Int32, position: Int64, duration: Int64? = 3600,
        status: DBusValue = "Playing", segments: [DBusValue] = []
    ) -> TimelineView {
        var metadata: [String: DBusValue] = ["xesam:title": "The film", "xesam:url": "file:///film.mkv"]
        metadata["mpris:length"] = duration.map { .int64($0 * 1_000_000) }
        return TimelineView(
            player: [
                "PlaybackStatus": status, "Position": .int64(position * 1_000_000),
                "Metadata": .properties(metadata),
            ], chapters: ["Chapters": .array("(xxsa{sv})", chapters), "Current": .int32(current), "Language": "en"],
            segments: ["Segments": .array("(xxsa{sv})", segments)])
    }
}
