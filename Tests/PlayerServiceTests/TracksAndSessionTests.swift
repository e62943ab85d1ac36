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
                MediaTrack(id: 0, language: "en", title: "Main", codec: "Opus", traits: .isDefault), MediaTrack(id: 7),
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

    @Test("Subtitles say where they are from and what they are for, and why they are shown")
    func subtitles() async throws {
        let rig = try await Rig()
        try rig.forgetSignals()
        await rig.publish {
            $0.tracks.subtitles = [
                MediaTrack(id: 0, language: "en", traits: [.forced, .commentary]),
                MediaTrack(id: 1_000, language: "pt-BR", traits: [.external, .hearingImpaired]),
            ]
            ($0.tracks.selectedSubtitles, $0.tracks.subtitlesReason) = (1_000, .foreign)
        }
        let expected: DBusValue = .array(
            "(usa{sv})",
            [
                .structure([
                    .uint32(0), "en",
                    .properties([
                        "default": false, "forced": true, "selected": false, "external": false, "commentary": true,
                    ]),
                ]),
                .structure([
                    .uint32(1_000), "pt-BR",
                    .properties([
                        "default": false, "forced": false, "selected": true, "external": true, "hearing-impaired": true,
                    ]),
                ]),
            ])
        let reasons: DBusValue = .dictionary(
            "ss", [DBusEntry("subtitles", .string(TrackReason.foreign.sentence))])
        #expect(try rig.signals().map(\.changed) == [["Subtitles": expected, "Reasons": reasons]])
    }

    @Test("Delay and size of subtitles are set, and announced when they are")
    func subtitleStyle() async throws {
        let rig = try await Rig()
        #expect(try rig.ownProperty("Tracks1", "SubtitleDelay") == .int64(0))
        #expect(try rig.ownProperty("Tracks1", "SubtitleScale") == .double(1))
        try rig.client.set(Rig.ownName, Rig.ownPath, "org.mediad.Tracks1", "SubtitleDelay", to: .int64(-300_000))
        try rig.client.set(Rig.ownName, Rig.ownPath, "org.mediad.Tracks1", "SubtitleScale", to: .double(1.5))
        #expect(
            rig.player.commands == [
                .tracks(.setSubtitleDelay(MediaTime(microseconds: -300_000))), .tracks(.setSubtitleScale(1.5)),
            ])
        try rig.forgetSignals()
        await rig.publish { $0.subtitles = SubtitleStyle(delay: MediaTime(microseconds: -300_000), scale: 1.5) }
        #expect(
            try rig.signals().map(\.changed) == [["SubtitleDelay": .int64(-300_000), "SubtitleScale": .double(1.5)]])
    }

    @Test("The delay of the sound is set, and announced when it is")
    func audioDelay() async throws {
        let rig = try await Rig()
        #expect(try rig.ownProperty("Audio1", "Delay") == .int64(0))
        try rig.client.set(Rig.ownName, Rig.ownPath, "org.mediad.Audio1", "Delay", to: .int64(-300_000))
        #expect(rig.player.commands == [.tracks(.setAudioDelay(MediaTime(microseconds: -300_000)))])
        try rig.forgetSignals()
        await rig.publish { $0.audioDelay = MediaTime(microseconds: -300_000) }
        #expect(try rig.signals().map(\.changed) == [["Delay": .int64(-300_000)]])
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
