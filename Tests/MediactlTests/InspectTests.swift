import Foundation
import TestSupport
import Testing

@testable import mediactl

/// The built program, without any daemon.
@Suite(.timeLimit(.minutes(10))) struct InspectTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("no media", to: "film.avi")
        try folder.write(
            "{ \"title\": \"Film\", \"artist\": [\"A\", \"B\"], \"artwork\": \"cover.png\" }", to: "film.mediad.json")
        try folder.write("0:00 - 1:00 Start\n1:00 - 1:30.5 Middle\u{1B}[1m\nprose\n", to: "film.chapters.txt")
    }

    private func inspect(_ arguments: [String]) throws -> PrivateBus.Outcome {
        PrivateBus.Outcome(
            try ChildProcess.run(
                Tool.built("mediactl"), ["inspect"] + arguments,
                environment: ["LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]))
    }

    @Test func peopleSeeATable() throws {
        #expect(
            try inspect(["\(folder.path)/film.avi"])
                == PrivateBus.Outcome(
                    status: 0,
                    output: """
                        Film
                        artist    A, B
                        artwork   file://\(folder.path)/cover.png
                        locales   unknown
                        chapters  2
                        1  0:00  1:00  Start
                        2  1:00  1:30  Middle [1m

                        """,
                    errors: "\(folder.path)/film.avi: film.chapters.txt, line 3: it does not start with a time\n"))
    }

    @Test func tracksAreListedWithCodecSizeAndLanguage() throws {
        let file = Fixtures.path("two-audio.mkv")
        let lines = try inspect([file]).output.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("video") || $0.hasPrefix("audio") || $0.hasPrefix("subtitles") } == [
                "video      H.264, 160×90", "audio      Opus, English, 2 channels, default",
                "audio      Opus, German, 1 channel, “Deutsch”", "subtitles  SubRip, English",
                "subtitles  SubRip, German, “Deutsch (erzwungen)”, forced",
            ])
        try folder.write("1\n00:00:01,000 --> 00:00:02,000\nHallo\n", to: "talk.de.srt")
        try folder.write("no media", to: "talk.avi")
        #expect(
            try inspect(["\(folder.path)/talk.avi"]).output == """
                talk.avi
                subtitles  SubRip, German, external

                """)
        let json = try inspect(["--json", "--no-images", Fixtures.path("clip.mp4")]).output
        #expect(
            json.contains(
                #""tracks":[{"codec":"H.264","default":true,"height":90,"kind":"video","width":160},"#
                    + #"{"channels":2,"codec":"AAC","default":true,"kind":"audio"}]"#))
    }

    @Test func segmentsAreATableToo() throws {
        try folder.write("0:10 0:20.5 3\n1:00:00 1:01:00 0\nsoon 1 0\n", to: "clip.edl")
        try folder.write("no media", to: "clip.avi")
        #expect(
            try inspect(["\(folder.path)/clip.avi"])
                == PrivateBus.Outcome(
                    status: 0,
                    output: """
                        clip.avi
                        segments  2
                        advertisement     0:10     0:20  edl
                        blocked        1:00:00  1:01:00  edl

                        """, errors: "\(folder.path)/clip.avi: clip.edl, line 3: 'soon' is not a time\n"))
    }

    @Test func programsSeeOneDescriptionALine() throws {
        try folder.write("", to: "other.avi")
        let uri = "file://\(folder.path)"
        #expect(
            try inspect(["--json", "\(folder.path)/film.avi", "\(uri)/other.avi"])
                == PrivateBus.Outcome(
                    status: 0,
                    output: """
                        {"artist":["A","B"],"artwork":"\(uri)/cover.png",\
                        "chapters":[{"end":60,"source":"ogm","start":0,"title":"Start"},\
                        {"end":90.5,"source":"ogm","start":60,"title":"Middle [1m"}],"locales":["und"],\
                        "problems":["film.chapters.txt, line 3: it does not start with a time"],"title":"Film",\
                        "uri":"\(uri)/film.avi"}
                        {"uri":"\(uri)/other.avi"}

                        """, errors: ""))
    }

    @Test func whatCannotBeReadIsASentenceAndAStatus() throws {
        let expected: [(String, Int32, String)] = [
            ("/no/such file", 4, "/no/such file was not found.\n"),
            ("file:///no/such%20file", 4, "/no/such file was not found.\n"),
            (folder.path, 1, "\(folder.path) is a folder. Specify the files in it.\n"),
            ("/dev/null", 1, "/dev/null cannot be read: it is not a regular file.\n"),
            ("rtsp://127.0.0.1/x", 1, "rtsp://127.0.0.1/x cannot be read: it is not an http: or https: address.\n"),
            // Port 9 (discard) of the loopback is closed wherever tests run.
            ("http://127.0.0.1:9/x", 1, "http://127.0.0.1:9/x cannot be read: the server cannot be reached.\n"),
            // What is kept in logs has no password.
            (
                "http://me:secret@127.0.0.1:9/x", 1,
                "http://me:***@127.0.0.1:9/x cannot be read: the server cannot be reached.\n"
            ),
            // Neither commands for a terminal nor words in the wrong order.
            ("/no/\u{1B}[31m\u{202E}such\u{9B}file", 4, "/no/ [31msuch file was not found.\n"),
        ]
        for (argument, status, sentence) in expected {
            #expect(
                try inspect([argument]) == PrivateBus.Outcome(status: status, output: "", errors: sentence),
                "\(argument)")
        }
        #expect(try inspect([]).status == 2)
        #expect(try inspect(["--no-images", "\(folder.path)/film.avi"]).status == 0)
    }

    @Test func oneBadFileKeepsNobodyFromTheOthers() throws {
        let outcome = try inspect(["/gone/1", "\(folder.path)/film.avi", "/gone/2"])
        #expect(outcome.status == 4)
        #expect(outcome.output.contains("Film\n"))
        #expect(outcome.errors.hasPrefix("\(folder.path)/film.avi: film.chapters.txt"))
        #expect(outcome.errors.hasSuffix("/gone/1 was not found.\n/gone/2 was not found.\n"))
    }
}
