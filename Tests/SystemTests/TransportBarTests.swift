import DBusKit
import Foundation
import PlayerCore
import ScreenUI
import TestSupport
import Testing

/// Everything in the transport bar, with a pointer and with keys; what it did is read over D-Bus.
@Suite(.system, .needs("dbus-daemon", "Xvfb", "xwininfo", "xdotool", "openbox", "ffmpeg"))
struct TransportBarTests {
    /// A film of a minute with three chapters, two audio tracks and a subtitle track.
    private static func makeFilm(in folder: String) throws {
        try Fixtures.copy(madeOf: ["transport-bar-film 1"], to: folder) { folder in
            let chapters = [(0, 20, "One"), (20, 40, "Two"), (40, 60, "Three")].map { start, end, title in
                "[CHAPTER]\nTIMEBASE=1/1\nSTART=\(start)\nEND=\(end)\ntitle=\(title)\n"
            }
            try (";FFMETADATA1\n" + chapters.joined()).write(
                toFile: "\(folder)/chapters", atomically: true, encoding: .utf8)
            try "1\n00:00:00,000 --> 00:00:59,000\nA line\n".write(
                toFile: "\(folder)/e.srt", atomically: true, encoding: .utf8)
            let made = try ChildProcess.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=c=blue:s=640x360:r=10:d=60", "-f", "lavfi", "-i",
                    "sine=f=440:duration=60", "-f", "lavfi", "-i", "sine=f=880:duration=60", "-i", "\(folder)/e.srt",
                    "-i", "\(folder)/chapters", "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-map_chapters",
                    "4",
                    "-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-pix_fmt", "yuv420p", "-c:a", "libopus",
                    "-c:s", "srt", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger",
                    "-metadata:s:s:0", "language=eng", "\(folder)/bar.mkv",
                ], within: 60)
            guard made.end == .exited(0) else { throw Failure("ffmpeg: \(made.errors)") }
        }
    }

    /// The film in a window, playing its first chapter.
    private func perform(_ body: (WindowRig, XDisplay) throws -> Void) throws {
        let display = try XDisplay(width: 1280, height: 720)
        let manager = try display.startManager("openbox")
        defer { manager.kill() }
        let rig = try WindowRig(extra: ["DISPLAY": display.name])
        defer { rig.stage.close() }
        try Self.makeFilm(in: rig.stage.sandbox.directory)
        try rig.remote.replace([URL(fileURLWithPath: "\(rig.stage.sandbox.directory)/bar.mkv").absoluteString])
        try rig.remote.waitForMovement()
        try rig.remote.wait("the window") { rig.text("State") == "windowed" }
        try body(rig, display)
        rig.stage.daemon.finish()
    }

    private func status(_ rig: WindowRig) -> String? { rig.remote.value(.player, "PlaybackStatus")?.asString }

    /// The id of the selected track of a kind; nil: there is none.
    private func selected(_ rig: WindowRig, _ kind: String) -> Int64? {
        for track in rig.remote.value(.tracks, kind)?.asArray ?? [] {
            guard let fields = track.asArray, fields.count == 3 else { continue }
            if fields[2].asDictionary?["selected"]?.asBool == true { return fields[0].asInt64 }
        }
        return nil
    }

    private func wait(_ what: String, _ rig: WindowRig, until condition: () throws -> Bool) throws {
        try rig.remote.wait(what, within: 20, until: condition)
    }

    // MARK: The pointer

    /// Where things are in the window, as they are laid out.
    private func layout(_ rig: WindowRig, list: ListCard? = nil) throws -> (CardLayout, origin: (x: Int, y: Int)) {
        let place = rig.geometry
        try #require(place.count == 4)
        var bar = BarCard()
        (bar.title, bar.share, bar.length, bar.position) = ("bar", 0, 60, 10)
        bar.buttons = BarButton.allCases.filter { $0 != .live }
        let cards: [Card] = [.bar(bar)] + (list.map { [.list($0)] } ?? [])
        return (CardLayout(width: place[2], height: place[3], CardDrawing(cards)), (place[0], place[1]))
    }

    /// The area of a target on the screen.
    private func area(_ target: CardTarget, _ rig: WindowRig, list: ListCard? = nil) throws -> WindowRect {
        let (layout, origin) = try layout(rig, list: list)
        let rect = try #require(layout.regions.first { $0.target == target }?.rect, "\(target)")
        return WindowRect(x: origin.x + rect.x, y: origin.y + rect.y, width: rect.width, height: rect.height)
    }

    private func middle(_ target: CardTarget, _ rig: WindowRig, list: ListCard? = nil) throws -> (x: Int, y: Int) {
        let area = try area(target, rig, list: list)
        return (area.x + area.width / 2, area.y + area.height / 2)
    }

    private func move(_ point: (x: Int, y: Int), _ display: XDisplay) throws {
        try display.run("xdotool", "mousemove", String(point.x), String(point.y))
    }

    /// Shows the bar, goes to a target, and clicks once it is seen, as people do: before, the click means the picture.
    private func click(_ target: CardTarget, _ rig: WindowRig, _ display: XDisplay, list: ListCard? = nil) throws {
        let point = try middle(target, rig, list: list)
        try wait("\(target) on the screen", rig) {
            try move((point.x - 3, point.y - 1), display)
            try move(point, display)
            // Not in the middle: the arrow of the pointer is on the screen, too.
            let area = try area(target, rig, list: list)
            let colour = display.screen.colour(x: area.x + 3, y: area.y + 3)
            let isFilm = colour.blue > 200 && colour.red < 50 && colour.green < 50
            return !isFilm
        }
        try display.run("xdotool", "click", "1")
    }

    @Test func everythingWithThePointer() throws {
        try perform { rig, display in
            try click(.bar(.playPause), rig, display)
            try wait("the pause", rig) { status(rig) == "Paused" }
            try click(.line, rig, display)
            try wait("the middle of the line", rig) { abs(try rig.remote.position() - 30) < 2 }

            let line = try middle(.line, rig)
            try move(line, display)
            try display.run("xdotool", "mousedown", "1")
            for step in 1...8 { try move((line.x - 20 * step, line.y), display) }
            try display.run("xdotool", "mouseup", "1")
            let place = rig.geometry
            let target = 30 - 160.0 / Double(place[2]) * 60
            try wait("the end of the drag", rig) { abs(try rig.remote.position() - target) < 2 }

            let chapters = ListCard(.chapters, rows: ["One", "Two", "Three"].map { ListCard.Row(title: $0) })
            try click(.bar(.chapters), rig, display)
            try click(.row(2), rig, display, list: chapters)
            try wait("the third chapter", rig) { abs(try rig.remote.position() - 40) < 0.1 }

            let before = selected(rig, "Audio")
            let audio = ListCard(.audio, rows: [ListCard.Row(title: "English"), ListCard.Row(title: "German")])
            try click(.bar(.audio), rig, display)
            try click(.row(1), rig, display, list: audio)
            try wait("the second audio track", rig) { selected(rig, "Audio") != before }

            let shown = selected(rig, "Subtitles")
            let subtitles = ListCard(.subtitles, rows: [ListCard.Row(title: "English"), ListCard.Row(title: "Off")])
            try click(.bar(.subtitles), rig, display)
            try click(.row(shown == nil ? 0 : 1), rig, display, list: subtitles)
            try wait("other subtitles", rig) { selected(rig, "Subtitles") != shown }

            try click(.bar(.fullscreen), rig, display)
            try wait("fullscreen", rig) { rig.text("State") == "fullscreen" && rig.geometry.last == 720 }
            try click(.bar(.fullscreen), rig, display)
            try wait("the window again", rig) { rig.text("State") == "windowed" && rig.geometry.last != 720 }
            try click(.bar(.pictureInPicture), rig, display)
            try wait("picture in picture", rig) { rig.flag("PictureInPictureActive") }
        }
    }

    // MARK: Keys

    private func press(_ keys: String..., window: UInt32, _ display: XDisplay) throws {
        for key in keys { try display.run("xdotool", "key", "--window", String(window), key) }
    }

    /// Presses the button that is so many steps to the right of the first one.
    private func pressButton(_ step: Int, _ window: UInt32, _ display: XDisplay) throws {
        try press("Escape", "Tab", window: window, display)
        for _ in 0..<step { try press("Right", window: window, display) }
        try press("Return", window: window, display)
    }

    @Test func everythingWithKeys() throws {
        try perform { rig, display in
            let window = try #require(try rig.window(on: display))
            try press("Tab", "Return", window: window, display)
            try wait("the pause", rig) { status(rig) == "Paused" }

            // Shift and Tab go back from the button to the line, where left and right seek.
            try press("shift+Tab", "shift+Tab", "shift+Tab", "Right", "Right", window: window, display)
            let here = try rig.remote.position()
            try press("Right", window: window, display)
            try wait("a seek", rig) { try rig.remote.position() > here + 4 }

            // The buttons between are ten seconds forward, next, and mute.
            try pressButton(4, window, display)
            try press("Down", "Down", "Return", window: window, display)
            try wait("the third chapter", rig) { abs(try rig.remote.position() - 40) < 0.1 }

            let before = selected(rig, "Audio")
            try pressButton(5, window, display)
            try press("Down", "Return", window: window, display)
            try wait("the second audio track", rig) { selected(rig, "Audio") != before }

            let shown = selected(rig, "Subtitles")
            try pressButton(6, window, display)
            try press(shown == nil ? "Up" : "Down", "Return", window: window, display)
            try wait("other subtitles", rig) { selected(rig, "Subtitles") != shown }

            try pressButton(9, window, display)
            try wait("fullscreen", rig) { rig.text("State") == "fullscreen" }
            try press("Escape", "Escape", window: window, display)
            try wait("the window again", rig) { rig.text("State") == "windowed" }
            try pressButton(8, window, display)
            try wait("picture in picture", rig) { rig.flag("PictureInPictureActive") }
        }
    }
}
