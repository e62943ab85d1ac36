import DBusKit
import Foundation
import Testing

/// What comes out of real sound servers, recorded from a sink that plays nowhere.
@Suite(
    .system, .needs("dbus-daemon", "pulseaudio", "pactl", "parec", "pipewire", "wireplumber", "pipewire-pulse"),
    .timeLimit(.minutes(4)))
struct RecordingTests {
    /// PipeWire 0.3.65's own sink starts with a stutter and never tells that its server is gone, whoever feeds it; mediad
    /// prefers the PulseAudio protocol, which PipeWire speaks too.
    private static let dependable = [SoundServer.Kind.pulseAudio, .pipeWirePulse]

    private func perform(
        _ kind: SoundServer.Kind, _ location: SourceLocation = #_sourceLocation,
        _ body: (Stage, SoundServer) throws -> Void
    ) throws {
        let sandbox = try Sandbox()
        let bus = try PrivateBus(in: sandbox)
        let server: SoundServer
        let stage: Stage
        do {
            server = try SoundServer(
                kind, environment: sandbox.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
            stage = try Stage(configuration: kind.configuration, in: sandbox, bus: bus)
        } catch {
            bus.stop()
            sandbox.remove()
            throw error
        }
        defer { stage.close() }
        defer { server.stop() }
        do {
            try body(stage, server)
        } catch {
            Issue.record("\(error)\nmediad wrote:\n\(stage.daemon.log)", sourceLocation: location)
        }
        stage.daemon.finish(location)
    }

    @Test(arguments: dependable) func aSineGoesOnOverTwoFiles(kind: SoundServer.Kind) throws {
        try perform(kind) { stage, server in
            let recording = try server.record()
            defer { recording.stop() }
            let begun = Moment.now
            try stage.remote.replace(["sine-a.flac", "sine-b.flac"].map(Fixtures.uri))
            _ = try recording.waitForSound(after: begun, within: 10)
            try stage.remote.wait("the end") { stage.remote.status == "Stopped" && stage.remote.changes > 3 }
            try recording.waitForSilence(of: 0.3, within: 5)
            let samples = recording.samples
            let first = samples.firstIndex { abs(Int($0)) > 300 } ?? 0
            let last = samples.lastIndex { abs(Int($0)) > 300 } ?? 0
            // What ramps and resamplers do at the edges is not asked about.
            let edge = recording.rate / 50
            let heard = samples[first + edge..<last - edge]
            let length = Double(last - first) / Double(recording.rate)
            let millisecond = recording.rate / 1000
            let quietest =
                stride(from: heard.startIndex, to: heard.endIndex - millisecond, by: millisecond / 4)
                .map { Sine.peak(samples[$0..<$0 + millisecond]) }.min() ?? 0
            let turns = heard.count / 2
            let before = Sine.fit(heard.prefix(turns - edge), frequency: 440, rate: recording.rate)
            let after = Sine.fit(heard.suffix(turns - edge), frequency: 440, rate: recording.rate)
            let worst = Sine.worstBreak(heard, frequency: 440, rate: recording.rate)
            var shift = abs(before.phase - after.phase)
            if shift > .pi { shift = 2 * .pi - shift }
            print(
                "\(kind.rawValue): \(length) s heard, quietest millisecond \(quietest), worst break \(worst), "
                    + "amplitude \(before.amplitude) and \(after.amplitude), phase moved by \(shift) rad")
            #expect(abs(length - 4) < 0.03)
            #expect(quietest > 2_000)
            #expect(worst < before.amplitude / 500)
            #expect(shift < 0.05)
        }
    }

    /// Plays after five seconds of standing still and measures how long it takes until something is heard.
    private func playAfterWaiting(_ stage: Stage, _ recording: Recording, _ what: String) throws {
        try stage.remote.listen(for: 5)
        #expect(stage.remote.status == "Paused")
        try recording.waitForSilence(of: 1, within: 2)
        let asked = Moment.now
        try stage.remote.call(.player, "Play")
        let onset = try recording.waitForSound(after: asked, within: 5)
        let took = recording.time(of: onset) - asked
        print("\(what): sound \(Int(took * 1000)) ms after Play")
        #expect(took < 0.15, "\(what)")
        // It goes on: what was heard is not a rest of something.
        let more = try recording.waitForSound(after: asked + 1, within: 5)
        #expect(recording.time(of: more) < asked + 1.3)
    }

    @Test(arguments: SoundServer.Kind.allCases) func soundComesAtOnceAfterOpeningPaused(kind: SoundServer.Kind) throws {
        try perform(kind) { stage, server in
            let recording = try server.record()
            defer { recording.stop() }
            // Paused before it was open: not a sound of it so far.
            try stage.remote.replace([Fixtures.uri("episode-1.mkv")], start: 4)
            try stage.remote.call(.player, "Pause")
            try stage.remote.wait("the pause") { stage.remote.status == "Paused" }
            try playAfterWaiting(stage, recording, "\(kind.rawValue), opened paused")
            #expect(abs(try stage.remote.position() - 5) < 0.5)
        }
    }

    @Test(arguments: SoundServer.Kind.allCases) func soundComesAtOnceAfterAPause(kind: SoundServer.Kind) throws {
        try perform(kind) { stage, server in
            let remote = stage.remote
            let recording = try server.record()
            defer { recording.stop() }
            let begun = Moment.now
            try remote.replace(["episode-1.mkv", "episode-2.mkv"].map(Fixtures.uri))
            _ = try recording.waitForSound(after: begun, within: 10)
            try remote.call(.player, "Pause")
            try remote.forget()
            try remote.call(.player, "SetPosition", [.objectPath(remote.track), .int64(4_000_000)])
            try remote.wait("the landing") { !remote.signals("Seeked").isEmpty }
            try playAfterWaiting(stage, recording, "\(kind.rawValue), paused after a seek")
            try remote.call(.player, "Pause")
            try remote.call(.player, "Next")
            try remote.wait("the next item") { remote.index == 1 }
            try playAfterWaiting(stage, recording, "\(kind.rawValue), paused after Next")
        }
    }

    @Test(arguments: SoundServer.Kind.allCases) func theVolumeIsHeard(kind: SoundServer.Kind) throws {
        try perform(kind) { stage, server in
            let recording = try server.record()
            defer { recording.stop() }
            let begun = Moment.now
            try stage.remote.replace(["sine-a.flac", "sine-b.flac"].map(Fixtures.uri))
            let onset = try recording.waitForSound(after: begun, within: 10)
            let heard = recording.time(of: onset)
            let changed = Moment.now
            try stage.remote.set(.player, "Volume", .double(0.5))
            try stage.remote.wait("a second") { Moment.now > changed + 1 }
            let samples = recording.samples
            func amplitude(from: Double, length: Double) -> Double {
                let first = recording.sample(at: from)
                let last = min(samples.count, first + Int(length * Double(recording.rate)))
                return Sine.fit(samples[first..<last], frequency: 440, rate: recording.rate).amplitude
            }
            let full = amplitude(from: heard + 0.01, length: 0.05)
            let half = amplitude(from: changed + 0.6, length: 0.3)
            print("\(kind.rawValue): volume 0.5 gives \(half / full) of the amplitude")
            #expect(abs(half / full - 0.5) < 0.02)
        }
    }

    @Test(arguments: dependable) func playbackSurvivesTheSoundServer(kind: SoundServer.Kind) throws {
        try perform(kind) { stage, server in
            let remote = stage.remote
            let recording = try server.record()
            let begun = Moment.now
            try remote.replace([Fixtures.uri("episode-1.mkv")])
            _ = try recording.waitForSound(after: begun, within: 10)
            try remote.wait("two seconds") { try remote.position() > 2 }
            recording.stop()
            server.kill()
            let lost = try remote.position()
            try remote.listen(for: 1)
            let held = try remote.position()
            #expect(remote.status == "Playing")
            #expect(abs(held - lost) < 0.5, "the position moves on without sound: \(lost) to \(held)")
            try server.start()
            let back = Moment.now
            let again = try server.record()
            defer { again.stop() }
            let onset = try again.waitForSound(after: back, within: 10)
            let position = try remote.position()
            let passed = Moment.now - again.time(of: onset)
            print(
                "\(kind.rawValue): lost at \(lost), held \(held), sound \(again.time(of: onset) - back) s after the "
                    + "server's return, then at \(position)")
            #expect(abs(position - held) < 1 + passed)
            #expect(remote.signals("ItemFailed").isEmpty)
            try remote.waitForMovement()
        }
    }
}
