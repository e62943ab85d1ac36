import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct SidecarLineFormatTests {
    @Test(arguments: ["\n", "\r\n", "\r"]) func pairsOfOGM(lineEnd: String) {
        let text = """
            CHAPTER01=00:00:00.000
            CHAPTER01NAME=Start
            CHAPTER03NAME=Late
            CHAPTER03=01:02:03,250
            CHAPTER02=00:05:00.5
            """
        let notes = sidecarNotes(.ogm, text.replacing("\n", with: lineEnd))
        #expect(notes.lines == ["0.0 Start", "300.5 ", "3723.25 Late"])
        #expect(notes.problems.isEmpty)
        #expect(notes.chapters.allSatisfy { $0.source == "ogm" })
    }

    @Test func brokenPairsAreNamedByLine() {
        let notes = sidecarNotes(.ogm, "CHAPTER01=soon\nCHAPTER02=00:01:00\nhello\nCHAPTER99=99999999999999:00:00\n")
        #expect(notes.lines == ["60.0 "])
        #expect(
            notes.problems == [
                "film.ogm.txt, line 1: it has no time", "film.ogm.txt, line 3: it is not a CHAPTER line",
                "film.ogm.txt, line 4: it has no time",
            ])
    }

    @Test(arguments: [
        ("0:00 Intro", "0.0 Intro"), ("1:02:03 - Title", "3723.0 Title"), ("[00:12] Title", "12.0 Title"),
        ("(00:12) Title", "12.0 Title"), ("- 0:12: Title", "12.0 Title"), ("• 75:30 | Title", "4530.0 Title"),
        ("0:00:01.5 Half", "1.5 Half"), ("00:10 — 1984", "10.0 1984"), ("0:12", "12.0 "), ("\u{FEFF}0:12 A", "12.0 A"),
    ]) func linesOfTimeAndTitle(line: String, expected: String) {
        let notes = sidecarNotes(.text, line)
        #expect(notes.lines == [expected])
        #expect(notes.problems.isEmpty)
    }

    @Test func rangesHaveEnds() {
        let notes = sidecarNotes(.text, "0:00 - 1:30 Intro\n1:30–2:00: Next")
        #expect(notes.lines == ["0.0 Intro", "90.0 Next"])
        #expect(notes.chapters.map { $0.end?.seconds } == [90, 120])
    }

    @Test func linesAreSortedAndProseIsNamed() {
        let notes = sidecarNotes(.text, "Chapters:\n\n# comment\n10:00 B\n0:00 A\n5 people\n0:75 no time\n0:30pm no\n")
        #expect(notes.lines == ["0.0 A", "600.0 B"])
        #expect(
            notes.problems
                == [1, 6, 7, 8].map { "film.chapters.txt, line \($0): it does not start with a time" })
    }

    @Test func sentencesAndChaptersHaveAnEnd() {
        var limits = ProbeLimits()
        limits.chapters = 3
        let many = sidecarNotes(.text, (0..<9).map { "0:0\($0) A" }.joined(separator: "\n"), limits: limits)
        #expect(many.chapters.count == 3)
        #expect(many.problems == ["film.chapters.txt: it has more than 3 chapters, the rest is left out"])
        let prose = sidecarNotes(.text, String(repeating: "prose\n", count: 50))
        #expect(prose.problems.count == 11)
        #expect(prose.problems.last == "film.chapters.txt has 40 more problems")
    }

    @Test func sectionsOfFFmpegsMetadata() {
        let text = ##"""
            ;FFMETADATA1
            title=Film
            # comment
            [CHAPTER]
            TIMEBASE=1/1000
            START=1500
            END=60000
            title=A\=B\;C\#D\\E\
            F
            [STREAM]
            title=not this
            [CHAPTER]
            START=90000000000
            END=5
            """##
        let notes = sidecarNotes(.ffmetadata, text)
        #expect(notes.lines == [#"1.5 A=B;C#D\E F"#, "90.0 "])
        #expect(notes.chapters.map { $0.end?.seconds } == [60, nil])
        #expect(notes.problems.isEmpty)
    }

    @Test func brokenSectionsAreNamedByLine() {
        let notes = sidecarNotes(
            .ffmetadata,
            """
            ;FFMETADATA1
            [CHAPTER]
            TIMEBASE=1/0
            START=no
            [CHAPTER]
            TIMEBASE=2147483647/1
            START=9223372036854775807
            [CHAPTER]
            START=0
            loose
            """)
        #expect(notes.lines == ["0.0 "])
        #expect(
            notes.problems == [
                "film.ffmetadata, line 3: '1/0' is not a time base",
                "film.ffmetadata, line 4: START is not a whole number",
                "film.ffmetadata, line 2: the chapter has no START",
                "film.ffmetadata, line 5: the chapter has no START",
                "film.ffmetadata, line 10: it has no '='",
            ])
        #expect(
            sidecarNotes(.ffmetadata, "[CHAPTER]").problems
                == ["film.ffmetadata: it does not start with ';FFMETADATA1'"])
    }
}
