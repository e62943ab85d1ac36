import DBusKit
import Foundation
import TestSupport
import Testing

/// When sound begins and how loud it is, recorded from a sink that plays nowhere.
@Suite(
    .quiet, .needs("dbus-daemon", "pulseaudio", "pactl", "parec", "pipewire", "wireplumber", "pipewire-pulse"))
struct RecordingTests {
    /// Plays after two seconds of standing still and measures how long it takes until something is heard: a sink that was
    /// left waiting would be late by as much as it waited.
    private func playAfterWaiting(_ stage: Stage, _ recording: Recording, _ what: String) throws {
        try stage.remote.listen(for: 2)
        #expect(stage.remote.status == "Paused")
        try recording.waitForSilence(of: 1, within: 2)
        let (asked, pulse) = (Moment.now, MachinePulse())
        try stage.remote.call(.player, "Play")
        let onset = try recording.waitForSound(after: asked, within: 5)
        // What the machine did not give it, it did not take.
        let took = recording.time(of: onset) - asked - pulse.longestStop
        print("\(what): sound \(Int(took * 1000)) ms after Play")
        #expect(took < 0.15, "\(what)")
        // It goes on: what was heard is not a rest of something.
        let more = try recording.waitForSound(after: asked + 1, within: 5)
        #expect(recording.time(of: more) < asked + 1.3)
    }

    @Test(arguments: SoundServer.Kind.allCases) func soundComesAtOnceAfterOpeningPaused(kind: SoundServer.Kind) throws {
        try Stage.perform(hearing: kind) { stage, server in
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

    @Test(arguments: SoundServer.Kind.allCases) func soundComesAtOnceAfterAPausedSeek(kind: SoundServer.Kind) throws {
        try Stage.perform(hearing: kind) { stage, server in
            let remote = stage.remote
            let recording = try server.record()
            defer { recording.stop() }
            let begun = Moment.now
            try remote.replace([Fixtures.uri("episode-1.mkv")])
            let onset = try recording.waitForSound(after: begun, within: 10)
            try remote.wait("a second") { Moment.now > recording.time(of: onset) + 1 }
            try remote.call(.player, "Pause")
            try remote.forget()
            try remote.call(.player, "SetPosition", [.objectPath(try remote.currentTrack()), .int64(4_000_000)])
            try remote.wait("the landing") { !remote.signals("Seeked").isEmpty }
            try playAfterWaiting(stage, recording, "\(kind.rawValue), paused after a seek")
        }
    }

    @Test(arguments: SoundServer.Kind.allCases) func soundComesAtOnceAfterAPausedNext(kind: SoundServer.Kind) throws {
        try Stage.perform(hearing: kind) { stage, server in
            let remote = stage.remote
            let recording = try server.record()
            defer { recording.stop() }
            let begun = Moment.now
            try remote.replace(["episode-1.mkv", "episode-2.mkv"].map(Fixtures.uri))
            let onset = try recording.waitForSound(after: begun, within: 10)
            try remote.wait("a second") { Moment.now > recording.time(of: onset) + 1 }
            try remote.call(.player, "Pause")
            try remote.call(.player, "Next")
            try remote.wait("the next item") { remote.index == 1 }
            try playAfterWaiting(stage, recording, "\(kind.rawValue), paused after Next")
        }
    }

    @Test(arguments: SoundServer.Kind.dependable) func theVolumeIsHeard(kind: SoundServer.Kind) throws {
        for attempt in 1...MachinePulse.attempts {
            let pulse = MachinePulse()
            let share = try amplitudeAtHalfTheVolume(kind)
            print("\(kind.rawValue): volume 0.5 gives \(share) of the amplitude")
            // A gap makes it smaller.
            if abs(share - 0.5) >= 0.02, attempt < MachinePulse.attempts, pulse.longestStop > 0.005 { continue }
            #expect(abs(share - 0.5) < 0.02)
            return
        }
    }

    /// As a share of that at full volume.
    private func amplitudeAtHalfTheVolume(_ kind: SoundServer.Kind) throws -> Double {
        var share = 0.0
        try Stage.perform(hearing: kind) { stage, server in
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
            share = half / full
        }
        return share
    }
}
