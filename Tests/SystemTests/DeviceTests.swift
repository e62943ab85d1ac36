import DBusKit
import Foundation
import TestSupport
import Testing

/// Sound devices that are chosen, disappear and return, at real sound servers.
@Suite(
    .quiet,
    .needs("dbus-daemon", "pulseaudio", "pactl", "parec", "pipewire", "wireplumber", "pipewire-pulse"))
struct DeviceTests {
    private func devices(_ remote: Remote) throws -> [String] {
        (try remote.get(.audio, "Devices").asArray ?? []).compactMap { $0.asArray?.first?.asString }
    }

    @Test(arguments: SoundServer.Kind.dependable) func playbackPausesWithItsDevice(kind: SoundServer.Kind) throws {
        try Stage.perform(hearing: kind) { stage, server in
            let remote = stage.remote
            try server.add("phones")
            try remote.wait("the devices") { try Set(devices(remote)).isSuperset(of: ["phones", "rec"]) }
            try remote.set(.audio, "Device", .string("phones"))
            let other = try server.record("rec")
            defer { other.stop() }
            let phones = try server.record("phones")
            let begun = Moment.now
            try remote.replace([try Tone.write(480, seconds: 60, as: "tone.wav", in: stage.sandbox)])
            _ = try phones.waitForSound(after: begun, within: 10)
            try remote.wait("two seconds") { try remote.position() > 2 }

            let before = try remote.position()
            let unplugged = Moment.now
            try server.unplug("phones")
            try remote.wait("the pause", within: 20) { remote.status == "Paused" }
            let took = Moment.now - unplugged
            phones.stop()
            try remote.wait("a list without it") { try !devices(remote).contains("phones") }
            let stopped = try remote.position()
            print("\(kind.rawValue): paused \(took * 1000) ms after it was asked to go, at \(stopped) s")
            #expect(took < 0.2)
            #expect(stopped > before - 0.02 && stopped < before + took + 0.02)
            let error = remote.value(.queue, "Error")?.asDictionary ?? [:]
            #expect(error.isEmpty)
            // It returns: nothing plays by itself.
            try server.add("phones")
            try remote.wait("it is listed again") { try devices(remote).contains("phones") }
            try remote.listen(for: 0.5)
            #expect(remote.status == "Paused")
            #expect(other.samples.allSatisfy { $0 == 0 })

            let again = try server.record("phones")
            defer { again.stop() }
            try remote.set(.audio, "Device", .string("phones"))
            let asked = Moment.now
            try remote.call(.player, "Play")
            let onset = try again.waitForSound(after: asked, within: 5)
            let position = try remote.position() - (Moment.now - again.time(of: onset))
            print("\(kind.rawValue): goes on at \(position) s")
            #expect(abs(position - stopped) < 0.05)
            #expect(other.samples.allSatisfy { $0 == 0 })

            // And to the other one while it plays.
            let moved = Moment.now
            try remote.set(.audio, "Device", .string("rec"))
            let arrival = other.time(of: try other.waitForSound(after: moved, within: 5)) - moved
            print("\(kind.rawValue): heard on another device after \(arrival * 1000) ms")
            #expect(arrival < 0.3)
            try remote.wait("it plays", within: 20) { remote.status == "Playing" }
        }
    }

    /// The paused stream notices it only when it is to play again, and somebody has just asked for that.
    @Test(arguments: SoundServer.Kind.dependable)
    func aDeviceThatGoesDuringAPauseDoesNotPauseTheResumption(kind: SoundServer.Kind) throws {
        try Stage.perform(hearing: kind) { stage, server in
            let remote = stage.remote
            try server.add("phones")
            try remote.wait("the devices") { try Set(devices(remote)).isSuperset(of: ["phones", "rec"]) }
            try remote.set(.audio, "Device", .string("phones"))
            try remote.replace([try Tone.write(480, seconds: 60, as: "tone.wav", in: stage.sandbox)])
            try remote.wait("two seconds") { try remote.position() > 2 }
            try remote.call(.player, "Pause")
            try remote.wait("the pause") { remote.status == "Paused" }
            try server.unplug("phones")
            try remote.wait("a list without it") { try !devices(remote).contains("phones") }
            let stood = try remote.position()
            let other = try server.record("rec")
            defer { other.stop() }
            let asked = Moment.now
            try remote.call(.player, "Play")
            _ = try other.waitForSound(after: asked, within: 5)
            try remote.wait("a second", within: 30) { try remote.position() > stood + 1 }
            #expect(remote.status == "Playing")
        }
    }

    /// The default device of the server, which nobody chose.
    @Test(arguments: SoundServer.Kind.dependable) func soItDoesWithTheDefault(kind: SoundServer.Kind) throws {
        try Stage.perform(hearing: kind) { stage, server in
            let remote = stage.remote
            try server.add("phones")
            try server.makeDefault("phones")
            let phones = try server.record("phones")
            defer { phones.stop() }
            let begun = Moment.now
            try remote.replace([try Tone.write(480, seconds: 60, as: "tone.wav", in: stage.sandbox)])
            _ = try phones.waitForSound(after: begun, within: 10)
            try remote.wait("two seconds") { try remote.position() > 2 }
            let unplugged = Moment.now
            try server.unplug("phones")
            try remote.wait("the pause", within: 20) { remote.status == "Paused" }
            print("\(kind.rawValue): paused \((Moment.now - unplugged) * 1000) ms after the default was asked to go")
            #expect(Moment.now - unplugged < 0.2)
            // Played again it is heard where there is sound.
            let other = try server.record("rec")
            defer { other.stop() }
            let asked = Moment.now
            try remote.call(.player, "Play")
            _ = try other.waitForSound(after: asked, within: 5)
        }
    }

    @Test func theDeviceIsRememberedAndAWrongOneRefused() throws {
        try Stage.perform(hearing: .pulseAudio) { stage, server in
            try server.add("phones")
            try stage.remote.wait("the devices") { try devices(stage.remote).contains("phones") }
            try stage.remote.set(.audio, "Device", .string("phones"))
            #expect(throws: DBusError.self) { try stage.remote.set(.audio, "Device", .string("nowhere")) }
            stage.daemon.finish()
            try stage.restart()
            #expect(stage.remote.value(.audio, "Device") == .string("phones"))
            let phones = try server.record("phones")
            defer { phones.stop() }
            let begun = Moment.now
            try stage.remote.replace([Fixtures.uri("sine-a.flac")])
            _ = try phones.waitForSound(after: begun, within: 10)
        }
    }

    /// A server that has no device opens, and refuses all data: that is not the file's fault, and the place is kept.
    @Test func withoutAnyDevicePlaybackWaitsWhereItWas() throws {
        try Stage.perform(hearing: .pulseAudio) { stage, server in
            let remote = stage.remote
            let begun = Moment.now
            let heard = try server.record()
            try remote.replace([try Tone.write(480, seconds: 60, as: "tone.wav", in: stage.sandbox)])
            _ = try heard.waitForSound(after: begun, within: 10)
            try remote.wait("two seconds") { try remote.position() > 2 }
            heard.stop()
            try server.unplug("rec")
            try remote.wait("the pause", within: 20) { remote.status == "Paused" }
            let stood = try remote.position()
            try remote.call(.player, "Play")
            try remote.wait("the reason", within: 20) {
                remote.value(.queue, "Error")?.asDictionary?["code"]?.asInt64 == 5001
            }
            #expect(remote.status == "Playing")
            #expect(try abs(remote.position() - stood) < 0.2)
            #expect(remote.signals("ItemFailed").isEmpty)

            try server.add("rec")
            let again = try server.record()
            defer { again.stop() }
            _ = try again.waitForSound(after: Moment.now, within: 30)
        }
    }

    /// The old track's thread waited for room at the output, and the flush for that thread.
    @Test func aTrackChosenAsAFilmBeginsIsHeardAtOnce() throws {
        try Stage.perform(hearing: .pulseAudio) { stage, _ in
            let remote = stage.remote
            let folder = try SubtitleTests.makeFolder(stage.sandbox)
            for _ in 0..<8 {
                try remote.replace(["file://\(folder)/Film.mkv"])
                try remote.wait("its tracks") { remote.value(.tracks, "Audio")?.asArray?.count == 2 }
                let asked = Moment.now
                try remote.call(.tracks, "SelectAudio", [.uint32(1)])
                #expect(Moment.now - asked < 0.5)
                try remote.waitForMovement(within: 10)
            }
            #expect(!stage.daemon.log.contains("does not respond"), "\(stage.daemon.log)")
        }
    }
}
