import DBusKit
import TestSupport
import Testing

/// Servers that give no byte ranges and do not say so, as the simplest ones do: what they have plays from its start.
@Suite(.serialized, .system, .needs("dbus-daemon", "python3", "ffmpeg")) struct PlainServerTests {
    enum Way: String, CaseIterable, Sendable { case opened, startedLater, fast, joined }

    @Test(arguments: Way.allCases) func whatTheyHavePlays(_ way: Way) throws {
        try Stage.perform { stage in
            let (server, remote) = (try MediaServer(), stage.remote)
            defer { server.stop() }
            for name in ["tone.ogg", "tone.flac", "tone.mp3", "episode-1.mkv"] {
                try remote.forget()
                let uri = server.uri("lie/\(name)")
                switch way {
                case .opened: try remote.replace([uri])
                case .startedLater: try remote.replace([uri], start: 1)
                case .fast:
                    try remote.replace([Fixtures.uri("tone.flac")])
                    try remote.set(.player, "Rate", .double(1.5))
                    try remote.replace([uri])
                case .joined: try remote.replace([Fixtures.uri("tone.flac"), uri])
                }
                try remote.wait("\(name) plays") {
                    try remote.metadata["xesam:url"]?.asString == uri && remote.position() > 0.2
                }
                #expect(remote.signals("ItemFailed").isEmpty, "\(name)")
            }
        }
    }

    /// Who seeks in it, or wants another rate, is refused and hears on where it is.
    @Test func whoSeeksIsNotThrownBack() throws {
        try Stage.perform { stage in
            let (server, remote) = (try MediaServer(), stage.remote)
            defer { server.stop() }
            for name in ["episode-1.mkv", "tone.mp3"] {
                try remote.replace([server.uri("lie/\(name)")])
                try remote.wait("a second of \(name)") { try remote.position() > 1 }
                #expect(remote.value(.player, "CanSeek")?.asBool == false, "\(name)")
                try remote.forget()
                let before = try remote.position()
                try remote.call(.player, "SetPosition", [.objectPath(try remote.currentTrack()), .int64(2_500_000)])
                try? remote.set(.player, "Rate", .double(1.5))
                try remote.wait("a position that moves") { try remote.position() > before + 0.5 }
                #expect(try remote.position() < before + 1.5)
                #expect(remote.signals("Seeked").isEmpty)
            }
        }
    }

    @Test("a fragmented MP4 on a server says that it cannot be sought, since its demuxer would ignore it")
    func fragmentedMP4() throws {
        try Stage.perform { stage in
            let (folder, remote) = (stage.sandbox.directory, stage.remote)
            for (name, flags) in [("fragmented", "frag_keyframe+empty_moov+default_base_moof"), ("plain", "faststart")]
            {
                let made = try ChildProcess.run(
                    "ffmpeg",
                    [
                        "-v", "error", "-f", "lavfi", "-i", "sine=f=440:duration=20", "-c:a", "aac", "-frag_duration",
                        "1000000", "-movflags", flags, "\(folder)/\(name).mp4",
                    ], within: 60)
                #expect(made.end == .exited(0), "\(made.errors)")
            }
            let server = try MediaServer(folder: folder)
            defer { server.stop() }
            for (name, canSeek) in [("fragmented", false), ("plain", true)] {
                try remote.replace([server.uri("\(name).mp4")])
                try remote.wait("a second of \(name)") { try remote.position() > 1 }
                #expect(remote.value(.player, "CanSeek")?.asBool == canSeek, "\(name)")
            }
        }
    }
}
