import DBusKit
import Foundation
import TestSupport
import Testing

/// What is drawn over the picture, and in its place, looked at in screenshots.
@Suite(
    .system, .needs("dbus-daemon", "Xvfb", "xwininfo", "xdotool", "openbox", "ffmpeg"))
struct WindowCardTests {
    private static let screen = (width: 1280, height: 720)

    /// Plays a film that is blue all over: what is white in the window is a card.
    private func perform(_ body: (WindowRig, XDisplay, (x: Int, y: Int, width: Int, height: Int)) throws -> Void) throws
    {
        let display = try XDisplay(width: Self.screen.width, height: Self.screen.height)
        let manager = try display.startManager("openbox")
        defer { manager.kill() }
        let rig = try WindowRig(extra: ["DISPLAY": display.name], picture: "color=c=blue:")
        defer { rig.stage.close() }
        try rig.play()
        let place = rig.geometry
        try #require(place.count == 4)
        try body(rig, display, (place[0], place[1], place[2], place[3]))
        rig.stage.daemon.finish()
    }

    /// The lower right part of a window, without the pointer in the middle of the screen.
    private static func corner(
        of place: (x: Int, y: Int, width: Int, height: Int)
    ) -> (x: Int, y: Int, width: Int, height: Int) {
        let left = place.width * 5 / 8
        return (place.x + left, place.y + place.height / 2, place.width - left, place.height / 2)
    }

    /// White pixels in a part of the window, and whether the rest is the blue film.
    private func white(
        _ rig: WindowRig, _ display: XDisplay, _ part: (x: Int, y: Int, width: Int, height: Int)
    ) throws -> (white: Int, blue: Int) {
        let colours = try rig.colours(
            of: part, columns: part.width, rows: part.height, from: display, screen: Self.screen)
        return (
            colours.filter { $0.allSatisfy { $0 > 180 } }.count,
            colours.filter { $0[0] < 40 && $0[1] < 40 && $0[2] > 200 }.count
        )
    }

    private func wait(
        for what: String, _ rig: WindowRig, _ display: XDisplay, _ part: (x: Int, y: Int, width: Int, height: Int),
        doing act: () throws -> Void = {}, until condition: ((white: Int, blue: Int)) -> Bool
    ) throws {
        let deadline = Moment.now + 30
        var seen = (white: 0, blue: 0)
        while Moment.now < deadline {
            try act()
            seen = try white(rig, display, part)
            if condition(seen) { return }
            try rig.remote.listen(for: 0.05)
        }
        Issue.record("\(what): \(seen) in \(part)")
    }

    @Test func theVolumeShowsAndGoes() throws {
        try perform { rig, display, place in
            let corner = (x: place.x + place.width / 2, y: place.y, width: place.width / 2, height: place.height / 4)
            try wait(for: "the film", rig, display, corner) { $0.white == 0 && $0.blue == corner.width * corner.height }
            var volume = 0.5
            func change() throws {
                volume = volume == 0.5 ? 0.6 : 0.5
                try rig.remote.set(.player, "Volume", .double(volume))
            }
            try wait(for: "the volume", rig, display, corner, doing: change) { $0.white > 30 && $0.blue > 1_000 }
            try wait(for: "its end", rig, display, corner) { $0.white == 0 && $0.blue == corner.width * corner.height }
            // A picture that stands shows it, too.
            try rig.remote.call(.player, "Pause")
            let position = try rig.remote.position()
            try wait(for: "the volume, paused", rig, display, corner, doing: change) { $0.white > 30 }
            try wait(for: "its end, paused", rig, display, corner) { $0.white == 0 }
            #expect(try rig.remote.position() == position)
        }
    }

    @Test func whatMayBeSkippedIsOfferedOverThePictureAndTakenWithEnter() throws {
        try perform { rig, display, place in
            let part = Self.corner(of: place)
            try rig.remote.call(
                .segments, "SetSegments",
                [
                    .array(
                        "(xxsa{sv})",
                        [
                            .structure([
                                .int64(0), .int64(50_000_000), .string("opening-credits"), .properties([:]),
                            ])
                        ])
                ])
            try wait(for: "the offer", rig, display, part) { $0.white > 30 && $0.blue > 1_000 }
            let window = try #require(try rig.window(on: display))
            try display.run("xdotool", "key", "--window", String(window), "Return")
            try rig.remote.wait("the skip") { try rig.remote.position() >= 50 }
            try wait(for: "the end of the offer", rig, display, part) { $0.white == 0 }
        }
    }

    @Test func anAutomaticSkipIsToldAndTheKeyOnTheCardTakesItBack() throws {
        try perform { rig, display, place in
            let part = Self.corner(of: place)
            let extras: [String: DBusValue] = ["action": .string("auto")]
            let start = Int64(try rig.remote.position() * 1e6) + 3_000_000
            try rig.remote.call(
                .segments, "SetSegments",
                [
                    .array(
                        "(xxsa{sv})",
                        [
                            .structure([
                                .int64(start), .int64(50_000_000), .string("recap"), .properties(extras),
                            ])
                        ])
                ])
            try rig.remote.wait("the skip") { try rig.remote.position() >= 50 }
            try wait(for: "what was skipped", rig, display, part) { $0.white > 30 && $0.blue > 1_000 }
            try wait(for: "its end", rig, display, part) { $0.white == 0 }
            let window = try #require(try rig.window(on: display))
            try display.run("xdotool", "key", "--window", String(window), "u")
            try rig.remote.wait("the way back") { try rig.remote.position() < 40 }
        }
    }

    @Test func aPauseShowsItsSignUntilItEnds() throws {
        try perform { rig, display, place in
            let part = (x: place.x, y: place.y, width: place.width / 3, height: place.height / 3)
            try wait(for: "the film", rig, display, part) { $0.white == 0 && $0.blue == part.width * part.height }
            try rig.remote.call(.player, "Pause")
            try wait(for: "the sign", rig, display, part) { $0.white > 100 && $0.blue > 1_000 }
            try rig.remote.call(.player, "Play")
            try wait(for: "its end", rig, display, part) { $0.white == 0 && $0.blue == part.width * part.height }
        }
    }

    @Test func aCoverIsShownInTheWindow() throws {
        try perform { rig, display, place in
            let folder = rig.stage.sandbox.directory
            _ = try ChildProcess.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=c=red:s=64x64", "-frames:v", "1", "\(folder)/red.png"],
                environment: rig.stage.environment, within: 20)
            let song = try Silence.write(seconds: 60, as: "song.wav", in: rig.stage.sandbox, value: 1)
            try rig.remote.call(
                .queue, "Replace",
                [
                    .propertyLists([["uri": .string(song), "artwork": .string("file://\(folder)/red.png")]]),
                    .properties(["play": .boolean(true)]),
                ])
            let side = place.height / 2
            let middle = (
                x: place.x + (place.width - side) / 2, y: place.y + (place.height - side) / 2, width: side, height: side
            )
            let deadline = Moment.now + 30
            var colours: [[Int]] = []
            while Moment.now < deadline {
                colours = try rig.colours(of: middle, columns: 4, rows: 4, from: display, screen: Self.screen)
                if colours.allSatisfy({ $0[0] > 200 && $0[1] < 60 && $0[2] < 60 }), colours.count == 16 { return }
                try rig.remote.listen(for: 0.1)
            }
            Issue.record("no red cover: \(colours)")
        }
    }

    /// A blue film of six seconds whose last frame is red; the sound may be longer.
    private static func makeEnding(in folder: String, soundFor seconds: Int?) throws -> String {
        let sound = seconds.map { ["-f", "lavfi", "-i", "sine=f=440:duration=\($0)"] } ?? []
        let arguments =
            ["-v", "error", "-f", "lavfi", "-i", "color=c=blue:s=640x360:r=10:d=6"] + sound + [
                "-vf", "drawbox=c=red:t=fill:enable='gte(t,5.85)'", "-c:v", "libx264", "-preset", "ultrafast", "-g",
                "25", "-pix_fmt", "yuv420p", "-c:a", "aac",
            ]
        try Fixtures.copy(madeOf: arguments, to: folder) { folder in
            let made = try ChildProcess.run("ffmpeg", arguments + ["\(folder)/ending.mkv"], within: 60)
            guard made.end == .exited(0) else { throw Failure("ffmpeg: \(made.errors)") }
        }
        return URL(fileURLWithPath: "\(folder)/ending.mkv").absoluteString
    }

    /// The last frame is shown at the very end and in sound behind the picture, and cards are drawn over it.
    @Test(arguments: [nil, 6, 9]) func pausedAtTheEndItShowsTheLastFrame(soundFor seconds: Int?) throws {
        try perform { rig, display, place in
            let film = try Self.makeEnding(in: rig.stage.sandbox.directory, soundFor: seconds)
            try rig.remote.replace([film])
            try rig.remote.waitForMovement()
            try rig.remote.wait("its metadata") { rig.remote.metadata["xesam:url"]?.asString == film }
            try rig.remote.call(.player, "Pause")
            let end = try #require(rig.remote.metadata["mpris:length"]?.asInt64)
            let track = try #require(rig.remote.metadata["mpris:trackid"])
            try rig.remote.call(.player, "SetPosition", [track, .int64(end)])
            let corner = (x: place.x + place.width / 2, y: place.y, width: place.width / 2, height: place.height / 4)
            func wait(_ what: String, doing act: () throws -> Void = {}, until: ([[Int]]) -> Bool) throws {
                let deadline = Moment.now + 20
                while Moment.now < deadline {
                    try act()
                    let colours = try rig.colours(
                        of: corner, columns: corner.width, rows: corner.height, from: display, screen: Self.screen)
                    if until(colours) { return }
                    try rig.remote.listen(for: 0.05)
                }
                Issue.record("\(what) is not shown")
            }
            let isRed: ([Int]) -> Bool = { $0[0] > 200 && $0[1] < 60 && $0[2] < 60 }
            let isWhite: ([Int]) -> Bool = { $0.allSatisfy { $0 > 180 } }
            try wait("the last frame") { !$0.isEmpty && $0.allSatisfy(isRed) }
            var volume = 0.5
            try wait("the volume over the last frame") {
                volume = volume == 0.5 ? 0.6 : 0.5
                try rig.remote.set(.player, "Volume", .double(volume))
            } until: {
                $0.contains(where: isRed) && $0.filter(isWhite).count > 30
            }
            #expect(abs(try rig.remote.position() - Double(end) / 1e6) < 0.001)
            // Playback continues where it is, not at the frame.
            try rig.remote.call(.player, "SetPosition", [track, .int64(seconds == 9 ? 7_000_000 : end)])
            try wait("the last frame") { !$0.isEmpty && $0.contains(where: isRed) }
            try rig.remote.call(.player, "Play")
            if seconds == 9 {
                try rig.remote.wait("the sound behind the picture") { try rig.remote.position() > 7.2 }
                #expect(try rig.remote.position() < 9)
            } else {
                try rig.remote.wait("the end") { rig.remote.value(.player, "PlaybackStatus")?.asString != "Paused" }
            }
        }
    }
}
