import DBusKit
import Foundation
import TestSupport
import Testing

@testable import mediactl

/// `mediactl history`, the built program on a private bus.
@Suite(.serialized, .timeLimit(.minutes(10))) struct HistoryCommandTests {
    private let bus: PrivateBus
    private let daemon: FakeDaemon

    private static let entries: [[String: DBusValue]] = [
        [
            "uri": "file:///show/a.mkv", "title": "Pi\u{1B}[2Jlot", "series": "Show", "season": .int32(1),
            "episode": .int32(2), "position": .int64(723_500_000), "duration": .int64(2_700_000_000),
            "furthest": .int64(900_000_000), "played": false, "resume": .int64(720_000_000),
            "lastPlayed": .int64(1_000_000_000),
        ],
        [
            "uri": "http://x.org/a%20b.ogg", "position": .int64(0), "duration": .int64(60_000_000),
            "furthest": .int64(60_000_000), "played": true, "lastPlayed": .int64(999_900_000),
        ],
        ["position": .int64(61_000_000), "furthest": .int64(61_000_000), "played": true, "resume": .int64(61_000_000)],
    ]

    init() async throws {
        bus = try PrivateBus()
        daemon = try await FakeDaemon(bus.address)
    }

    private func remember(_ entries: [[String: DBusValue]] = Self.entries) async { await daemon.remember(entries) }

    private func refused(_ status: Int32, _ sentence: String) -> PrivateBus.Outcome {
        PrivateBus.Outcome(status: status, output: "", errors: sentence + "\n")
    }

    @Test func entriesAreListedAsATable() async throws {
        await remember()
        for arguments in [["history"], ["history", "list"]] {
            #expect(
                try bus.mediactl(arguments, environment: ["TZ": "UTC"])
                    == PrivateBus.Outcome(
                        status: 0,
                        output: """
                            1  2001-09-09  12:03 of 45:00  Show S01E02 – Pi [2Jlot
                            2  2001-09-07          played  a b.ogg
                            3                        1:01

                            """, errors: ""), "\(arguments)")
        }
        #expect(await daemon.takeCalls() == ["History 0 20", "History 0 20"])
        await daemon.close()
    }

    @Test func entriesAreJSONWithTimesInSeconds() async throws {
        await remember()
        #expect(
            try bus.mediactl(["history", "--json", "--limit", "2"]).output
                == #"[{"duration":2700,"episode":2,"furthest":900,"lastPlayed":1000000000,"number":1,"#
                + #""played":false,"position":723.5,"resume":720,"season":1,"series":"Show","title":"Pi\u001b[2Jlot","#
                + #""uri":"file:///show/a.mkv"},{"duration":60,"furthest":60,"lastPlayed":999900000,"number":2,"#
                + #""played":true,"position":0,"uri":"http://x.org/a%20b.ogg"}]"# + "\n")
        await remember([])
        #expect(try bus.mediactl(["history", "list", "--json"]).output == "[]\n")
        #expect(try bus.mediactl(["history"]) == PrivateBus.Outcome(status: 0, output: "", errors: ""))
        await daemon.close()
    }

    @Test("numbers count what is listed, without songs") func numbers() async throws {
        let songs: [[String: DBusValue]] = (0..<3).map { ["uri": .string("file:///\($0).flac"), "kind": "music"] }
        await remember(songs + [["uri": "file:///film.mkv", "kind": "video"]] + songs + [["uri": "file:///b.mp3"]])
        #expect(try bus.mediactl(["history", "resume", "2"]).status == 0)
        #expect(await daemon.takeCalls() == ["History 0 2", "History 2 200", "Resume file:///b.mp3"])
        let listed = try bus.mediactl(["history", "--json"]).output
        #expect(listed.contains(#""number":1,"uri":"file:///film.mkv""#) && listed.contains(#""number":2,"#))
        await daemon.close()
    }

    @Test func anyPartOfTheHistoryIsListedInPages() async throws {
        await remember((0..<2_500).map { ["uri": .string("http://x/\($0)"), "position": .int64(0), "played": false] })
        let all = try bus.mediactl(["history", "--limit", "4294967295", "--offset", "10"]).output
        #expect(await daemon.takeCalls() == ["History 10 1000", "History 1010 1000", "History 2010 1000"])
        let lines = all.split(separator: "\n")
        #expect(lines.count == 2_490)
        #expect(lines.first == "  11    0:00  10" && lines.last == "2500    0:00  2499")
        #expect(try bus.mediactl(["history", "--limit", "0"]).output.isEmpty)
        #expect(await daemon.takeCalls().isEmpty)
        #expect(
            try bus.mediactl(["history", "--offset", "4294967295"])
                == PrivateBus.Outcome(status: 0, output: "", errors: ""))
        await daemon.close()
    }

    @Test func onATerminalWhatIsOverIsDimUnlessNoColourIsWanted() async throws {
        await remember([Self.entries[1]])
        for (environment, line) in [
            ([:], "\u{1B}[2m1  2001-09-07  played  a b.ogg\u{1B}[0m\r\n"),
            (["NO_COLOR": "1"], "1  2001-09-07  played  a b.ogg\r\n"),
        ] as [([String: String], String)] {
            let terminal = try Pseudoterminal(columns: 80)
            let process = try bus.start(
                ["history"], terminal: terminal.path, environment: ["TZ": "UTC"].merging(environment) { $1 })
            #expect(terminal.text(until: "\n") == line)
            #expect(try process.waitForEnd() == .exited(0))
        }
        await daemon.close()
    }

    @Test func resumingTakesNumbersFilesAndURIs() async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "a b.mkv")
        try folder.write("", to: "7")
        let file = "file://\(folder.path)/a%20b.mkv"
        await remember(Self.entries + [["uri": .string(file)], ["uri": .string("file://\(folder.path)/7")]])
        let expected: [(String, String, [String])] = [
            ("1", "from 12:00\n", ["History 0 1", "Resume file:///show/a.mkv"]),
            ("2", "from the beginning\n", ["History 0 2", "Resume http://x.org/a%20b.ogg"]),
            ("http://x.org/a%20b.ogg", "from the beginning\n", ["Resume http://x.org/a%20b.ogg"]),
            (folder.path + "/./a b.mkv", "from the beginning\n", ["Resume \(file)"]),
            (file, "from the beginning\n", ["Resume \(file)"]),
            (folder.path + "/7", "from the beginning\n", ["Resume file://\(folder.path)/7"]),
        ]
        for (name, output, calls) in expected {
            #expect(
                try bus.mediactl(["history", "resume", name])
                    == PrivateBus.Outcome(status: 0, output: output, errors: ""), "\(name)")
            #expect(await daemon.takeCalls() == calls, "\(name)")
        }
        await daemon.close()
    }

    @Test func whatCannotBeResumedIsSaid() async throws {
        await remember()
        let folder = try TemporaryFolder()
        let expected: [(String, Int32, String)] = [
            ("9", 4, "There is no entry 9 in the history. See mediactl history."),
            ("99999999999999999999", 4, "There is no entry 4294967295 in the history. See mediactl history."),
            ("3", 1, "mediad does not know the location of entry 3. Specify the file or URI."),
            ("/no/such", 4, "/no/such was not found."), ("file:///no/such", 4, "/no/such was not found."),
            ("", 4, "The name is empty. Specify a number, a file or a URI."),
            (folder.path, 1, "\(folder.path) is a folder. Specify a file, or see mediactl history."),
            ("http://x.org/c", 4, "'http://x.org/c' is not in the history: see mediactl history."),
        ]
        for (name, status, sentence) in expected {
            #expect(try bus.mediactl(["history", "resume", name]) == refused(status, sentence), "\(name)")
        }
        await daemon.close()
    }

    @Test func forgettingCountsBeforeItRemoves() async throws {
        await remember(Self.entries.dropLast() + [["uri": "file:///gone.mkv"], Self.entries[0]])
        let done = PrivateBus.Outcome(status: 0, output: "", errors: "")
        // The first and the fourth are the same file; one that is gone can be named still.
        #expect(try bus.mediactl(["history", "forget", "2", "1", "4", "/gone.mkv"]) == done)
        #expect(
            await daemon.takeCalls() == [
                "History 0 4", "Forget http://x.org/a%20b.ogg", "Forget file:///show/a.mkv", "Forget file:///gone.mkv",
            ])
        #expect(await daemon.history.isEmpty)
        await daemon.close()
    }

    @Test func whatIsNotKnownKeepsNobodyFromForgettingTheRest() async throws {
        await remember()
        let outcome = try bus.mediactl(["history", "forget", "/a", "http://x.org/a%20b.ogg", "/b"])
        #expect(
            outcome
                == refused(
                    4,
                    "'file:///a' is not in the history: see mediactl history.\n"
                        + "'file:///b' is not in the history: see mediactl history."))
        #expect(await daemon.history.count == 2)
        _ = await daemon.takeCalls()
        // A number that is not there is a mistake that is better seen before anything is gone.
        #expect(
            try bus.mediactl(["history", "forget", "1", "9"])
                == refused(4, "There is no entry 9 in the history. See mediactl history."))
        #expect(await daemon.takeCalls() == ["History 0 9"])
        await daemon.close()
    }

    @Test func importingSaysHowManyAndWhatIsWrong() async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        await daemon.importing(3, ["A was not imported\u{1B}[2J.", "B was not imported."])
        #expect(
            try bus.mediactl(["history", "import", folder.path + "/"])
                == PrivateBus.Outcome(
                    status: 0, output: "3 imported\n", errors: "A was not imported [2J.\nB was not imported.\n"))
        #expect(await daemon.takeCalls() == ["ImportHistory \(folder.path)"])
        await daemon.importing(0, ["A was not imported."])
        #expect(
            try bus.mediactl(["history", "import", folder.path])
                == refused(1, "A was not imported.\nNo positions were imported from \(folder.path)."))
        await daemon.importing(0, [])
        #expect(
            try bus.mediactl(["history", "import", folder.path])
                == PrivateBus.Outcome(status: 0, output: "0 imported\n", errors: ""))
        let wrong: [(String, Int32, String)] = [
            ("/no/such", 4, "/no/such was not found."), ("", 4, "Specify mpv's watch_later folder."),
            (folder.path + "/file", 1, "\(folder.path)/file is not a folder. Specify mpv's watch_later folder."),
        ]
        for (name, status, sentence) in wrong {
            #expect(try bus.mediactl(["history", "import", name]) == refused(status, sentence), "\(name)")
        }
        await daemon.close()
    }

    @Test func mpvsFolderIsFound() async throws {
        let folder = try TemporaryFolder()
        await daemon.importing(1, [])
        let environment = ["HOME": folder.path + "/home", "XDG_STATE_HOME": folder.path + "/state"]
        let missing = try bus.mediactl(["history", "import"], environment: environment)
        #expect(missing.status == 4)
        #expect(
            missing.errors
                == "No folder with mpv's positions was found (looked for \(folder.path)/state/mpv/watch_later, "
                + "\(folder.path)/home/.local/state/mpv/watch_later, \(folder.path)/home/.config/mpv/watch_later). "
                + "Specify it: mediactl history import FOLDER.\n")
        // From the last to the first: each that comes is preferred.
        for place in ["home/.config", "home/.local/state", "state"] {
            try folder.write("", to: place + "/mpv/watch_later/x")
            #expect(try bus.mediactl(["history", "import"], environment: environment).output == "1 imported\n")
            #expect(await daemon.takeCalls() == ["ImportHistory \(folder.path)/\(place)/mpv/watch_later"])
        }
        #expect(try bus.mediactl(["history", "import"], environment: ["XDG_STATE_HOME": "state"]).status == 4)
        await daemon.close()
    }

    @Test func withoutDaemonAndWithAnOlderOneItIsSaid() async throws {
        await daemon.close()
        let folder = try TemporaryFolder()
        let commands = [["list"], ["resume", "1"], ["forget", "1"], ["import", folder.path]]
        for command in commands {
            #expect(
                try bus.mediactl(["history"] + command)
                    == refused(3, "mediad is not running. Start it with 'systemctl --user start mediad'."),
                "\(command)")
        }
        let older = try await FakeDaemon(bus.address, hasTracks: false)
        for command in commands {
            let outcome = try bus.mediactl(["history"] + command)
            #expect(outcome.status == 1 && outcome.errors.hasPrefix("mediad is older than mediactl and has no org."))
        }
        await older.close()
    }
}
