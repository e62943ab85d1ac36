import DBusKit
import TestSupport
import Testing

@testable import mediactl

/// Commands that change something print the value that holds from then on.
@Suite(.serialized, .timeLimit(.minutes(5))) struct AnswerTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon

    init() async throws {
        bus = try PrivateBus()
        daemon = try await FakeDaemon(bus.address)
    }

    private func check(_ rows: [(arguments: [String], calls: [String], answer: String)]) async throws {
        for row in rows {
            #expect(
                try bus.mediactl(row.arguments)
                    == PrivateBus.Outcome(status: 0, output: row.answer + "\n", errors: ""), "\(row.arguments)")
            #expect(await daemon.takeCalls() == row.calls, "\(row.arguments)")
        }
    }

    @Test("fullscreen and pip print the state of the window, and toggle it") func windows() async throws {
        try await check([
            (["fullscreen"], ["SetFullscreen [true]"], "fullscreen"),
            (["fullscreen"], ["SetFullscreen [false]"], "windowed"),
            (["fullscreen", "on"], ["SetFullscreen [true]"], "fullscreen"),
            (["fullscreen", "off"], ["SetFullscreen [false]"], "windowed"),
            (["pip"], ["TogglePictureInPicture"], "picture-in-picture"),
            (["pip", "toggle"], ["TogglePictureInPicture"], "windowed"),
            (["pip", "start"], ["StartPictureInPicture"], "picture-in-picture"),
            (["pip", "stop"], ["StopPictureInPicture"], "windowed"),
        ])
        let closed = try bus.mediactl(["pip", "close"])
        #expect(closed == PrivateBus.Outcome(status: 0, output: "", errors: ""))
        #expect(await daemon.takeCalls() == ["ClosePictureInPicture"])
        await daemon.close()
    }

    @Test("queue sort counts the items that have not been read, and queue save prints the path") func queue()
        async throws
    {
        let silent = try bus.mediactl(["queue", "sort", "album"])
        #expect(silent == PrivateBus.Outcome(status: 0, output: "", errors: ""))
        #expect(await daemon.takeCalls() == [#"Sort ["album"]"#])
        await daemon.leaveUnread(2)
        try await check([
            (
                ["queue", "sort", "album"], [#"Sort ["album"]"#],
                "2 of 3 items have not been read yet and come last. Sort again later."
            ),
            (
                ["queue", "sort", "title"], [#"Sort ["title"]"#],
                "2 of 3 items have not been read yet and are sorted by their names. Sort again later."
            ),
            (["queue", "save", "Evening"], [#"Save ["Evening"]"#], "/lists/Evening.m3u8"),
            (["playlists", "add", "Evening"], [#"AddToPlaylist ["Evening",[]]"#], "/lists/Evening.m3u8"),
            (["queue", "save", "--replace", "Evening"], [#"Overwrite ["Evening"]"#], "/lists/Evening.m3u8"),
        ])
        await daemon.close()
    }

    @Test("next in the last chapter of the last item says that both are the last ones") func lastChapter() async throws
    {
        await daemon.set("CanGoNext", false)
        let first = "There is no next item. See mediactl queue.\n"
        #expect(try bus.mediactl(["next"]) == PrivateBus.Outcome(status: 1, output: "", errors: first))
        try await daemon.changeChapter(to: 1, title: "Act 1")
        let last = "This is the last chapter, and there is no next item. See mediactl chapters and mediactl queue.\n"
        #expect(try bus.mediactl(["next"]) == PrivateBus.Outcome(status: 1, output: "", errors: last))
        await daemon.close()
    }

    @Test("tracks audio and tracks subtitles print the track that plays") func tracks() async throws {
        await daemon.fill(audio: ["en", "ja"], subtitles: ["de", "fr"])
        try await check([
            (["tracks", "audio", "2"], ["SelectAudio [1]"], "2: ja"),
            (["tracks", "audio", "english"], ["SelectAudio [0]"], "1: en, default"),
            (["tracks", "subtitles", "fr"], ["SelectSubtitles [1]"], "2: fr"),
            (["tracks", "subtitles", "1"], ["SelectSubtitles [0]"], "1: de"),
            (["tracks", "subtitles", "off"], ["SelectSubtitles [-1]"], "off"),
        ])
        await daemon.close()
    }
}
