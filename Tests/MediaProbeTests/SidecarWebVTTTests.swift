import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct SidecarWebVTTTests {
    @Test func cuesAreChapters() {
        let notes = sidecarNotes(
            .webVTT,
            """
            \u{FEFF}WEBVTT - Chapters
            Language: fr

            NOTE
            nothing

            STYLE
            ::cue { color: red }

            intro
            00:00.000 --> 01:00.000 align:start
            <b>Début</b> &amp; <c.x>suite</c>

            01:00:00.500 --> 01:10:00.000
            Deux
            lignes
            """)
        #expect(notes.lines == ["0.0 Début & suite", "3600.5 Deux lignes"])
        #expect(notes.chapters[0].id == "intro")
        #expect(notes.chapters.map { $0.end?.seconds } == [60, 4200])
        #expect(notes.chapters[0].titles[0].language == "fr")
        #expect(notes.problems.isEmpty)
    }

    @Test func cuesInsideOfOthersAreDeeper() {
        let notes = sidecarNotes(
            .webVTT,
            """
            WEBVTT

            00:00.000 --> 00:10.000
            A.1

            00:00.000 --> 01:00.000
            A

            00:10.000 --> 00:20.000
            A.2

            00:50.000 --> 01:10.000
            overlaps

            01:10.000 --> 01:20.000
            B
            """)
        #expect(notes.lines == ["0.0 A", "0.0 A.1", "10.0 A.2", "50.0 overlaps", "70.0 B"])
        #expect(notes.chapters.map(\.level) == [0, 1, 1, 0, 0])
    }

    /// WebVTT ends a cue where a line of times is (section 6.1).
    @Test(
        arguments: [
            "00:00.000 --> 00:10.000\nOne\n00:10.000 --> 00:30.000\nTwo\nlines\n01:00.000 --> 02:00.000\nThree",
            "1\n00:00.000 --> 00:10.000\nOne\n2\n00:10.000 --> 00:30.000\nTwo\nlines\n3\n01:00.000 --> 02:00.000\nThree",
        ], ["\n", "\r\n", "\r"])
    func emptyLinesBetweenCuesMayBeMissing(_ cues: String, _ end: String) {
        for header in ["WEBVTT\n\n", "WEBVTT\n", "WEBVTT\nKind: chapters\n\nNOTE nothing\n\n"] {
            let text = "\u{FEFF}\(header)\(cues)".split(separator: "\n", omittingEmptySubsequences: false)
            let notes = sidecarNotes(.webVTT, text.joined(separator: end))
            #expect(notes.lines == ["0.0 One", "10.0 Two lines", "60.0 Three"])
            #expect(notes.chapters.map { $0.end?.seconds } == [10, 30, 120])
            #expect(notes.problems.isEmpty)
        }
    }

    @Test func aCueThatCannotBeReadCostsNoOther() {
        let notes = sidecarNotes(
            .webVTT,
            "WEBVTT\n\n00:00.000 --> 00:05.000\nA\n00:05.000 --> later\nB\n00:20.000 --> 00:09.000\nC\n00:30.000 --> 00:40.000\nD"
        )
        #expect(notes.lines == ["0.0 A", "30.0 D"])
        #expect(notes.problems.count == 2)
    }

    @Test func brokenCuesAreNamedByLine() {
        let notes = sidecarNotes(
            .webVTT, "WEBVTT\n\n1:00 --> soon\nA\n\nloose\n\n00:05.000 --> 00:01.000\nB\n\n00:01.000 --> 00:02.000\nC")
        #expect(notes.lines == ["1.0 C"])
        #expect(
            notes.problems == [
                "film.chapters.vtt, line 3: the cue's times cannot be read",
                "film.chapters.vtt, line 6: there is no '-->' in this cue",
                "film.chapters.vtt, line 8: the cue's times cannot be read",
            ])
        #expect(sidecarNotes(.webVTT, "1\n").problems == ["film.chapters.vtt: it does not start with 'WEBVTT'"])
    }

    private static func cues(_ header: String, count: Int, every: Int, length: Int, text: String) -> String {
        func clock(_ seconds: Int) -> String {
            "0\(seconds / 3600):\(seconds / 600 % 6)\(seconds / 60 % 10):\(seconds / 10 % 6)\(seconds % 10).000"
        }
        return "WEBVTT\n\(header)\n"
            + (0..<count).map { "\(clock($0 * every)) --> \(clock($0 * every + length))\n\(text)\n\n" }.joined()
    }

    @Test(arguments: [
        // Says so itself, one way or the other.
        ("Kind: chapters\n", 20, 5, 2, "A", true), ("Kind: captions\n", 20, 60, 60, "A", false),
        ("\nNOTE chapters\n", 20, 5, 2, "A", true),
        // Looks like chapters.
        ("", 20, 60, 60, "Title", true),
        // Subtitles, signs, transcripts, very many.
        ("", 20, 5, 4, "A line.", false), ("", 5, 300, 12, "A sign", false), ("", 20, 60, 60, "Two\nlines", false),
        ("", 20, 60, 60, String(repeating: "word ", count: 30), false), ("", 600, 15, 15, "A", false),
    ]) func subtitlesAreNoChapters(header: String, count: Int, every: Int, length: Int, text: String, are: Bool) {
        let file = Self.cues(header, count: count, every: every, length: length, text: text)
        let notes = sidecarNotes(.subtitles, file)
        #expect(notes.chapters.isEmpty == !are)
        #expect(notes.problems.isEmpty)
    }

    /// Nobody shows chapters in the picture.
    @Test func whatHasAPlaceInThePictureIsASubtitle() {
        let cue = "WEBVTT\n\n00:00.500 --> 00:25.000"
        #expect(sidecarNotes(.subtitles, "\(cue)\nAt the top").chapters.count == 1)
        #expect(sidecarNotes(.subtitles, "\(cue) line:10%\nAt the top").chapters.isEmpty)
        #expect(sidecarNotes(.webVTT, "\(cue) line:10%\nAt the top").chapters.count == 1)
    }

    @Test func brokenSubtitlesAreNobodysProblem() {
        #expect(sidecarNotes(.subtitles, "WEBVTT\n\nbroken\n\n00:01.000 --> x\nA").problems.isEmpty)
        #expect(sidecarNotes(.subtitles, "no WebVTT").problems.isEmpty)
    }

    @Test func levelsAreBounded() {
        let cues = (0..<40).map { "00:\($0 + 10).000 --> 09:\(50 - $0).000\nx\n\n" }.joined()
        let chapters = sidecarNotes(.webVTT, "WEBVTT\n\n\(cues)").chapters
        #expect(chapters.count == 40)
        #expect(chapters.map(\.level).max() == UInt32(ProbeLimits().depth))
    }
}
