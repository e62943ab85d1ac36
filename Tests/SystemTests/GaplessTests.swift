import Foundation
import Testing

/// Nothing between two items, heard at real sound servers.
@Suite(
    .alone, .serialized,
    .needs("dbus-daemon", "pulseaudio", "pactl", "parec", "pipewire", "wireplumber", "pipewire-pulse"),
    .timeLimit(.minutes(10)))
struct GaplessTests {
    @Test(arguments: SoundServer.Kind.dependable) func aSineGoesOnOverTwoFiles(kind: SoundServer.Kind) throws {
        try Stage.perform(hearing: kind) { stage, server in
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
            let (worst, place) = Sine.worstBreak(heard, frequency: 440, rate: recording.rate)
            let at = Double(place - first) / Double(recording.rate)
            var shift = abs(before.phase - after.phase)
            if shift > .pi { shift = 2 * .pi - shift }
            print(
                "\(kind.rawValue): \(length) s heard, quietest millisecond \(quietest), worst break \(worst) at \(at) s, "
                    + "amplitude \(before.amplitude) and \(after.amplitude), phase moved by \(shift) rad")
            #expect(abs(length - 4) < 0.03)
            #expect(quietest > 2_000)
            #expect(worst < before.amplitude / 500)
            #expect(shift < 0.05)
        }
    }
}
