import DBusKit
import Foundation
import TestSupport
import Testing

/// Sound servers that go, come back, come late or hang, recorded from a sink that plays nowhere.
@Suite(
    .light, .needs("dbus-daemon", "pulseaudio", "pactl", "parec", "pipewire", "wireplumber", "pipewire-pulse"))
struct SoundServerTests {
    /// Plays fixtures, and returns the recording in which they are heard.
    private func hear(_ files: [String], from server: SoundServer, _ remote: Remote) throws -> Recording {
        let recording = try server.record()
        let begun = Moment.now
        try remote.replace(files.map(Fixtures.uri))
        _ = try recording.waitForSound(after: begun, within: 10)
        return recording
    }

    @Test(arguments: SoundServer.Kind.dependable) func playbackSurvivesTheSoundServer(kind: SoundServer.Kind) throws {
        try Stage.perform(hearing: kind) { stage, server in
            let remote = stage.remote
            let recording = try hear(["episode-1.mkv"], from: server, remote)
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
            // PulseAudio gives a recorder its first sound up to two seconds late: sound may have begun before that.
            let passed = Moment.now - (onset < again.rate / 20 ? back : again.time(of: onset))
            print(
                "\(kind.rawValue): lost at \(lost), held \(held), sound \(again.time(of: onset) - back) s after the "
                    + "server's return, then at \(position)")
            let recorded = "recorded from \(again.time(of: 0) - back) s on; mediad wrote:\n\(stage.daemon.log)"
            #expect(abs(position - held) < 1 + passed, "\(recorded)")
            #expect(remote.signals("ItemFailed").isEmpty)
            try remote.waitForMovement()
        }
    }

    /// What somebody does before the server is restarted, when nothing plays.
    enum Rest: String, CaseIterable, Sendable {
        case pause = "Pause"
        case stop = "Stop"
    }

    @Test(arguments: SoundServer.Kind.dependable, Rest.allCases)
    func aSoundServerThatWasRestartedMeanwhileIsFoundAgain(kind: SoundServer.Kind, rest: Rest) throws {
        try Stage.perform(hearing: kind) { stage, server in
            let remote = stage.remote
            let recording = try hear(["episode-1.mkv"], from: server, remote)
            try remote.wait("two seconds") { try remote.position() > 2 }
            try remote.call(.player, rest.rawValue)
            let rested = try remote.position()
            recording.stop()
            server.kill()
            try server.start()
            let back = Moment.now
            let again = try server.record()
            defer { again.stop() }
            try remote.call(.player, "Play")
            let onset = try again.waitForSound(after: back, within: 10)
            print("\(kind.rawValue), \(rest): sound \(again.time(of: onset) - back) s after the server's return")
            let position = try remote.position()
            let passed = Moment.now - again.time(of: onset)
            #expect(abs(position - (rest == .pause ? rested : 0)) < 1 + passed)
            try remote.wait("a position that moves") { try remote.position() > (rest == .pause ? rested : 0) + 0.5 }
            #expect(remote.signals("ItemFailed").isEmpty)
        }
    }

    @Test(arguments: SoundServer.Kind.dependable) func radioIsHeardAgainFromASoundServerThatWasRestarted(
        kind: SoundServer.Kind
    ) throws {
        let web = try MediaServer()
        try Stage.perform(hearing: kind) { stage, server in
            let recording = try server.record()
            let begun = Moment.now
            try stage.remote.call(.player, "OpenUri", [.string(web.uri("icy/tone.mp3"))])
            _ = try recording.waitForSound(after: begun, within: 10)
            recording.stop()
            server.kill()
            try server.start()
            let back = Moment.now
            let again = try server.record()
            defer { again.stop() }
            _ = try again.waitForSound(after: back, within: 20)
            #expect(stage.remote.signals("ItemFailed").isEmpty)
        }
    }

    /// The configured sink opens no device, so the item is played silently; what is played later is heard.
    @Test func aSoundServerThatComesLaterIsFound() throws {
        try Stage.perform(hearing: .pulseAudio) { stage, server in
            let remote = stage.remote
            server.kill()
            try remote.replace(["episode-1.mkv", "episode-2.mkv"].map(Fixtures.uri))
            try remote.wait("an item without sound") {
                try remote.get(.session, "Sinks").asDictionary?["audio"]?.asString == "none"
            }
            let silent = Moment.now
            try server.start()
            let recording = try server.record()
            defer { recording.stop() }
            // It is not looked for more often than every five seconds.
            try remote.wait("five seconds") { Moment.now > silent + 5.2 }
            let asked = Moment.now
            try remote.call(.player, "Next")
            _ = try recording.waitForSound(after: asked, within: 10)
            // Its devices are listed, although there was no server to list them when playback began.
            try remote.wait("the server's device") {
                (try remote.get(.audio, "Devices").asArray ?? []).contains { $0.asArray?.first?.asString == "rec" }
            }
        }
    }

    /// Also without a pause before.
    @Test(arguments: [true, false]) func whoPressesPlayDoesNotWaitForTheNextTry(pausesBefore: Bool) throws {
        try Stage.perform(hearing: .pulseAudio) { stage, server in
            let remote = stage.remote
            let recording = try hear(["episode-1.mkv"], from: server, remote)
            recording.stop()
            server.kill()
            // Tried after 1, 3 and 7 s, and then after 15.
            let killed = Moment.now
            try remote.wait("the third try") { Moment.now > killed + 8 }
            try server.start()
            let again = try server.record()
            defer { again.stop() }
            let asked = Moment.now
            if pausesBefore { try remote.call(.player, "Pause") }
            try remote.call(.player, "Play")
            let onset = try again.waitForSound(after: asked, within: 10)
            #expect(again.time(of: onset) - asked < 4)
        }
    }

    @Test(arguments: SoundServer.Kind.dependable) func aSoundServerThatHangsHoldsNobodyUp(kind: SoundServer.Kind) throws
    {
        try Stage.perform(hearing: kind) { stage, server in
            let remote = stage.remote
            let recording = try hear(["episode-1.mkv", "episode-2.mkv"], from: server, remote)
            recording.stop()
            server.suspend()
            defer { server.resume() }
            for member in ["Pause", "Play", "Next", "Previous", "Stop", "Play"] {
                let asked = Moment.now
                try remote.call(.player, member)
                _ = try remote.position()
                #expect(Moment.now - asked < 3, "\(member)")
            }
            try soundReturns(with: server, remote)
        }
    }

    /// Lets the server go on, and hears that playback does, too.
    private func soundReturns(with server: SoundServer, _ remote: Remote) throws {
        server.resume()
        let back = Moment.now
        let recording = try server.record()
        defer { recording.stop() }
        _ = try recording.waitForSound(after: back, within: 20)
        #expect(try remote.get(.player, "PlaybackStatus").asString == "Playing")
        #expect(remote.signals("ItemFailed").isEmpty)
    }

    /// Streams are made and never answered: the thread of the data waits in the sink, and each flush waits for it. A change of
    /// the device held the daemon up for half a minute.
    @Test func aCoreThatHangsBehindItsServerHoldsNobodyUp() throws {
        try Stage.perform(hearing: .pipeWirePulse) { stage, server in
            let remote = stage.remote
            let recording = try hear(["episode-1.mkv", "episode-2.mkv"], from: server, remote)
            recording.stop()
            // The connection stays, and the stream goes.
            try remote.call(.player, "Stop")
            try remote.listen(for: 0.5)
            server.suspendCore()
            defer { server.resume() }
            try remote.call(.player, "Play")
            for device in ["rec", "", "rec"] {
                try remote.listen(for: 1)
                let asked = Moment.now
                try remote.set(.audio, "Device", .string(device))
                _ = try remote.position()
                #expect(Moment.now - asked < 3.5, "\(device)")
            }
            try soundReturns(with: server, remote)
        }
    }
}
