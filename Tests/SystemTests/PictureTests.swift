import DBusKit
import Foundation
import TestSupport
import Testing

/// The right picture after every kind of step, read off the screen: it moves, is of the right film, and at the position.
///
/// Each test runs on an idle machine and on a busy one. ``PictureWalkTests`` makes the same steps at random.
@Suite(
    .system, .needs("dbus-daemon", "Xvfb", "xprop", "xdotool", "openbox", "ffmpeg", "pulseaudio", "pactl"))
struct PictureTests {
    static let one = FrameFilm(name: "one.mkv", code: 1, seconds: 15, encoding: FrameFilm.h264, tone: 400)
    static let two = FrameFilm(name: "two.mp4", code: 2, seconds: 15, encoding: FrameFilm.h264, tone: 600)
    static let web = FrameFilm(
        name: "web.webm", code: 3, seconds: 15, rate: 30, size: (480, 270), encoding: FrameFilm.vp8, tone: 800)
    static let old = FrameFilm(name: "old.avi", code: 4, seconds: 15, encoding: FrameFilm.mpeg4, tone: 900)
    static let short = FrameFilm(name: "short.mp4", code: 5, seconds: 1.6, encoding: FrameFilm.h264, tone: 500)
    static let brief = FrameFilm(name: "brief.mkv", code: 6, seconds: 2.4, encoding: FrameFilm.h264, tone: 700)
    /// Long enough to be sought in, with two tracks of sound, and subtitles.
    static let long = FrameFilm(
        name: "long.mkv", code: 7, seconds: 40,
        encoding: ["-map", "0", "-map", "1", "-map", "2", "-map", "3", "-c:s", "srt"] + FrameFilm.h264, tone: 300)

    static func makeLong(_ rig: PictureRig) throws -> String {
        let lines = (0..<20).map {
            "\($0 + 1)\n00:00:\(String(format: "%02d", 2 * $0)),000 --> 00:00:40,000\nLine \($0)\n"
        }
        try rig.stage.sandbox.write(lines.joined(separator: "\n"), to: "lines.srt")
        return try long.make(
            in: rig.folder,
            inputs: ["-f", "lavfi", "-i", "sine=f=1000:r=48000:duration=40", "-i", "\(rig.folder)/lines.srt"])
    }

    @Test(arguments: [false, true]) func whatFollowsWithoutAGapMoves(isBusy: Bool) throws {
        try PictureRig.perform(busy: isBusy) { rig in
            let films = [Self.one, Self.two, Self.web, Self.old, Self.one]
            try rig.remote.replace(try films.map { try $0.make(in: rig.folder) })
            try rig.remote.waitForMovement()
            try rig.expect(Self.one, after: "the first item")
            for (index, film) in films.enumerated().dropFirst() {
                try rig.waitForIndex(index)
                // What is decoded ahead is right in any case: a second of it.
                try rig.expect(film, after: "a join with \(film.name)", within: isBusy ? 2 : 0.5, for: 3)
                if index < films.count - 1 { try rig.seek(to: 9) }
            }
        }
    }

    @Test(arguments: [false, true]) func shortItemsAndLoopsMove(isBusy: Bool) throws {
        try PictureRig.perform(busy: isBusy) { rig in
            let films = [Self.short, Self.brief, Self.short, Self.short, Self.brief]
            try rig.remote.replace(try films.map { try $0.make(in: rig.folder) } + [try Self.makeLong(rig)])
            try rig.remote.waitForMovement()
            for (index, film) in films.enumerated() {
                try rig.waitForIndex(index)
                try rig.expect(film, after: "short item \(index)", within: isBusy ? 2 : 1, for: 0.5)
            }
            try rig.waitForIndex(films.count)
            try rig.expect(Self.long, after: "short items", within: isBusy ? 2 : 1, for: 4)
            // One item again and again.
            try rig.remote.set(.player, "LoopStatus", .string("Track"))
            for round in 1...2 {
                try rig.seek(to: 33)
                try rig.remote.wait("round \(round)") { (1...10).contains(try rig.remote.position()) }
                try rig.expect(Self.long, after: "round \(round) of a loop", within: isBusy ? 2 : 0.5, for: 3)
            }
        }
    }

    @Test(arguments: [false, true]) func everyStepOfARemoteControlMoves(isBusy: Bool) throws {
        try PictureRig.perform(busy: isBusy) { rig in
            let long = try Self.makeLong(rig)
            try rig.remote.replace([try Self.two.make(in: rig.folder), long, try Self.web.make(in: rig.folder)])
            try rig.remote.waitForMovement()
            try rig.wait(until: 4)
            try rig.call("Next")
            try rig.expect(Self.long, after: "Next", for: 3)
            try rig.seek(to: 33)
            try rig.expect(Self.long, after: "a seek ahead", for: 2)
            try rig.seek(to: 3)
            try rig.expect(Self.long, after: "a seek back", for: 2)
            try rig.call("Pause")
            try rig.expect(Self.long, after: "Pause", moving: false)
            try rig.seek(to: 22)
            try rig.expect(Self.long, after: "a seek in the pause", moving: false)
            try rig.call("Play")
            try rig.expect(Self.long, after: "Play behind it", for: 3)
            for target in [30.0, 12, 25, 5] { try rig.seek(to: target) }
            try rig.expect(Self.long, after: "four seeks at once", for: 2)
            try rig.goTo(2)
            try rig.expect(Self.web, after: "GoTo", for: 2)
            try rig.call("Stop")
            try rig.remote.wait("the stop") { rig.remote.status == "Stopped" }
            try rig.call("Play")
            try rig.expect(Self.web, after: "Stop and Play", for: 2)
            try rig.call("Pause")
            try rig.seek(to: 0)
            try rig.call("Previous")
            try rig.call("Play")
            try rig.expect(Self.long, after: "Pause, Previous and Play", for: 2)
            try rig.remote.call(.player, "OpenUri", [.string(try Self.old.make(in: rig.folder))])
            try rig.expect(Self.old, after: "OpenUri", for: 2)
        }
    }

    /// With and without frames that are stored out of order, and where a file has no times but those of decoding.
    @Test(arguments: ["plain.mkv", "web.webm", "old.avi", "b.mp4", "disc.mpg"])
    func stepsLeadToTheNextFrame(name: String) throws {
        // Without sound, whose encoder may move the time of the first frame.
        let encoding: [String] =
            switch name {
            case "web.webm": Array(FrameFilm.vp8.dropLast(2))
            case "old.avi": Array(FrameFilm.mpeg4.dropLast(2))
            case "plain.mkv": Array(FrameFilm.h264.dropLast(2))
            // Its first frame is half a second behind its first clock reference.
            case "disc.mpg": ["-c:v", "mpeg2video", "-q:v", "4", "-bf", "2", "-g", "12", "-f", "vob"]
            default: ["-c:v", "libx264", "-preset", "medium", "-bf", "3", "-g", "50", "-pix_fmt", "yuv420p"]
            }
        let film = FrameFilm(name: name, code: 9, seconds: 15, rate: name == "web.webm" ? 30 : 25, encoding: encoding)
        try PictureRig.perform { rig in
            try rig.remote.replace([try film.make(in: rig.folder)])
            try rig.remote.waitForMovement()
            #expect(throws: DBusError.self) { try rig.remote.call(.window, "Step", [.int32(1)]) }
            try rig.call("Pause")
            // Two frames before a key frame.
            let rate = Double(film.rate)
            let key = name == "web.webm" ? 120 : 100
            try rig.seek(to: (Double(key) - 2) / rate + 0.003)
            try rig.expectFrame(key - 2, of: film, after: "a seek")
            var frame = key - 2
            // A packet of a program stream has one time for several pictures: a step of many is off by a few.
            let far = name == "disc.mpg" ? [] : [-30, 70, -1]
            for (number, step) in ([1, 1, 1, 1, -1, -1, -1, -1, -1, 5, 1] + far).enumerated() {
                try rig.remote.call(.window, "Step", [.int32(Int32(step))])
                frame += step
                try rig.expectFrame(frame, of: film, after: "step \(number), by \(step)", isExact: true)
            }
            // Pressed quickly.
            let window = try rig.display.window(ofClass: "mediad")
            for _ in 0..<4 { try rig.display.run("xdotool", "key", "--window", String(window), "period") }
            for _ in 0..<2 { try rig.display.run("xdotool", "key", "--window", String(window), "comma") }
            try rig.expectFrame(frame + 2, of: film, after: "keys", isExact: true)
            try rig.call("Play")
            try rig.expect(film, after: "Play behind steps", for: 1)
            // To the first frame and not before it.
            try rig.call("Pause")
            try rig.seek(to: 1 / rate + 0.001)
            try rig.expectFrame(1, of: film, after: "a seek to the second frame")
            for wanted in [0, 0] {
                try rig.remote.call(.window, "Step", [.int32(-1)])
                try rig.expectFrame(wanted, of: film, after: "a step to the first frame")
            }
        }
    }

    /// A deinterlacer shows nothing of the first frame behind a seek.
    @Test func stepsLeadToTheNextFrameOfTelevision() throws {
        let film = FrameFilm(
            name: "fields.mkv", code: 9, seconds: 15,
            encoding: FrameFilm.h264.dropLast(2) + ["-x264opts", "fake-interlaced=1"])
        try PictureRig.perform { rig in
            try rig.remote.replace([try film.make(in: rig.folder)])
            try rig.remote.waitForMovement()
            try rig.call("Pause")
            try rig.remote.wait("the pause") { rig.remote.status == "Paused" }
            try rig.seek(to: 3.5)
            try rig.expect(film, after: "a seek", moving: false)
            var frame = Int((try rig.remote.position() * Double(film.rate) + 0.01).rounded(.down))
            try rig.expectFrame(frame, of: film, after: "a seek")
            for (number, step) in [1, 1, 1, -1, -1, -1, 5, -3, 40, -1].enumerated() {
                try rig.remote.call(.window, "Step", [.int32(Int32(step))])
                frame += step
                try rig.expectFrame(frame, of: film, after: "step \(number), by \(step)")
            }
            // Beyond the start is to the start.
            try rig.remote.call(.window, "Step", [.int32(-900)])
            try rig.remote.wait("the start") { try rig.remote.position() < 0.1 }
        }
    }

    @Test(arguments: [false, true]) func ratesAndTracksKeepThePicture(isBusy: Bool) throws {
        try PictureRig.perform(busy: isBusy) { rig in
            try rig.remote.replace([try Self.makeLong(rig), try Self.two.make(in: rig.folder)])
            try rig.remote.waitForMovement()
            for rate in [1.5, 0.5, 2, 1] {
                try rig.remote.set(.player, "Rate", .double(rate))
                try rig.expect(Self.long, after: "rate \(rate)", rate: min(1, rate), for: 1.5)
            }
            let sound = (rig.remote.value(.tracks, "Audio")?.asArray ?? []).compactMap { $0.asArray?.first }
            let lines = (rig.remote.value(.tracks, "Subtitles")?.asArray ?? []).compactMap { $0.asArray?.first }
            #expect(sound.count == 2 && lines.count == 1)
            for track in sound.reversed() {
                try rig.remote.call(.tracks, "SelectAudio", [track])
                try rig.expect(Self.long, after: "audio track \(track)", for: 2)
            }
            let id = lines.first.flatMap(\.asInt64).map { DBusValue.int32(Int32($0)) }
            try rig.remote.call(.tracks, "SelectSubtitles", [try #require(id)])
            try rig.expect(Self.long, after: "subtitles", for: 1.5)
            // At the rate 2, the next item joins in running time that passes twice as fast.
            try rig.remote.set(.player, "Rate", .double(2))
            try rig.seek(to: 30)
            try rig.waitForIndex(1)
            try rig.expect(Self.two, after: "a join at rate 2", within: isBusy ? 2 : 0.5, for: 3)
        }
    }

    @Test(arguments: [false, true]) func cutsAndInterstitialsMove(isBusy: Bool) throws {
        try PictureRig.perform(busy: isBusy) { rig in
            let long = try Self.makeLong(rig)
            let ad = try Self.two.make(in: rig.folder)
            let blocked: [String: DBusValue] = [
                "start": .int64(9_000_000), "end": .int64(20_000_000), "kind": .string("blocked"),
            ]
            let film: [String: DBusValue] = [
                "uri": .string(long), "segments": .propertyLists([blocked]),
                "interstitials": .propertyLists([["at": .int64(28_000_000), "uris": .strings([ad])]]),
            ]
            try rig.remote.call(
                .queue, "Replace", [.propertyLists([film]), .properties(["play": .boolean(true)])])
            try rig.remote.waitForMovement()
            try rig.wait(until: 20)
            try rig.expect(Self.long, after: "a blocked range", within: isBusy ? 2 : 0.5, for: 3)
            try rig.remote.wait("the interstitial") {
                !(rig.remote.value(.segments, "Interstitial")?.asDictionary ?? [:]).isEmpty
            }
            try rig.expect(Self.two, after: "the start of an interstitial", within: isBusy ? 2 : 0.5, for: 3)
            try rig.remote.wait("its end") {
                (rig.remote.value(.segments, "Interstitial")?.asDictionary ?? [:]).isEmpty
            }
            try rig.expect(Self.long, after: "an interstitial", within: isBusy ? 2 : 0.5, for: 4)
        }
    }

    @Test(arguments: [false, true]) func acceptedProposalsMove(isBusy: Bool) throws {
        try PictureRig.perform(busy: isBusy) { rig in
            let (first, second) = (try Self.two.make(in: rig.folder), try Self.web.make(in: rig.folder))
            try rig.remote.replace([try Self.one.make(in: rig.folder)])
            try rig.remote.waitForMovement()
            func propose(_ uri: String, _ extra: [String: DBusValue]) throws {
                try rig.remote.forget()
                try rig.remote.call(
                    .proposal, "Propose", [.properties(["uri": .string(uri)].merging(extra) { $1 })])
                try rig.remote.wait("the proposal") { !rig.remote.signals("Presented").isEmpty }
            }
            try propose(first, ["presentAt": .int64(1_000_000)])
            try rig.remote.call(.proposal, "Accept")
            try rig.expect(Self.two, after: "an accepted proposal", for: 3)
            // By itself at the end: a join.
            try rig.seek(to: 9)
            try propose(
                second,
                ["presentAt": .int64(-5_000_000), "automaticAcceptanceInterval": .double(0)])
            try rig.remote.wait("the acceptance") { !rig.remote.signals("Accepted").isEmpty }
            try rig.expect(Self.web, after: "an acceptance at the end", within: isBusy ? 3 : 1, for: 3)
        }
    }

    /// The window and its last frame stay while the next item is proposed, and until it is there.
    @Test func theLastFrameStaysUntilTheProposalIsAnswered() throws {
        try PictureRig.perform { rig in
            let next = try Self.web.make(in: rig.folder)
            let first = try Self.short.make(in: rig.folder)
            try rig.remote.replace([first])
            try rig.remote.wait("the window") { rig.remote.value(.window, "State") == "windowed" }
            try rig.remote.call(
                .proposal, "Propose",
                [.properties(["uri": .string(next), "automaticAcceptanceInterval": .double(4)])])
            try rig.remote.wait("the end") { rig.remote.status == "Stopped" }
            try rig.remote.wait("the proposal") { rig.remote.value(.proposal, "State") == "presented" }
            // Stopped, its position is 0. The last frame is in the place beside the card.
            try rig.expectLast(Self.short, after: "the end", for: 1)
            let window = try rig.display.window(ofClass: "mediad")
            try rig.display.run("xdotool", "windowsize", String(window), "900", "500")
            try rig.remote.wait("the size") {
                guard case .structure(let parts) = rig.remote.value(.window, "Geometry") else { return false }
                return parts.compactMap { $0.asInt32.map(Int.init) }.suffix(2) == [900, 500]
            }
            try rig.expectLast(Self.short, after: "a resize at the end", for: 0.6)
            rig.keepPicture("proposal at the end")
            try rig.remote.wait("the acceptance") { !rig.remote.signals("Accepted").isEmpty }
            try rig.expect(Self.web, after: "the acceptance", for: 2)
            // Another one is taken with a key.
            try rig.remote.call(.proposal, "Propose", [.properties(["uri": .string(first)])])
            try rig.seek(to: 14)
            try rig.remote.wait("the end") { rig.remote.status == "Stopped" }
            try rig.remote.wait("the proposal") { rig.remote.value(.proposal, "State") == "presented" }
            try rig.expectLast(Self.web, after: "the second end", for: 1)
            try rig.display.run("xdotool", "key", "--window", String(window), "Return")
            try rig.remote.wait("the item") { rig.remote.index == 2 }
            #expect(rig.remote.value(.window, "State") == "windowed")
            #expect(try rig.display.window(ofClass: "mediad") == window)
        }
    }

    /// The next item is on a server that takes three seconds to answer, and is opened only when its turn comes.
    @Test func theLastFrameStaysUntilTheNextItemIsThere() throws {
        try PictureRig.perform { rig in
            let first = try Self.short.make(in: rig.folder)
            try Self.web.make(in: rig.folder)
            let server = try MediaServer(folder: rig.folder)
            defer { server.stop() }
            try rig.remote.replace([first, server.uri("late/web.webm")])
            try rig.wait(until: 1.55)
            try rig.expectLast(Self.short, after: "the end", within: 0.5, for: 0.6)
            let window = try rig.display.window(ofClass: "mediad")
            try rig.display.run("xdotool", "windowsize", String(window), "900", "500")
            try rig.expectLast(Self.short, after: "a resize while the next one is opened", within: 0.5, for: 0.2)
            try rig.expect(Self.web, after: "an item that came late", within: 4, for: 2)
            #expect(rig.remote.value(.window, "State") == "windowed")
        }
    }

    @Test(arguments: [false, true]) func windowsKeepThePicture(isBusy: Bool) throws {
        try PictureRig.perform(busy: isBusy) { rig in
            try rig.remote.replace([try Self.makeLong(rig)])
            try rig.remote.waitForMovement()
            try rig.remote.wait("the window") { rig.remote.value(.window, "State") == "windowed" }
            try rig.remote.call(.window, "StartPictureInPicture")
            try rig.remote.wait("picture in picture") { rig.remote.value(.window, "State") == "picture-in-picture" }
            try rig.expect(Self.long, after: "picture in picture", for: 1.5)
            try rig.remote.call(.window, "StopPictureInPicture")
            try rig.remote.wait("the window") { rig.remote.value(.window, "State") == "windowed" }
            try rig.expect(Self.long, after: "its end", for: 1.5)
            try rig.remote.call(.window, "SetFullscreen", [.boolean(true)])
            try rig.remote.wait("fullscreen") { rig.remote.value(.window, "State") == "fullscreen" }
            try rig.expect(Self.long, after: "fullscreen", for: 1.5)
            try rig.remote.call(.window, "SetFullscreen", [.boolean(false)])
            try rig.remote.wait("the window") { rig.remote.value(.window, "State") == "windowed" }
            let window = try rig.display.window(ofClass: "mediad")
            for size in [(900, 500), (500, 400), (800, 450)] {
                try rig.display.run("xdotool", "windowsize", String(window), String(size.0), String(size.1))
                try rig.remote.wait("the size") {
                    guard case .structure(let parts) = rig.remote.value(.window, "Geometry") else { return false }
                    return parts.compactMap { $0.asInt32.map(Int.init) }.suffix(2) == [size.0, size.1]
                }
                try rig.expect(Self.long, after: "a resize to \(size)", for: 1)
            }
        }
    }

    @Test(arguments: [false, true]) func thePictureSurvivesTheSoundServer(isBusy: Bool) throws {
        try PictureRig.perform(busy: isBusy) { rig in
            try rig.remote.replace([try Self.makeLong(rig)])
            try rig.remote.waitForMovement()
            try rig.wait(until: 5)
            rig.server.kill()
            try rig.remote.listen(for: 0.5)
            try rig.server.start()
            try rig.expect(Self.long, after: "the end of the sound server", within: 20, for: 3)
        }
    }
}
