import DBusKit
import Foundation
import TestSupport
import Testing

/// Sound after every kind of step, between files of one format: the sound server's stream could stay silent for good.
///
/// `.ci/heard` makes the same steps at random, by the hundred, for every format and server.
@Suite(
    .quiet,
    .needs("dbus-daemon", "pulseaudio", "pactl", "parec", "pipewire", "wireplumber", "pipewire-pulse"))
struct StepTests {
    private static let frequencies = [400, 600, 800, 1_200]

    private enum Step {
        case next, previous, pause, play, stop, end
        case goTo(Int)
        case open(Int)
        case seek(Double)
    }

    private static let steps: [Step] = [
        .next, .seek(20), .next, .pause, .play, .next, .previous, .seek(5), .goTo(0), .stop, .play, .open(2), .end,
    ]

    @Test(arguments: SoundServer.Kind.dependable) func soundFollowsEveryStep(kind: SoundServer.Kind) throws {
        for attempt in 1...MachinePulse.attempts {
            let pulse = MachinePulse()
            let silent = try silentSteps(kind)
            if silent.isEmpty { return }
            // Silence is the player's, unless the machine stood still meanwhile: then everything is heard again.
            if attempt < MachinePulse.attempts, pulse.longestStop > 0.05 { continue }
            Issue.record("\(kind.rawValue): \(silent.joined(separator: "; "))")
            return
        }
    }

    /// What was to be heard and was not, in a sentence each.
    private func silentSteps(_ kind: SoundServer.Kind) throws -> [String] {
        var silent: [String] = []
        try Stage.perform(hearing: kind) { stage, server in
            let remote = stage.remote
            let recording = try server.record()
            defer { recording.stop() }
            let uris = try Self.frequencies.map {
                try Tone.write($0, seconds: 30, as: "\($0).wav", in: stage.sandbox)
            }
            try remote.replace(uris)
            var index = 0
            silent += try hear("the beginning", index, recording, remote)
            for (number, step) in Self.steps.enumerated() {
                index = try take(step, index, uris, remote)
                let name = "step \(number + 1), \(step)"
                if case .end = step {
                    try remote.wait("the end of the last item", within: 20) { remote.status == "Stopped" }
                } else {
                    let status = try remote.get(.player, "PlaybackStatus").asString
                    silent += try hear(name, status == "Playing" ? index : nil, recording, remote)
                }
            }
        }
        return silent
    }

    /// - Returns: the item that is current behind the step.
    private func take(_ step: Step, _ index: Int, _ uris: [String], _ remote: Remote) throws -> Int {
        switch step {
        case .next:
            try remote.call(.player, "Next")
            return index + 1
        case .previous:
            // Of a later place it goes to the start of the item.
            try remote.call(.player, "SetPosition", [.objectPath(try remote.currentTrack()), .int64(0)])
            try remote.call(.player, "Previous")
            return index - 1
        case .pause: try remote.call(.player, "Pause")
        case .play: try remote.call(.player, "Play")
        case .stop: try remote.call(.player, "Stop")
        case .goTo(let wanted):
            let items = try remote.call(.queue, "Items", [.uint32(UInt32(wanted)), .uint32(1)])
            guard let item = items.first?.asArray?.first?.asDictionary?["item"] else { throw Failure("no item") }
            try remote.call(.queue, "GoTo", [item])
            return wanted
        case .open(let wanted):
            try remote.call(.player, "OpenUri", [.string(uris[wanted])])
            return wanted
        case .seek(let seconds):
            try remote.call(
                .player, "SetPosition", [.objectPath(try remote.currentTrack()), .int64(Int64(seconds * 1e6))])
        case .end:
            try remote.call(.player, "SetPosition", [.objectPath(try remote.currentTrack()), .int64(28_500_000)])
        }
        return index
    }

    /// Listens for as long as anybody takes to the next step: from 300 ms on there is the item's tone, or nothing.
    private func hear(_ step: String, _ index: Int?, _ recording: Recording, _ remote: Remote) throws -> [String] {
        let made = Moment.now
        try remote.listen(for: 0.7)
        let samples = recording.samples
        let window = recording.rate / 50
        let (first, last) = (recording.sample(at: made + 0.3), min(samples.count, recording.sample(at: made + 0.65)))
        guard last - first > 8 * window else { return ["\(step): nothing was recorded"] }
        let peaks = stride(from: first, to: last - window, by: window).map { Sine.peak(samples[$0..<$0 + window]) }
        guard let index else { return peaks.max() ?? 0 > 300 ? ["\(step): there is sound, though nothing plays"] : [] }
        let quiet = peaks.filter { $0 < 1_000 }.count
        if quiet > 0 { return ["\(step): silent for \(20 * quiet) of \(20 * peaks.count) ms"] }
        let frequency = Double(Self.frequencies[index])
        let amplitude = Sine.fit(samples[first..<last], frequency: frequency, rate: recording.rate).amplitude
        return amplitude > 10_000 ? [] : ["\(step): another sound than the item's (\(amplitude))"]
    }
}
