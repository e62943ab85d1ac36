import DBusKit
import Foundation
import TestSupport
import Testing

/// Nothing between two items, heard at real sound servers.
@Suite(
    .quiet,
    .needs("dbus-daemon", "ffmpeg", "pulseaudio", "pactl", "parec", "pipewire", "wireplumber", "pipewire-pulse"))
struct GaplessTests {
    @Test(arguments: SoundServer.Kind.dependable) func aSineGoesOnOverTwoFiles(kind: SoundServer.Kind) throws {
        try hear(kind) { try $0.replace(["sine-a.flac", "sine-b.flac"].map(Fixtures.uri)) }
    }

    /// The second file has another rate and other samples: a server would begin a new stream.
    @Test(arguments: SoundServer.Kind.dependable) func andWhereTheFormatChanges(kind: SoundServer.Kind) throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let second = try copy("sine-b.flac", ["-ar", "48000", "-sample_fmt", "s32"], in: sandbox)
        // Both resamplers, that of ffmpeg and the one that keeps the format, begin and end in silence.
        try hear(kind, smoothness: 2) { try $0.replace([Fixtures.uri("sine-a.flac"), second]) }
    }

    /// The first file is in mono, and the second one in stereo.
    @Test(arguments: SoundServer.Kind.dependable) func andWhereAChannelIsAdded(kind: SoundServer.Kind) throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let first = try copy("sine-a.flac", ["-af", "pan=mono|c0=c0"], in: sandbox)
        try hear(kind) { try $0.replace([first, Fixtures.uri("sine-b.flac")]) }
    }

    /// - Returns: the URI of a fixture that ffmpeg has converted.
    private func copy(_ name: String, _ options: [String], in sandbox: Sandbox) throws -> String {
        let path = "\(sandbox.directory)/converted.flac"
        let made = try ChildProcess.run("ffmpeg", ["-v", "error", "-i", Fixtures.path(name)] + options + [path])
        #expect(made.end == .exited(0), "\(made.errors)")
        return "file://\(path)"
    }

    /// What the first item's description proposes is accepted by itself at the end.
    @Test(arguments: SoundServer.Kind.dependable) func andOverAnAcceptedProposal(kind: SoundServer.Kind) throws {
        try hear(kind) { remote in
            try remote.replace([Fixtures.uri("sine-a.flac")], play: false)
            try remote.call(
                .proposal, "Propose",
                [.properties(["uri": .string(Fixtures.uri("sine-b.flac")), "automaticAcceptanceInterval": .double(0)])])
            try remote.call(.player, "Play")
        } then: { remote in
            #expect(remote.signals("Accepted").map { $0.arguments.first?.asString } == ["automatic"])
            #expect(remote.index == 1)
        }
    }

    /// Accepted in the credits it begins at once: it was prepared when it was presented.
    @Test func anAcceptedProposalBeginsWithinATenthOfASecond() throws {
        let sandbox = try Sandbox()
        let piped = try PipedStage(in: sandbox)
        let remote = piped.stage.remote
        defer { piped.stage.close() }
        let film = try Silence.write(seconds: 60, as: "film.wav", in: sandbox)
        try remote.call(
            .queue, "Replace",
            [
                .propertyLists([["uri": .string(film)]]),
                .properties(["play": .boolean(true), "start": .int64(40_000_000)]),
            ])
        try remote.call(
            .proposal, "Propose",
            [.properties(["uri": .string(Fixtures.uri("sine-a.flac")), "presentAt": .int64(-20_500_000)])])
        try remote.wait("the proposal") { !remote.signals("Presented").isEmpty }
        // As long as anybody takes to press a key.
        try remote.listen(for: 0.5)
        let silent = piped.samples.count
        #expect(piped.samples.allSatisfy { abs(Int($0)) < 300 })
        let accepted = Moment.now
        try remote.call(.proposal, "Accept")
        let heard: Double? = piped.sound.state.wait(seconds: 5) { state in
            state.pieces.first { piece in
                piece.offset >= silent * 2
                    && state.bytes[piece.offset..<piece.offset + piece.count].contains { (8..<248).contains($0) }
            }?.at
        }
        let took = try #require(heard) - accepted
        print("accepted and heard \(took * 1_000) ms later")
        #expect(took < 0.1)
        piped.stage.daemon.finish()
    }

    /// How many recordings of five seconds are made at most while the machine stands still during each of them.
    private static let attempts = 20

    /// A gap in a recording is the player's, unless the machine stood still meanwhile: then it is recorded again.
    ///
    /// - Parameter smoothness: the largest break is this part of the amplitude.
    private func hear(
        _ kind: SoundServer.Kind, smoothness: Double = 500, _ play: (Remote) throws -> Void,
        then check: (Remote) throws -> Void = { _ in }
    ) throws {
        for attempt in 1...Self.attempts {
            let (pulse, mayRepeat) = (MachinePulse(), attempt < Self.attempts)
            let isWhole = try hear(
                kind, smoothness, play, then: check, mayBeBroken: { mayRepeat && pulse.withheld > 0.01 })
            if isWhole { return }
            print("recorded again: threads had no processor for \(pulse.withheld) s")
        }
    }

    /// - Returns: false for a recording with a gap that may be the machine's.
    private func hear(
        _ kind: SoundServer.Kind, _ smoothness: Double, _ play: (Remote) throws -> Void,
        then check: (Remote) throws -> Void, mayBeBroken: () -> Bool
    ) throws -> Bool {
        var isWhole = true
        try Stage.perform(hearing: kind) { stage, server in
            let recording = try server.record()
            defer { recording.stop() }
            let begun = Moment.now
            try play(stage.remote)
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
            let (worst, place) = Sine.worstBreak(heard, frequency: 440, rate: recording.rate)
            let at = Double(place - first) / Double(recording.rate)
            var shift = abs(before.phase - after.phase)
            if shift > .pi { shift = 2 * .pi - shift }
            print(
                "\(kind.rawValue): \(length) s heard, quietest millisecond \(quietest), worst break \(worst) at \(at) s, "
                    + "amplitude \(before.amplitude) and \(after.amplitude), phase moved by \(shift) rad")
            if quietest <= 2_000, mayBeBroken() {
                isWhole = false
                return
            }
            #expect(abs(length - 4) < 0.03)
            #expect(quietest > 2_000)
            #expect(worst < before.amplitude / smoothness)
            #expect(shift < 0.05)
            try check(stage.remote)
        }
        return isWhole
    }
}
