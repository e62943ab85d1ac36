import DBusKit
import Foundation
import TestSupport
import Testing

/// What is heard while files are made.
@Suite(.alone, .needs("dbus-daemon", "ffmpeg", "pulseaudio", "pactl", "parec"))
struct ExportPlaybackTests {
    /// Two encoders that would take every processor there is: the sine goes on.
    @Test func playbackDoesNotStall() throws {
        try Stage.perform(hearing: .pulseAudio) { stage, server in
            let rig = try ExportRig(stage)
            let film = try rig.source("mkv", seconds: 40, size: "1280x720")
            try rig.open(film)
            let jobs = try (1...2).map { try rig.export(to: "\(rig.folder)/out\($0).mkv", preset: "exact") }
            for job in jobs { try rig.waitForProgress(of: job) }
            let recording = try server.record()
            defer { recording.stop() }
            let begun = Moment.now
            try stage.remote.replace(["sine-a.flac", "sine-b.flac"].map(Fixtures.uri))
            let onset = try recording.waitForSound(after: begun, within: 10)
            try stage.remote.wait("the end") { stage.remote.status == "Stopped" && stage.remote.changes > 3 }
            try recording.waitForSilence(of: 0.3, within: 5)
            let progress = try jobs.map { try rig.job($0).progress }
            for job in jobs { try rig.cancel(job) }
            let samples = recording.samples
            let last = samples.lastIndex { abs(Int($0)) > 300 } ?? 0
            let edge = recording.rate / 50
            let heard = samples[onset + edge..<last - edge]
            let worst = Sine.worstBreak(heard, frequency: 440, rate: recording.rate).worst
            let amplitude = Sine.fit(heard, frequency: 440, rate: recording.rate).amplitude
            let length = Double(last - onset) / Double(recording.rate)
            print("\(length) s heard beside two exports (at \(progress)), worst break \(worst) of \(amplitude)")
            #expect(abs(length - 4) < 0.03)
            #expect(worst < amplitude / 500)
        }
    }
}
