import DBusKit
import Foundation
import TestSupport
import Testing

/// A blocked second between two halves of a sine: what is heard and seen of it, and whether the halves meet.
@Suite(.light, .needs("dbus-daemon", "ffmpeg", "pulseaudio", "pactl", "parec"))
struct CutTests {
    /// Both sinks write into pipes what they would play at the time at which they would.
    @Test(arguments: ["flac", "opus", "mp3", "ogg", "mkv", "mp4"], [false, true])
    func nothingOfItLeavesAndTheHalvesMeet(format: String, isRemote: Bool) throws {
        let sandbox = try Sandbox()
        let folder = try Self.media(in: sandbox)
        let server = isRemote ? try MediaServer(folder: folder) : nil
        defer { server?.stop() }
        let piped = try PipedStage(in: sandbox)
        let stage = piped.stage
        defer { stage.close() }
        let begun = Moment.now
        try Self.play("cut.\(format)", in: folder, from: server, on: stage)
        try stage.remote.wait("the end", within: 20) { stage.remote.status == "Stopped" && stage.remote.changes > 3 }
        let took = Moment.now - begun
        stage.daemon.finish()

        let skipped = stage.remote.signals("Skipped").map { $0.arguments.compactMap(\.asInt64) }
        #expect(skipped == [[0, 1_500_000, 2_500_000]])
        let samples = piped.samples
        let blocked = Self.loudness(of: 2_000, in: samples[...], rate: PipedStage.rate).filter { $0 > 1_500 }.count * 5
        let shown = piped.brightness
        let length = Double(samples.count) / 48_000
        print(
            "\(format)\(isRemote ? " over HTTP" : ""): \(length) s in \(took) s, blocked tone \(blocked) ms,",
            "\(shown.count) frames, \(shown.filter { $0 > 200 }.count) of them blocked")
        // One frame of the codec at most: its own window spreads over it.
        #expect(blocked <= (format == "mp3" ? 26 : format == "mp4" ? 22 : 10))
        #expect(shown.allSatisfy { $0 < 200 })
        #expect(abs(length - 3) < (format == "mp3" ? 0.06 : 0.03))
        if ["mkv", "mp4"].contains(format) { #expect((74...77).contains(shown.count)) }
        if format == "flac" {
            // Lossless: not one sample is missing or twice, so the sine keeps its phase.
            #expect(samples.count == 144_000)
            #expect(Sine.worstBreak(samples[...], frequency: 440, rate: 48_000).worst < 8)
        }
    }

    /// A server that gives no ranges: the blocked second passes with nothing of it to be heard or seen.
    @Test func whereNobodyCanSeekItPassesSilentlyAndUnseen() throws {
        let sandbox = try Sandbox()
        let folder = try Self.media(in: sandbox)
        let server = try MediaServer(folder: folder)
        defer { server.stop() }
        let piped = try PipedStage(in: sandbox)
        defer { piped.stage.close() }
        try Self.play("norange/cut.mp4", in: folder, from: server, on: piped.stage)
        try piped.stage.remote.wait("the end", within: 20) {
            piped.stage.remote.status == "Stopped" && piped.stage.remote.changes > 3
        }
        piped.stage.daemon.finish()
        let samples = piped.samples
        #expect(abs(Double(samples.count) / 48_000 - 4) < 0.05)
        #expect(Self.loudness(of: 2_000, in: samples[...], rate: PipedStage.rate).allSatisfy { $0 < 1_500 })
        #expect(samples[76_000..<116_000].allSatisfy { abs(Int($0)) <= 2 })
        #expect(piped.brightness.count > 70 && piped.brightness.allSatisfy { $0 < 200 })
    }

    /// What a real sound server plays, gaps and all. One that the machine may have made is listened to again.
    @Test(arguments: ["flac", "opus", "mkv", "mp4"], [false, true])
    func nothingIsSilentAtTheCut(format: String, isRemote: Bool) throws {
        for attempt in 1...MachinePulse.attempts {
            let (pulse, mayRepeat) = (MachinePulse(), attempt < MachinePulse.attempts)
            let isWhole = try hearCut(format, isRemote, mayBeBroken: { mayRepeat && pulse.longestStop > 0.005 })
            if isWhole { return }
            print("recorded again: the machine stood still for \(pulse.longestStop) s")
        }
    }

    /// - Returns: false for a recording with a gap that may be the machine's.
    private func hearCut(_ format: String, _ isRemote: Bool, mayBeBroken: () -> Bool) throws -> Bool {
        var isWhole = true
        try Stage.perform(hearing: .pulseAudio) { stage, server in
            let folder = try Self.media(in: stage.sandbox)
            let web = isRemote ? try MediaServer(folder: folder) : nil
            defer { web?.stop() }
            let recording = try server.record()
            defer { recording.stop() }
            let begun = Moment.now
            try Self.play("cut.\(format)", in: folder, from: web, on: stage)
            let onset = try recording.waitForSound(after: begun, within: 10)
            try stage.remote.wait("the end") { stage.remote.status == "Stopped" && stage.remote.changes > 3 }
            try recording.waitForSilence(of: 0.3, within: 5)
            let samples = recording.samples
            let last = samples.lastIndex { abs(Int($0)) > 300 } ?? 0
            let heard = samples[onset + recording.rate / 20..<last - recording.rate / 20]
            let blocked = Self.loudness(of: 2_000, in: heard, rate: recording.rate).filter { $0 > 1_500 }.count * 5
            let length = Double(last - onset) / Double(recording.rate)
            let silence = Self.longestSilence(in: heard, rate: recording.rate)
            print(
                "\(format)\(isRemote ? " over HTTP" : "") at PulseAudio: \(length) s, blocked tone \(blocked) ms,",
                "longest silence \(silence) ms")
            if silence > 5, mayBeBroken() {
                isWhole = false
                return
            }
            #expect(blocked <= (format == "mp4" ? 22 : 10))
            #expect(silence <= 5)
            #expect(abs(length - 3) < 0.06)
        }
        return isWhole
    }

    @Test func aMutedStretchIsSilentToTheSampleAndTheVolumeStays() throws {
        let audio = try Descriptors.pipe()
        let sound = StreamReader(audio.read)
        let configuration = """
            [audio]
            sink = "audioconvert ! audio/x-raw,format=S16LE,rate=48000,channels=2 ! fdsink fd=3 sync=true"
            [video]
            sink = "none"

            """
        try Stage.perform(configuration: configuration, descriptors: [audio.write]) { stage in
            let folder = try Self.media(in: stage.sandbox)
            try "1 1.25 1\n2.0005 3.0 1\n".write(toFile: "\(folder)/cut.edl", atomically: true, encoding: .utf8)
            try stage.remote.replace([URL(fileURLWithPath: "\(folder)/cut.flac").absoluteString])
            try stage.remote.wait("the end") { stage.remote.status == "Stopped" && stage.remote.changes > 3 }
            #expect(stage.remote.value(.player, "Volume") == .double(1))
        }
        let bytes = sound.state.current.bytes
        let samples = stride(from: 0, to: bytes.count - 3, by: 4).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
        #expect(samples.count == 192_000)
        guard samples.count == 192_000 else { return }
        for range in [48_000..<60_000, 96_024..<144_000] {
            // What is left is the dither of 24 bits made 16.
            #expect(samples[range].allSatisfy { abs(Int($0)) <= 2 })
            // The sine crosses 0 only every 54 samples.
            #expect(samples[range.lowerBound - 3..<range.lowerBound].contains { abs(Int($0)) > 2 })
            #expect(samples[range.upperBound..<range.upperBound + 3].contains { abs(Int($0)) > 2 })
        }
    }

    /// A folder with `cut.flac` and its siblings, see `make-fixtures`.
    static func media(in sandbox: Sandbox) throws -> String {
        let folder = "\(sandbox.directory)/cut"
        try Fixtures.copyCut(to: folder)
        return folder
    }

    /// Local files have their cut in `cut.edl`, remote ones in their description.
    private static func play(_ name: String, in folder: String, from server: MediaServer?, on stage: Stage) throws {
        guard let server else {
            return try stage.remote.replace([URL(fileURLWithPath: "\(folder)/\(name)").absoluteString])
        }
        let segment: [String: DBusValue] = [
            "start": .int64(1_500_000), "end": .int64(2_500_000), "kind": .string("blocked"),
        ]
        let item: [String: DBusValue] = ["uri": .string(server.uri(name)), "segments": .propertyLists([segment])]
        try stage.remote.call(.queue, "Replace", [.propertyLists([item]), .properties(["play": .boolean(true)])])
    }

    /// The amplitude of a frequency in each stretch of 5 ms.
    static func loudness(of frequency: Double, in samples: ArraySlice<Int16>, rate: Int) -> [Double] {
        let size = rate / 200
        return stride(from: samples.startIndex, to: samples.endIndex - size, by: size).map {
            Sine.fit(samples[$0..<$0 + size], frequency: frequency, rate: rate).amplitude
        }
    }

    /// In milliseconds.
    static func longestSilence(in samples: ArraySlice<Int16>, rate: Int) -> Double {
        var (longest, run) = (0, 0)
        for sample in samples {
            // The sine itself is this small for a fifth of a millisecond.
            run = abs(Int(sample)) < 500 ? run + 1 : 0
            longest = max(longest, run)
        }
        return Double(longest) * 1000 / Double(rate)
    }
}
