import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// Kodi's edit decision lists; the examples are those of kodi.wiki, "Edit decision list".
@Suite struct SegmentEDLTests {
    @Test func secondsOfKodisExample() {
        let notes = sidecarNotes(
            .edl,
            """
            5.3   7.1    0
            15    16.7   1
            420   822    3
            1     255.3  2
            720.1 2
            """)
        #expect(notes.segmentLines == ["5.3-7.1 blocked", "15.0-16.7 mute", "420.0-822.0 advertisement"])
        #expect(notes.lines == ["255.3 ", "720.1 "])
        #expect(notes.segments.allSatisfy { $0.source == "edl" && $0.action == nil })
        #expect(notes.chapters.allSatisfy { $0.source == "edl" })
        #expect(notes.problems.isEmpty)
    }

    @Test func framesOfKodisExample() {
        let text = """
            #127   #170    0
            #360   #400    1
            #10080 #19728  3
            #1     #6127   2
            #17282 2
            """
        let notes = sidecarNotes(.edl, text, frameRate: 24)
        #expect(
            notes.segments.map(\.start.nanoseconds) == [5_291_666_667, 15_000_000_000, 420_000_000_000])
        #expect(notes.segments.map(\.end.nanoseconds) == [7_083_333_333, 16_666_666_667, 822_000_000_000])
        #expect(notes.chapters.map(\.start.nanoseconds) == [255_291_666_667, 720_083_333_333])
        #expect(notes.problems.isEmpty)
    }

    @Test func clocksOfKodisExample() {
        let notes = sidecarNotes(
            .edl,
            "00:00:05.3 00:00:07.1 0\n00:00:15 00:00:16.700 1\r\n00:07:00.000\t00:13:42\t3\r00:12:00.1 2\n1:00:00 3600.25 0"
        )
        #expect(
            notes.segmentLines == [
                "5.3-7.1 blocked", "15.0-16.7 mute", "420.0-822.0 advertisement", "3600.0-3600.25 blocked",
            ])
        #expect(notes.lines == ["720.1 "])
        #expect(notes.problems.isEmpty)
    }

    @Test func commentsEmptyLinesAndFurtherFieldsAreNothing() {
        let notes = sidecarNotes(.edl, "## start end action\n##\n\n  \t\n 1 2 0 Show - S01E01 and more\n##1 2 0\n")
        #expect(notes.segmentLines == ["1.0-2.0 blocked"])
        #expect(notes.problems.isEmpty)
    }

    @Test func framesNeedAFrameRate() {
        let notes = sidecarNotes(.edl, "#127 #170 0\n5 6 0\n1 #170 0\n")
        #expect(notes.segmentLines == ["5.0-6.0 blocked"])
        #expect(
            notes.problems
                == [1, 3].map {
                    "film.edl, line \($0): it counts frames, but the frame rate of the item is unknown"
                })
    }

    @Test func malformedLinesAreNamedAndSkipped() {
        let notes = sidecarNotes(
            .edl,
            "5\n1 3\nsoon 7 0\n1 2 4\n1 2 cut\nnan 1 0\n1 1e999 0\n1 inf 0\n#x #2 0\n8 9 0\n1:99 2:00 0\n# 1 2 0\n1 2.0\n",
            frameRate: 25)
        #expect(notes.segmentLines == ["8.0-9.0 blocked"])
        #expect(
            notes.problems == [
                "film.edl, line 1: it has one field instead of 'start end action'",
                "film.edl, line 2: it has two fields, but is not a scene marker ('time 2')",
                "film.edl, line 3: 'soon' is not a time",
                "film.edl, line 4: '4' is not an action (0 cut, 1 mute, 2 scene, 3 advertisement)",
                "film.edl, line 5: 'cut' is not an action (0 cut, 1 mute, 2 scene, 3 advertisement)",
                "film.edl, line 6: 'nan' is not a time", "film.edl, line 7: '1e999' is not a time",
                "film.edl, line 8: 'inf' is not a time", "film.edl, line 9: '#x' is not a time",
                "film.edl, line 11: '1:99' is not a time", "film.edl has 2 more problems",
            ])
    }

    @Test func whatIsFiniteIsLeftToTheNormalizer() {
        let notes = sidecarNotes(.edl, "-5 7 0\n9 3 0\n-0:10 -1:00.5 1\n1e3 2e3 3\n#-25 #25 3\n", frameRate: 25)
        #expect(
            notes.segmentLines == [
                "-5.0-7.0 blocked", "9.0-3.0 blocked", "-10.0--60.5 mute", "1000.0-2000.0 advertisement",
                "-1.0-1.0 advertisement",
            ])
        #expect(notes.problems.isEmpty)
    }

    @Test func sentencesStayShort() {
        let field = "a" + String(repeating: "\u{301}", count: 5_000)
        let notes = sidecarNotes(.edl, "\(field) 1 0\n1 2 \(field)\n")
        #expect(notes.problems.count == 2)
        #expect(notes.problems.allSatisfy { $0.utf8.count < 200 })
    }

    @Test func mpvsListsAreOtherLists() {
        let notes = sidecarNotes(.edl, "# mpv EDL v0\nfilm.mkv,10,20\n")
        #expect(notes.problems == ["film.edl: it is an edit decision list of mpv, not of Kodi"])
    }

    @Test func aMillionLinesAndOneOfMegabytesEndSoon() {
        var limits = ProbeLimits()
        limits.chapters = 100
        let many = sidecarNotes(.edl, String(repeating: "1 2 0\n", count: 1_000_000), limits: limits)
        #expect(many.segments.count == 100)
        #expect(many.problems == ["film.edl: it has more than 100 segments, the rest is left out"])
        let clock = ContinuousClock()
        let spent = clock.measure {
            let long = sidecarNotes(.edl, String(repeating: "9", count: 8 << 20) + " 1 0\n3 4 0\n")
            #expect(long.segmentLines == ["3.0-4.0 blocked"])
            #expect(long.problems.count == 1)
        }
        #expect(spent < .seconds(10))
    }
}
