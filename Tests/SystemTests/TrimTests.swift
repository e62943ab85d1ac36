import DBusKit
import Foundation
import TestSupport
import Testing

/// What is heard of items with an in and an out point, and at the joint between two of them.
@Suite(.system, .needs("dbus-daemon", "ffmpeg", "pulseaudio", "pactl", "parec"))
struct TrimTests {
    /// From half a second to where the other tone begins, and from where it ends on: the sine of both keeps its phase.
    private static let points = [(0.5, 1.5), (2.5, 3.5)]

    private static func item(_ uri: String, _ inPoint: Double, _ outPoint: Double) -> [String: DBusValue] {
        ["uri": .string(uri), "in": .int64(Int64(inPoint * 1e6)), "out": .int64(Int64(outPoint * 1e6))]
    }

    private static func play(_ name: String, in folder: String, from server: MediaServer? = nil, on stage: Stage) throws
    {
        let uri = server?.uri(name) ?? URL(fileURLWithPath: "\(folder)/\(name)").absoluteString
        try stage.remote.call(
            .queue, "Replace",
            [.propertyLists(points.map { item(uri, $0, $1) }), .properties(["play": .boolean(true)])])
    }

    /// The sinks write into pipes what they would play at the time at which they would.
    @Test(arguments: ["flac", "opus", "mp3", "ogg", "mkv", "mp4"], [false, true])
    func itemsBeginAndEndAtTheirPointsAndMeet(format: String, isRemote: Bool) throws {
        let sandbox = try Sandbox()
        let folder = try CutTests.media(in: sandbox)
        try FileManager.default.removeItem(atPath: "\(folder)/cut.edl")
        let server = isRemote ? try MediaServer(folder: folder) : nil
        defer { server?.stop() }
        let piped = try PipedStage(in: sandbox)
        let stage = piped.stage
        defer { stage.close() }
        try Self.play("cut.\(format)", in: folder, from: server, on: stage)
        try stage.remote.wait("the end", within: 20) {
            stage.remote.status == "Stopped" && stage.remote.changes > 3
        }
        stage.daemon.finish()

        #expect(stage.remote.signals("Skipped").isEmpty)
        let samples = piped.samples
        let trimmed =
            CutTests.loudness(of: 2_000, in: samples[...], rate: PipedStage.rate).filter { $0 > 1_500 }.count * 5
        let length = Double(samples.count) / Double(PipedStage.rate)
        let shown = piped.brightness
        print(
            "\(format)\(isRemote ? " over HTTP" : ""): \(length) s, trimmed tone \(trimmed) ms, \(shown.count) frames,",
            "\(shown.filter { $0 > 200 }.count) of them trimmed off")
        // One frame of the codec at most, at each of the two edges.
        let frame = format == "mp3" ? 26 : format == "mp4" ? 22 : 10
        #expect(trimmed <= 2 * frame)
        #expect(abs(length - 2) < 0.06)
        #expect(shown.allSatisfy { $0 < 200 })
        if format == "flac" {
            #expect(samples.count == 96_000)
            #expect(Sine.worstBreak(samples[...], frequency: 440, rate: PipedStage.rate).worst < 8)
        }
    }

    /// The tracks of a cue sheet are its file again, without a gap.
    @Test func theTracksOfACueSheetMeet() throws {
        let sandbox = try Sandbox()
        let folder = try CutTests.media(in: sandbox)
        try FileManager.default.removeItem(atPath: "\(folder)/cut.edl")
        let tracks = ["00:00:00", "00:00:30", "00:01:00"].enumerated().map { index, time in
            "  TRACK 0\(index + 1) AUDIO\n    TITLE \"Track \(index + 1)\"\n    INDEX 01 \(time)\n"
        }
        let sheet = "TITLE Disc\nFILE \"cut.wav\" WAVE\n" + tracks.joined()
        try sheet.write(toFile: "\(folder)/disc.cue", atomically: true, encoding: .utf8)
        let piped = try PipedStage(in: sandbox)
        defer { piped.stage.close() }
        let remote = piped.stage.remote
        try remote.replace([URL(fileURLWithPath: "\(folder)/disc.cue").absoluteString])
        try remote.wait("the last track", within: 20) {
            remote.metadata["xesam:title"] == "Track 3" && remote.metadata["xesam:trackNumber"] == .int32(3)
        }
        let items = try remote.call(.queue, "Items", [.uint32(0), .uint32(9)]).first?.asDictionaries ?? []
        #expect(items.prefix(2).map { $0["duration"] } == [.int64(400_000), .int64(600_000)])
        #expect(remote.metadata["mediad:offset"] == .int64(1_000_000))
        try remote.wait("the end", within: 20) { remote.status == "Stopped" && remote.changes > 3 }
        piped.stage.daemon.finish()
        let samples = piped.samples
        #expect(Sine.worstBreak(samples[..<(PipedStage.rate * 3 / 2)], frequency: 440, rate: PipedStage.rate).worst < 8)
        #expect(items.last?["duration"] == .int64(Int64(samples.count) * 1_000_000 / 48_000 - 1_000_000))
    }

    /// What the file beside an item says is known once the item is opened: nothing of it was heard by then.
    @Test(arguments: ["flac", "mkv"]) func aSidecarsPointsCountFromTheFirstSample(format: String) throws {
        let sandbox = try Sandbox()
        let folder = try CutTests.media(in: sandbox)
        try FileManager.default.removeItem(atPath: "\(folder)/cut.edl")
        try #"{"in": 2.5, "out": 3.5}"#.write(toFile: "\(folder)/cut.mediad.json", atomically: true, encoding: .utf8)
        let piped = try PipedStage(in: sandbox)
        defer { piped.stage.close() }
        let remote = piped.stage.remote
        try remote.replace([URL(fileURLWithPath: "\(folder)/cut.\(format)").absoluteString])
        try remote.wait("the end", within: 20) { remote.status == "Stopped" && remote.changes > 3 }
        piped.stage.daemon.finish()
        let samples = piped.samples
        print("\(format) with a sidecar: \(samples.count) samples")
        #expect(abs(samples.count - PipedStage.rate) < PipedStage.rate / 50)
        #expect(
            CutTests.loudness(of: 2_000, in: samples[...], rate: PipedStage.rate).filter { $0 > 1_500 }.count * 5 <= 10)
    }

    /// What a real sound server plays, gaps and all.
    @Test(arguments: ["flac", "opus", "mp4"]) func nothingIsSilentAtTheJoint(format: String) throws {
        try Stage.perform(hearing: .pulseAudio) { stage, server in
            let folder = try CutTests.media(in: stage.sandbox)
            try FileManager.default.removeItem(atPath: "\(folder)/cut.edl")
            let recording = try server.record()
            defer { recording.stop() }
            let begun = Moment.now
            try Self.play("cut.\(format)", in: folder, on: stage)
            let onset = try recording.waitForSound(after: begun, within: 10)
            try stage.remote.wait("the end") { stage.remote.status == "Stopped" && stage.remote.changes > 3 }
            try recording.waitForSilence(of: 0.3, within: 5)
            let samples = recording.samples
            let last = samples.lastIndex { abs(Int($0)) > 300 } ?? 0
            let heard = samples[onset + recording.rate / 20..<last - recording.rate / 20]
            let length = Double(last - onset) / Double(recording.rate)
            let silence = CutTests.longestSilence(in: heard, rate: recording.rate)
            print("\(format) at PulseAudio: \(length) s, longest silence \(silence) ms")
            #expect(silence <= 5)
            #expect(abs(length - 2) < 0.06)
        }
    }

    /// The selection is a second of the sine, which makes whole turns in it: it goes on over its repetitions.
    @Test func aPreviewThatLoopsHasNoGap() throws {
        let sandbox = try Sandbox()
        let folder = try CutTests.media(in: sandbox)
        try FileManager.default.removeItem(atPath: "\(folder)/cut.edl")
        let piped = try PipedStage(in: sandbox)
        let remote = piped.stage.remote
        defer { piped.stage.close() }
        let uri = URL(fileURLWithPath: "\(folder)/cut.flac").absoluteString
        try remote.call(
            .queue, "Replace",
            [.propertyLists([Self.item(uri, 0.5, 1.5)]), .properties(["play": .boolean(true)])])
        try remote.wait("something to trim") { remote.value(.trim, "CanBeginTrimming")?.asBool == true }
        try remote.call(.trim, "Begin")
        try remote.set(.trim, "Loops", .boolean(true))
        try remote.wait("three rounds", within: 20) { piped.samples.count > 3 * PipedStage.rate + 10_000 }
        #expect(remote.status == "Playing")
        #expect(remote.value(.trim, "Trimming")?.asBool == true)
        let samples = piped.samples.prefix(3 * PipedStage.rate)
        #expect(Sine.worstBreak(samples, frequency: 440, rate: PipedStage.rate).worst < 8)
        try remote.set(.trim, "Loops", .boolean(false))
        try remote.wait("its end", within: 20) { remote.status == "Paused" }
        #expect(try remote.position() == 0.5)
        try remote.call(.trim, "Finish", [.boolean(true)])
        try remote.call(.player, "Play")
        try remote.wait("the end", within: 20) { remote.status == "Stopped" }
        piped.stage.daemon.finish()
        let heard = piped.samples
        #expect(heard.count % PipedStage.rate < 2_000, "whole rounds: \(heard.count)")
        #expect(CutTests.loudness(of: 2_000, in: heard[...], rate: PipedStage.rate).allSatisfy { $0 < 1_500 })
    }

    /// What was set by hand survives a kill; what was only tried out does not.
    @Test func keptPointsSurviveAKill() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            try remote.replace([try Silence.write(seconds: 400, as: "a.wav", in: stage.sandbox)])
            try remote.wait("something to trim") { remote.value(.trim, "CanBeginTrimming")?.asBool == true }
            try remote.call(.trim, "Begin")
            try remote.call(.trim, "SetInPoint", [.int64(100_000_000)])
            try remote.call(.trim, "SetOutPoint", [.int64(200_000_500)])
            try remote.call(.trim, "Finish", [.boolean(true)])
            try remote.call(.trim, "Begin")
            try remote.call(.trim, "SetOutPoint", [.int64(150_000_000)])
            try remote.listen(for: 1)
            stage.daemon.process.signal(SIGKILL)
            _ = try stage.daemon.process.waitForEnd(within: 5)
            try stage.restart()
            #expect(stage.remote.value(.trim, "InPoint") == .int64(100_000_000))
            #expect(stage.remote.value(.trim, "OutPoint") == .int64(200_000_500))
            #expect(stage.remote.value(.trim, "Trimming")?.asBool == false)
            try stage.remote.call(.player, "Play")
            try stage.remote.waitForMovement()
            #expect(try (100..<110).contains(stage.remote.position()))
        }
    }
}
