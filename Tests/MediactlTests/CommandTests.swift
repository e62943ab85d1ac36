import DBusKit
import Glibc
import TestSupport
import Testing

@testable import mediactl

/// The built program on a private bus, beside a daemon that only writes down what it is told.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CommandTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon

    init() async throws {
        bus = try PrivateBus()
        daemon = try await FakeDaemon(bus.address)
    }

    @Test func commandsBecomeCalls() async throws {
        let item = "/org/mediad/item/"
        let expected: [([String], [String])] = [
            (["play"], ["Play"]), (["pause"], ["Pause"]), (["resume"], ["Play"]), (["toggle"], ["PlayPause"]),
            (["stop"], ["Stop"]), (["next"], ["Next"]),
            (["seek", "1:02.5"], ["SetPosition [\"\(item)1\",62.5]"]),
            (["seek", "50%"], ["SetPosition [\"\(item)1\",50]"]),
            (["seek", "-30"], ["Seek [-30]"]), (["seek", "+1.5"], ["Seek [1.5]"]),
            (
                ["play", "http://x.org/a", "--start", "1:00"],
                [#"Replace [[{"uri":"http://x.org/a"}],{"play":true,"start":60}]"#]
            ),
            (
                ["play", "http://x.org/a", "http://x.org/b", "--index", "2"],
                [#"Replace [[{"uri":"http://x.org/a"},{"uri":"http://x.org/b"}],{"index":1,"play":true}]"#]
            ),
            (
                ["play", "http://x.org/a", "--from-start"],
                [#"Replace [[{"uri":"http://x.org/a"}],{"index":0,"play":true,"start":0}]"#]
            ),
            (
                ["play", "http://x.org/a", "--fullscreen"],
                ["SetFullscreen [true]", #"Replace [[{"uri":"http://x.org/a"}],{"play":true}]"#]
            ),
            (["add", "http://x.org/a"], [#"Insert [[{"uri":"http://x.org/a"}],3]"#]),
            (["add", "--next", "http://x.org/a"], [#"Insert [[{"uri":"http://x.org/a"}],1]"#]),
            (["queue", "clear"], ["Clear"]),
            (["queue", "move", "3", "1"], ["Move [\"\(item)3\",0]"]),
            (["queue", "remove", "2-3", "3"], ["Remove [[\"\(item)2\",\"\(item)3\"]]"]),
            (["queue", "sort", "album"], [#"Sort ["album"]"#]), (["queue", "shuffle"], ["Shuffle"]),
            (["queue", "save", "Evening"], [#"Save ["Evening"]"#]), (["queue", "undo"], ["Undo"]),
            (["playlists", "add", "Evening"], [#"AddToPlaylist ["Evening",[]]"#]),
            (
                ["playlists", "add", "Evening", "http://x.org/a", "http://x.org/b"],
                [#"AddToPlaylist ["Evening",[{"uri":"http://x.org/a"},{"uri":"http://x.org/b"}]]"#]
            ),
            (["tracks", "audio", "1"], ["SelectAudio [0]"]),
            (["tracks", "subtitles", "off"], ["SelectSubtitles [-1]"]),
            (["tracks", "audio", "english"], ["SelectAudio [0]"]), (["tracks", "audio", "en-GB"], ["SelectAudio [0]"]),
            (["subtitles", "delay", "+0.3"], ["SubtitleDelay 0.8"]),
            (["subtitles", "delay", "-0.7"], ["SubtitleDelay -0.2"]),
            (["subtitles", "delay", "0"], ["SubtitleDelay 0"]), (["subtitles", "size", "1.2"], ["SubtitleScale 1.2"]),
            (["subtitles", "size", "-0.25"], ["SubtitleScale 0.75"]),
            (["audio", "delay", "+0.3"], ["Delay 0.5"]), (["audio", "delay", "-0.5"], ["Delay -0.3"]),
            (["audio", "delay", "0"], ["Delay 0"]), (["audio", "delay"], []),
            (["tracks", "add", "http://x.org/s"], [#"AddSubtitles ["http://x.org/s"]"#]),
            (["chapters", "go", "2"], ["GoTo [1]"]), (["chapters", "next"], ["Next"]),
            (["volume", "100"], ["Volume 1"]), (["volume", "5"], ["Volume 0.05"]), (["volume", "50%"], ["Volume 0.5"]),
            (["volume", "+5%"], ["Volume 0.55"]), (["volume", "-0.55"], ["Volume 0"]), (["rate", "2"], ["Rate 2"]),
            (["rate", "+0.25"], ["Rate 2.25"]), (["rate", "-0.5"], ["Rate 1.75"]),
            (["mute", "on"], ["Muted true"]), (["mute", "off"], ["Muted false"]), (["mute"], ["Muted true"]),
            (["loop", "track"], ["LoopStatus \"Track\""]), (["shuffle", "toggle"], ["Shuffle true"]),
            (["shuffle", "off"], ["Shuffle false"]),
            (["step"], ["Step [1]"]), (["step", "-1"], ["Step [-1]"]), (["step", "+5"], ["Step [5]"]),
            (["screenshot"], ["Screenshot  false"]),
            (["screenshot", "/a/b.png", "--overwrite"], ["Screenshot /a/b.png true"]),
            (["scaling", "fill"], ["Scaling \"fill\""]), (["scaling"], []),
            (["rotate", "90"], ["Rotation 90"]), (["rotate", "reset"], ["Rotation 0"]),
            (["play-pause"], ["PlayPause"]), (["loop", "off"], ["LoopStatus \"None\""]),
            (["sleep", "20"], [#"SetSleepTimer ["duration",1200]"#]),
            (["sleep", "1h30"], [#"SetSleepTimer ["duration",5400]"#]),
            (["sleep", "chapter"], [#"SetSleepTimer ["chapter",0]"#]),
            (["add", "http://x.org/a b.mp3"], [#"Insert [[{"uri":"http://x.org/a%20b.mp3"}],3]"#]),
        ]
        for (arguments, calls) in expected {
            #expect(try bus.mediactl(arguments).status == 0, "\(arguments)")
            #expect(await daemon.takeCalls() == calls, "\(arguments)")
        }
        await daemon.close()
    }

    @Test func descriptionsAndNamesArePiped() async throws {
        let described = try bus.mediactl(["add", "--json", "-"], input: #"{"uri": "http://x.org/a", "in": "0:03"}"#)
        #expect(described == PrivateBus.Outcome(status: 0, output: "", errors: ""))
        #expect(await daemon.takeCalls() == [#"Insert [[{"in":3,"uri":"http://x.org/a"}],3]"#])
        let named = try bus.mediactl(["play", "-"], input: "http://x.org/a\nhttp://x.org/b\n")
        #expect(named.status == 0)
        #expect(await daemon.takeCalls().count == 1)
        await daemon.close()
    }

    @Test func theQueueIsListedInTheOrderOfPlay() async throws {
        await daemon.play(inOrder: [0, 2, 1])
        #expect(
            try bus.mediactl(["queue"]).output
                == ">  1  One    1:40\n   3  Three  1:40\n   2  Two    1:40\n")
        #expect(try bus.mediactl(["queue", "find", "t"]).output == "   2  Two    1:40\n   3  Three  1:40\n")
        let nothing = try bus.mediactl(["queue", "find", "no", "such"])
        #expect(nothing.status == 4 && nothing.errors == "No item of the queue contains 'no such'.\n")
        #expect(try bus.mediactl(["status", "--format", "{{next}}"]).output == "Three\n")
        #expect(try bus.mediactl(["status"]).output.contains("next      Three\n"))
        #expect(try bus.mediactl(["status", "--json"]).output.contains(#""next":{"number":3,"title":"Three"#))
        await daemon.close()
    }

    @Test func readingIsPlainOrJSON() async throws {
        #expect(
            try bus.mediactl(["queue"]).output
                == ">  1  One    1:40\n   2  Two    1:40\n   3  Three  1:40\n")
        let queue = try bus.mediactl(["queue", "--json"]).output
        #expect(
            queue.hasPrefix(
                #"[{"current":true,"duration":100,"item":"/org/mediad/item/1","number":1,"state":"playing","title":"One""#
            ))
        #expect(
            try bus.mediactl(["status", "--format", "{{title}} {{item}} {{position}}"]).output == "One 1 of 3 0:05\n")
        #expect(try bus.mediactl(["status", "--json"]).output.contains(#""position":5"#))
        #expect(try bus.mediactl(["tracks"]).output == "audio     1  en  default\n")
        #expect(try bus.mediactl(["chapters"]).output == ">  1  0:00  Opening\n   2  1:00  Act 1\n")
        #expect(
            try bus.mediactl(["chapters", "--language", "fr", "--language", "de"]).output
                == ">  1  0:00  Début\n      1:10  Extra\n")
        #expect(await daemon.takeCalls() == [#"BestMatching [["fr","de"]]"#])
        #expect(
            try bus.mediactl(["chapters", "list", "--json"]).output
                == #"{"chapters":[{"current":true,"end":60,"language":"en","number":1,"start":0,"title":"Opening"},"#
                + #"{"current":false,"end":100,"language":"en","number":2,"start":60,"title":"Act 1"}],"#
                + #""current":1,"language":"en","locales":["en","fr"]}"# + "\n")
        #expect(try bus.mediactl(["status"]).output.contains("chapter   Opening (1 of 2)\n"))
        #expect(try bus.mediactl(["status", "--format", "{{chapter}}"]).output == "Opening\n")
        #expect(try bus.mediactl(["volume"]).output == "50 %\n")
        #expect(try bus.mediactl(["-v"]) == bus.mediactl(["--version"]))
        #expect(try bus.mediactl(["status", "--format", "{{volume}}"]).output == "50 %\n")
        #expect(try bus.mediactl(["rate", "--json"]).output == "{\"rate\":1}\n")
        #expect(try bus.mediactl(["loop"]).output == "none\n")
        #expect(try bus.mediactl(["shuffle"]).output == "off\n")
        await daemon.close()
    }

    @Test func refusalsSayWhy() async throws {
        let expected: [([String], Int32, String)] = [
            (["queue", "go", "2"], 1, "not now\n"),
            (["queue", "go", "7"], 4, "There is no item 7: the queue has 3 items. See mediactl queue.\n"),
            (["previous"], 1, "There is no previous item. See mediactl queue.\n"),
            (["seek", "5:00"], 1, "5:00 is after the end of the item (1:40).\n"),
            (["chapters", "go", "3"], 4, "There is no chapter 3: this item has 2. See mediactl chapters.\n"),
            (["chapters", "previous"], 1, "This is the first chapter.\n"),
            (["rate", "9"], 1, "9 is out of range: the rate can be 0.25 to 4.\n"),
            (["rate", "-1"], 1, "-1 would change the rate from 1 to 0: the rate can be 0.25 to 4.\n"),
            (["nosuch"], 2, "There is no command 'nosuch': see 'mediactl --help'.\n"),
            (["help", "nosuch"], 2, "There is no command 'nosuch': see 'mediactl --help'.\n"),
            (["puase"], 2, "There is no command 'puase': see 'mediactl --help'. Did you mean 'pause'?\n"),
            (["undo"], 2, "There is no command 'undo': see 'mediactl --help'. Did you mean 'queue undo'?\n"),
            (["import"], 2, "There is no command 'import': see 'mediactl --help'. Did you mean 'history import'?\n"),
            (
                ["delay"], 2,
                "There is no command 'delay': see 'mediactl --help'. Did you mean 'subtitles delay' or 'audio delay'?\n"
            ),
            (["list"], 2, "There is no command 'list': see 'mediactl --help'.\n"),
            (["trim", "nosuch"], 2, "There is no command 'trim nosuch': see 'mediactl trim --help'.\n"),
            (["pip", "on"], 2, "There is no command 'pip on': see 'mediactl pip --help'.\n"),
            (["add", "/no/such file"], 4, "/no/such file was not found.\n"),
            (
                ["tracks", "add", Fixtures.path("tone.mp3")], 1,
                "'\(Fixtures.path("tone.mp3"))' cannot be used as subtitles: it is in no known format of subtitles.\n"
            ),
            (["prev"], 1, "There is no previous item. See mediactl queue.\n"),
            (["chapters", "prev"], 1, "This is the first chapter.\n"),
            (["tracks", "audio", "2"], 4, "There is no audio track 2: this item has 1. See mediactl tracks.\n"),
            (
                ["tracks", "subtitles", "1"], 4,
                "There is no subtitle track 1: this item has none. See mediactl tracks.\n"
            ),
        ]
        for (arguments, status, sentence) in expected {
            #expect(
                try bus.mediactl(arguments) == PrivateBus.Outcome(status: status, output: "", errors: sentence),
                "\(arguments)")
        }
        #expect(await daemon.takeCalls().isEmpty)
        await daemon.close()
    }

    /// Rows: the option, the one that is suggested.
    @Test(arguments: [("--fs", nil), ("--indx", "--index"), ("--fullscren", "--fullscreen")] as [(String, String?)])
    func onlyALikelyOptionIsSuggested(option: String, suggested: String?) async throws {
        let outcome = try bus.mediactl(["play", option, "x"])
        let meant = suggested.map { ". Did you mean '\($0)'?" } ?? ""
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("Error: Unknown option '\(option)'\(meant)\n"), "\(outcome.errors)")
        await daemon.close()
    }

    @Test func aRateThatCannotChangeIsRefused() async throws {
        await daemon.set("MinimumRate", .double(1))
        await daemon.set("MaximumRate", .double(1))
        let sentence =
            "The rate of this item cannot be changed: it is live, or its source does not support seeking.\n"
        #expect(try bus.mediactl(["rate", "1.5"]) == PrivateBus.Outcome(status: 1, output: "", errors: sentence))
        #expect(try bus.mediactl(["rate", "1"]).status == 0)
        await daemon.close()
    }

    @Test func whileStoppedRefusalsSayThatNothingPlays() async throws {
        await daemon.set("PlaybackStatus", "Stopped")
        await daemon.set("CanGoNext", false)
        let commands = [
            ["pause"], ["seek", "10"], ["seek", "+10"], ["seek", "50%"], ["next"], ["previous"],
            ["chapters", "go", "7"],
            ["chapters", "previous"], ["tracks", "audio", "2"], ["tracks", "subtitles", "1"],
        ]
        for arguments in commands {
            #expect(
                try bus.mediactl(arguments)
                    == PrivateBus.Outcome(status: 1, output: "", errors: "Nothing is playing: start an item first.\n"),
                "\(arguments)")
        }
        #expect(await daemon.takeCalls().isEmpty)
        await daemon.close()
    }

    @Test func whatCannotBePlayedIsSaid() async throws {
        await daemon.fail(0, "the file is damaged")
        for arguments in [["play", "http://x.org/a"], ["open", "http://x.org/a"], ["play"], ["resume"]] {
            #expect(
                try bus.mediactl(arguments)
                    == PrivateBus.Outcome(status: 1, output: "", errors: "/1.mkv: the file is damaged\n"),
                "\(arguments)")
        }
        await daemon.fail(0, nil)
        await daemon.fail(1, "file:///2.mkv is damaged")
        let second = try bus.mediactl(["play", "http://x.org/a", "http://x.org/b", "--index", "2"])
        #expect(second == PrivateBus.Outcome(status: 1, output: "", errors: "file:///2.mkv is damaged\n"))
        #expect(try bus.mediactl(["play", "http://x.org/a", "http://x.org/b"]).status == 0)
        await daemon.close()
    }

    @Test("where nothing plays any more, the command says how to go back", arguments: [0, 3, 21])
    func wayBack(length: Int) async throws {
        let way = " 'mediactl queue undo' brings back what played before."
        await daemon.fill((0..<length).map { "Item \($0)" })
        await daemon.fail(0, "It is damaged")
        await daemon.set("PlaybackStatus", "Stopped")
        let stopped = try bus.mediactl(["play", "http://x.org/a"])
        #expect(stopped.errors == (length == 0 ? "" : "/1.mkv: It is damaged.\(way)\n"))
        await daemon.set("PlaybackStatus", "Playing")
        let playing = try bus.mediactl(["play", "http://x.org/a"])
        #expect(playing.errors.contains(way) == (length == 21), "the next item plays")
        await daemon.close()
    }

    @Test func openWithoutItemsOnlyRaisesTheWindow() async throws {
        await daemon.set("PlaybackStatus", "Paused")
        #expect(try bus.mediactl(["open"]) == PrivateBus.Outcome(status: 0, output: "", errors: ""))
        #expect(await daemon.takeCalls().isEmpty)
        await daemon.showWindow()
        #expect(try bus.mediactl(["open"]) == PrivateBus.Outcome(status: 0, output: "", errors: ""))
        #expect(await daemon.takeCalls() == ["Raise"])
        _ = try bus.mediactl(["open", "http://x.org/a"])
        #expect(await daemon.takeCalls() == [#"Replace [[{"uri":"http://x.org/a"}],{"play":true}]"#])
        await daemon.close()
    }

    @Test func mediaInStandardInputAreNoNames() async throws {
        let outcome = try bus.mediactl(["play", "-"], input: "\u{1A}E\u{1}webm")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("Standard input contains media, but '-' reads file names. Specify"))
        #expect(await daemon.takeCalls().isEmpty)
        await daemon.close()
    }

    @Test func monitorShowsEventsUntilInterrupted() async throws {
        let process = try bus.start(["monitor"])
        let lines = process.output
        #expect(try lines.nextLine()?.hasPrefix(#"{"event":"Monitoring","running":true"#) == true)
        try await daemon.emitSeeked(2_500_000)
        #expect(
            try lines.nextLine()?.contains(#""event":"Seeked","interface":"org.mpris.MediaPlayer2.Player""#) == true)
        try await daemon.changeChapter(to: 1, title: "Act 1")
        #expect(
            try lines.nextLine()?.hasPrefix(
                #"{"event":"CurrentChanged","index":1,"interface":"org.mediad.Chapters1","path":"/org/mediad/Player1","#
            ) == true)
        await daemon.close()
        let names = try [lines.nextLine(), lines.nextLine()].compactMap { $0 }
        #expect(names.allSatisfy { $0.hasPrefix(#"{"event":"Vanished""#) } && names.count == 2)
        let again = try await FakeDaemon(bus.address)
        #expect(try lines.nextLine()?.hasPrefix(#"{"event":"Appeared","name":"org.mediad.Player1""#) == true)
        process.signal(SIGINT)
        #expect(try process.waitForEnd() == .exited(0))
        await again.close()
    }

    @Test func timelineFollowsUntilInterrupted() async throws {
        let drawing = ["One", "Opening" + String(repeating: " ", count: 40) + "Act 1"]
        #expect(try bus.mediactl(["timeline"]).output.hasPrefix(drawing.joined(separator: "\n") + "\n[==O---"))
        #expect(try bus.mediactl(["timeline", "--json"]).output.hasPrefix(#"{"chapter":1,"chapters":[{"current""#))
        let process = try bus.start(["timeline", "--watch"])
        let lines = process.output
        for expected in drawing { #expect(try lines.nextLine() == expected) }
        #expect(try lines.nextLine()?.contains("\u{1B}") == false)
        #expect(try lines.nextLine() == "0:05 / 1:40  1/2 Opening")
        try await daemon.changeChapter(to: 1, title: "Act 1")
        while let line = try lines.nextLine(), line != "0:05 / 1:40  2/2 Act 1" {}
        process.signal(SIGINT)
        #expect(try process.waitForEnd() == .exited(0))
        let orphan = try bus.start(["timeline", "--watch", "--json"])
        #expect(try orphan.output.nextLine()?.hasPrefix(#"{"chapter":2,"#) == true)
        await daemon.close()
        #expect(try orphan.waitForEnd() == .exited(3))
        #expect(orphan.errors.rest == "mediad is not running. Start it with 'systemctl --user start mediad'.\n")
    }

    @Test func timelineDrawsOnATerminalAndGivesItsCursorBack() async throws {
        let terminal = try Pseudoterminal(columns: 30)
        let process = try bus.start(["timeline", "--watch"], terminal: terminal.path)
        let first = terminal.text(until: "1/2 Opening\r\n")
        #expect(
            first == "\u{1B}[?25l\u{1B}[J\u{1B}[1mOne\u{1B}[0m\r\n\u{1B}[1mOpening\u{1B}[0m          Act 1\r\n"
                + "\u{1B}[36m┣\u{1B}[0m\u{1B}[1m●\u{1B}[0m\u{1B}[2m───────────────┼───────────┤\u{1B}[0m\r\n"
                + "0:05 / 1:40  1/2 Opening\r\n")
        try await daemon.changeChapter(to: 1, title: "Act 1")
        #expect(terminal.text(until: "2/2 Act 1\r\n").contains("\u{1B}[4A\r\u{1B}[J"))
        process.signal(SIGINT)
        #expect(try process.waitForEnd() == .exited(0))
        #expect(terminal.text(until: "\u{1B}[?25h").hasSuffix("\u{1B}[?25h\r\n"))
        await daemon.close()
    }

    @Test func monitorEndsWithItsReader() async throws {
        let process = try bus.start(["monitor"])
        let lines = process.output
        #expect(try lines.nextLine() != nil)
        lines.close()
        try await daemon.emitSeeked(1)
        #expect(try process.waitForEnd() == .exited(0))
        await daemon.close()
    }

    @Test func quitWaitsForTheEnd() async throws {
        #expect(try bus.mediactl(["quit"]) == PrivateBus.Outcome(status: 0, output: "", errors: ""))
        #expect(try bus.mediactl(["status"]).status == 3)
    }

    @Test func withoutDaemonEveryCommandSaysSo() async throws {
        await daemon.close()
        let commands = [
            "play", "pause", "resume", "toggle", "stop", "next", "previous", "queue", "tracks", "status", "monitor",
            "volume", "rate", "loop", "shuffle", "quit", "chapters", "timeline", "history", "open", "prev",
            "play-pause",
        ]
        for command in commands {
            #expect(
                try bus.mediactl([command])
                    == PrivateBus.Outcome(
                        status: 3, output: "",
                        errors: "mediad is not running. Start it with 'systemctl --user start mediad'.\n"),
                "\(command)")
        }
    }

    @Test func anOlderDaemonIsNamed() async throws {
        await daemon.close()
        let older = try await FakeDaemon(bus.address, hasTracks: false)
        let outcome = try bus.mediactl(["tracks"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("mediad is older than mediactl and has no org.mediad.Tracks1"))
        #expect(try bus.mediactl(["status"]).status == 0)
        #expect(try bus.mediactl(["timeline"]).status == 0)
        #expect(try bus.mediactl(["chapters"]).errors.hasPrefix("mediad is older than mediactl and has no org."))
        await older.close()
    }
}
