import DBusKit
import PlayerCore
import PlayerService
import Testing

@Suite("Tracks1 and Session1", .playerctld)
struct TracksAndSessionTests {
    @Test("Tracks are listed with id, language and what else is known, and announced when they change")
    func tracks() async throws {
        let rig = try await Rig()
        for name in ["Audio", "Subtitles", "Video"] {
            #expect(try rig.ownProperty("Tracks1", name) == .array("(usa{sv})", []))
        }
        try rig.forgetSignals()
        await rig.publish {
            $0.tracks.audio = [
                MediaTrack(id: 0, language: "en", title: "Main", codec: "Opus", isDefault: true), MediaTrack(id: 7),
            ]
            $0.tracks.selectedAudio = 7
        }
        let expected: DBusValue = .array(
            "(usa{sv})",
            [
                .structure([
                    .uint32(0), "en",
                    .properties([
                        "title": "Main", "codec": "Opus", "default": true, "forced": false, "selected": false,
                    ]),
                ]),
                .structure([
                    .uint32(7), "und", .properties(["default": false, "forced": false, "selected": true]),
                ]),
            ])
        #expect(try rig.signals().map(\.changed) == [["Audio": expected]])
        #expect(try rig.ownProperty("Tracks1", "Audio") == expected)
    }

    @Test("Choosing tracks and adding subtitles are commands; -1 turns subtitles off")
    func choosing() async throws {
        let rig = try await Rig()
        try rig.own("Tracks1", "SelectAudio", [.uint32(3)])
        try rig.own("Tracks1", "SelectSubtitles", [.int32(4)])
        try rig.own("Tracks1", "SelectSubtitles", [.int32(-1)])
        try rig.own("Tracks1", "AddSubtitles", ["/a b.srt"])
        #expect(
            rig.player.commands == [
                .tracks(.selectAudio(3)), .tracks(.selectSubtitles(4)), .tracks(.selectSubtitles(nil)),
                .tracks(.addSubtitles("file:///a%20b.srt")),
            ])
        rig.player.forgetCommands()
        for (member, value) in [
            ("SelectSubtitles", .int32(-2)), ("SelectSubtitles", .int32(.min)), ("AddSubtitles", "a.srt"),
            ("AddSubtitles", ""), ("SelectAudio", .int32(1)),
        ] as [(String, DBusValue)] {
            let failure = rig.failure { () throws(DBusError) in try rig.own("Tracks1", member, [value]) }
            #expect(failure?.isStandard(.invalidArgs) == true, "\(member) \(value)")
        }
        #expect(rig.player.commands.isEmpty)
    }

    @Test("With nothing playing there are no tracks to choose: NotPossible")
    func nothingPlays() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        let failure = rig.failure { () throws(DBusError) in try rig.own("Tracks1", "SelectAudio", [.uint32(0)]) }
        #expect(failure?.name == "org.mediad.Error.NotPossible")
    }

    @Test("Version and Capabilities are what the daemon was built with")
    func session() async throws {
        var options = PlayerBus.Options()
        options.version = "1.2.3"
        options.capabilities = ["video": false, "trim": true]
        let rig = try await Rig(options: options)
        #expect(try rig.ownProperty("Session1", "Version") == "1.2.3")
        #expect(
            try rig.ownProperty("Session1", "Capabilities")
                == .dictionary("sb", [DBusEntry("trim", true), DBusEntry("video", false)]))
    }

    @Test("ReloadConfig says what is wrong with the configuration")
    func reload() async throws {
        let rig = try await Rig()
        let failure = rig.failure { () throws(DBusError) in try rig.own("Session1", "ReloadConfig") }
        #expect(failure?.name == "org.mediad.Error.Failed")
        #expect(failure?.message.contains("line 3") == true)
    }
}
