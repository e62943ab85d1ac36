import DBusKit
import Foundation
import TestSupport
import Testing

/// What is seen and what is heard belong together, after every kind of step: a beep begins with the frame of each full
/// second, read off the screen and out of the sound server.
///
/// Every difference is printed. `MEDIAD_TEST_LIMIT=900 MEDIAD_SYNC_SECONDS=600 make test TESTFLAGS="--filter FlashAndBeepTests"`
/// watches a film for ten minutes and prints how far sound and picture moved apart.
@Suite(
    .system,
    .needs(
        "dbus-daemon", "Xvfb", "xprop", "xdotool", "openbox", "ffmpeg", "pulseaudio", "pactl", "parec", "pipewire",
        "wireplumber", "pipewire-pulse"))
struct FlashAndBeepTests {
    private static let one = FrameFilm(
        name: "beeps.mp4", code: 31, seconds: 12, encoding: FrameFilm.h264, tone: 1_000, beeps: true)
    /// With two tracks of sound.
    private static let two = FrameFilm(
        name: "beeps.mkv", code: 32, seconds: 40,
        encoding: ["-map", "0", "-map", "1", "-map", "2"] + FrameFilm.h264 + ["-c:a", "flac"], tone: 1_200, beeps: true)

    private static func makeTwo(_ rig: PictureRig) throws -> String {
        try two.make(
            in: rig.folder,
            inputs: ["-f", "lavfi", "-i", "aevalsrc=0.125*sin(3000*t)*lt(mod(t\\,1)\\,0.06):s=48000:d=40"])
    }

    @Test(arguments: SoundServer.Kind.dependable) func everyStepKeepsThemTogether(kind: SoundServer.Kind) throws {
        try PictureRig.perform(kind) { rig in
            let recording = try rig.server.record()
            defer { recording.stop() }
            try rig.remote.replace([try Self.one.make(in: rig.folder), try Self.makeTwo(rig)])
            try rig.remote.waitForMovement()
            try rig.expectTogether(Self.one, recording, after: "the start")
            try rig.seek(to: 8.3)
            try rig.expectTogether(Self.one, recording, after: "a seek", for: 2)
            try rig.waitForIndex(1)
            try rig.expectTogether(Self.two, recording, after: "a join")
            try rig.seek(to: 6.6)
            try rig.expectTogether(Self.two, recording, after: "a seek in another film")
            for rate in [1.5, 0.75, 1] {
                try rig.remote.set(.player, "Rate", .double(rate))
                try rig.expectTogether(Self.two, recording, after: "rate \(rate)", rate: rate)
            }
            for track in [1, 0] {
                try rig.selectSound(track)
                try rig.expectTogether(Self.two, recording, after: "audio track \(track)")
            }
            try rig.call("Pause")
            try rig.seek(to: 5.5)
            try rig.call("Play")
            try rig.expectTogether(Self.two, recording, after: "a pause with a seek")
            try rig.call("Previous")
            try rig.call("Previous")
            try rig.waitForIndex(0)
            try rig.expectTogether(Self.one, recording, after: "another item")
        }
    }

    @Test("a delay is heard as it was asked for, after every kind of step", arguments: SoundServer.Kind.dependable)
    func theDelayHolds(kind: SoundServer.Kind) throws {
        try PictureRig.perform(kind) { rig in
            func delay(by seconds: Double) throws {
                let here = try rig.remote.position()
                try rig.remote.set(.audio, "Delay", .int64(Int64(seconds * 1e6)))
                // The frame that waits for its time is shown at the one it had before, and then the picture moves.
                try rig.wait(until: here + 1)
            }
            let recording = try rig.server.record()
            defer { recording.stop() }
            try rig.remote.replace([try Self.one.make(in: rig.folder), try Self.makeTwo(rig)])
            try rig.remote.waitForMovement()
            try delay(by: 0.3)
            try rig.expectTogether(Self.one, recording, after: "a delay of 0.3 s", delay: 0.3)
            try rig.seek(to: 8.3)
            try rig.expectTogether(Self.one, recording, after: "a seek", delay: 0.3, for: 2)
            try rig.waitForIndex(1)
            try rig.expectTogether(Self.two, recording, after: "a join", delay: 0.3)
            try delay(by: -0.3)
            try rig.expectTogether(Self.two, recording, after: "a delay of -0.3 s", delay: -0.3)
            try rig.seek(to: 6.6)
            try rig.expectTogether(Self.two, recording, after: "another seek", delay: -0.3)
            try rig.call("Pause")
            try rig.call("Play")
            try rig.expectTogether(Self.two, recording, after: "a pause", delay: -0.3)
            try delay(by: -2.4)
            try rig.expectTogether(Self.two, recording, after: "a delay of -2.4 s", delay: -2.4, for: 6)
            try delay(by: 2.4)
            try rig.expectTogether(Self.two, recording, after: "a delay of 2.4 s", delay: 2.4, for: 6)
            try delay(by: 0)
            try rig.expectTogether(Self.two, recording, after: "no delay")
        }
    }

    @Test(.enabled(if: seconds != nil, "MEDIAD_SYNC_SECONDS is not set"), arguments: SoundServer.Kind.dependable)
    func theyStayTogetherForLong(kind: SoundServer.Kind) throws {
        let seconds = Self.seconds ?? 60
        let film = FrameFilm(
            name: "long.mp4", code: 33, seconds: seconds, encoding: FrameFilm.h264, tone: 1_000, beeps: true)
        try PictureRig.perform(kind) { rig in
            try rig.remote.replace([try film.make(in: rig.folder)])
            try rig.remote.waitForMovement()
            var means: [Double] = []
            for moment in [1, seconds / 2, seconds - 10] {
                try rig.wait(until: moment, within: seconds)
                let recording = try rig.server.record()
                defer { recording.stop() }
                means.append(try rig.expectTogether(film, recording, after: "second \(moment)", for: 6))
            }
            print("sound after picture, ms:", means, "in an hour:", (means[2] - means[0]) * 3600 / (seconds - 11))
        }
    }

    private static let seconds = ProcessInfo.processInfo.environment["MEDIAD_SYNC_SECONDS"].flatMap(Double.init)
}

extension PictureRig {
    /// How far sound and picture may be apart, in milliseconds.
    ///
    /// The aim is 40, which `MEDIAD_SYNC_TOLERANCE=40` demands. A new stream on a sound server begins up to 100 ms off, by
    /// chance, and on a busy machine twice that; GStreamer's sink corrects only what lasts, in steps.
    private static let tolerance =
        ProcessInfo.processInfo.environment["MEDIAD_SYNC_TOLERANCE"].flatMap(Double.init) ?? 250

    func selectSound(_ index: Int) throws {
        let sounds = (remote.value(.tracks, "Audio")?.asArray ?? []).compactMap { $0.asArray?.first }
        guard sounds.indices.contains(index) else { throw Failure("no track \(index)") }
        try remote.call(.tracks, "SelectAudio", [sounds[index]])
    }

    /// Watches a film for a while, and demands that each full second is heard when it is seen.
    ///
    /// - Parameter delay: how much later than the picture the sound was asked to be heard, in seconds.
    /// - Returns: how much later the beeps are on average, in milliseconds.
    @discardableResult
    func expectTogether(
        _ film: FrameFilm, _ recording: Recording, after step: String, rate: Double = 1,
        delay: Double = 0, for seconds: Double = 3
    ) throws -> Double {
        let (begun, pulse) = (Moment.now, MachinePulse())
        var flashes: [Double] = []
        var looks = (read: 0, of: 0, longest: 0.0)
        var last: (frame: Int, at: Double)?
        // On a busy machine, some are missed.
        while Moment.now < begun + seconds || flashes.count < 2 && Moment.now < begun + 3 * seconds {
            try remote.listen()
            let reading = place(of: film).flatMap { FrameFilm.read(display.screen, in: $0) }
            let now = Moment.now
            looks.of += 1
            if let reading, reading.code == film.code {
                looks.read += 1
                looks.longest = max(looks.longest, last.map { now - $0.at } ?? 0)
                // Only what was seen to come, within moments: halfway between two looks, it is known to half of that.
                if let last, now - last.at < 0.4 * Self.tolerance / 1000, (1...3).contains(reading.frame - last.frame),
                    reading.frame / film.rate != last.frame / film.rate
                {
                    flashes.append((last.at + now) / 2)
                }
                last = (reading.frame, now)
            }
            try remote.listen(for: 0.002)
        }
        // The last beep may still be on its way.
        try remote.listen(for: 0.3 + max(0, delay))
        let beeps = onsets(in: recording, after: begun - 0.3 + min(0, delay))
        let differences = flashes.compactMap { flash in
            beeps.map { ($0 - flash - delay) * 1000 }.min { abs($0) < abs($1) }
        }
        let words = differences.map { String(format: "%.0f", $0) }.joined(separator: " ")
        print("sound after picture, \(server.kind.rawValue), \(step), ms: \(words)")
        if differences.isEmpty {
            let seen = "\(looks.read) of \(looks.of) looks, \(looks.longest) s apart, frame \(last?.frame ?? -1) last"
            let heard = "recorded until \(recording.time(of: recording.samples.count) - begun) s"
            let counted = "\(flashes.count) flashes and \(beeps.count) beeps in \(Moment.now - begun) s"
            fail("\(step): \(counted); \(seen); \(heard); \(remote.status) at \(try remote.position())")
        }
        // Whoever was stopped for so long comes so late.
        let tolerance = Self.tolerance + pulse.longestStop * 1000
        for difference in differences where abs(difference) > tolerance {
            fail("\(step): the sound is \(Int(difference)) ms after the picture")
        }
        return differences.reduce(0, +) / Double(max(differences.count, 1))
    }

    /// When beeps began that arrived after a moment.
    private func onsets(in recording: Recording, after moment: Double) -> [Double] {
        let samples = recording.samples
        let (first, start) = (min(recording.sample(at: moment), samples.count), recording.time(of: 0))
        var onsets: [Double] = []
        var lastLoud: Int?
        for index in first..<samples.count where abs(Int(samples[index])) > 500 {
            if lastLoud.map({ index - $0 > recording.rate / 10 }) ?? (index > first + recording.rate / 10) {
                onsets.append(start + Double(index) / Double(recording.rate))
            }
            lastLoud = index
        }
        return onsets
    }
}
