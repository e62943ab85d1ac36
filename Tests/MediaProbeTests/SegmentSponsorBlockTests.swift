import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// Answers of SponsorBlock's server, as its documentation shows them.
@Suite struct SegmentSponsorBlockTests {
    private func segment(_ members: String) -> SidecarNotes {
        sidecarNotes(.sponsorBlock, "[{\"segment\":[1,2],\(members)}]")
    }

    @Test func anAnswerOfTheServerIsRead() {
        let notes = sidecarNotes(
            .sponsorBlock,
            """
            [ { "category": "sponsor", "actionType": "skip", "segment": [90.343, 132.37], "UUID": "5628bf61",
                "videoDuration": 772.7833, "locked": 1, "votes": 10, "description": "" },
              { "category": "intro", "actionType": "skip", "segment": [0, 4.3414435], "UUID": "b",
                "videoDuration": 0, "locked": 0, "votes": 0, "description": "" },
              { "category": "chapter", "actionType": "chapter", "segment": [200, 300.5], "UUID": "c",
                "description": "The engine" },
              { "category": "poi_highlight", "actionType": "poi", "segment": [150.25, 150.25], "UUID": "d" },
              { "category": "sponsor", "actionType": "mute", "segment": [400, 401.5], "UUID": "e" } ]
            """)
        #expect(
            notes.segmentLines == [
                "90.343-132.37 advertisement", "0.0-4.3414435 opening-credits", "400.0-401.5 mute",
            ])
        #expect(notes.segments.map(\.id) == ["5628bf61", "b", "e"])
        #expect(notes.segments.allSatisfy { $0.source == "sponsorblock" && $0.title == nil })
        #expect(notes.lines == ["150.25 Highlight", "200.0 The engine"])
        #expect(notes.chapters.map(\.end?.seconds) == [nil, 300.5])
        #expect(notes.chapters.allSatisfy { $0.source == "sponsorblock" })
        #expect(notes.problems.isEmpty)
    }

    @Test(arguments: [
        ("sponsor", "advertisement"), ("selfpromo", "advertisement"), ("exclusive_access", "advertisement"),
        ("intro", "opening-credits"), ("outro", "closing-credits"), ("preview", "preview"), ("hook", "preview"),
        ("filler", "custom:filler"), ("music_offtopic", "custom:music_offtopic"), ("interaction", "custom:interaction"),
        ("of_tomorrow", "custom:of_tomorrow"),
    ]) func categoriesAreKinds(category: String, kind: String) {
        #expect(segment("\"category\":\"\(category)\",\"actionType\":\"skip\"").segments.map(\.kind) == [kind])
        #expect(segment("\"category\":\"\(category)\"").segments.map(\.kind) == [kind])
        #expect(segment("\"category\":\"\(category)\",\"actionType\":\"mute\"").segments.map(\.kind) == ["mute"])
    }

    @Test func whatIsSaidOfTheWholeVideoIsNoSegment() {
        let notes = sidecarNotes(
            .sponsorBlock, "[{\"segment\":[0,0],\"category\":\"exclusive_access\",\"actionType\":\"full\"}]")
        #expect(notes.segments.isEmpty)
        #expect(
            notes.problems == [
                "film.sponsorblock.json, [0]: 'exclusive_access' applies to the whole video and is ignored"
            ])
    }

    @Test func malformedEntriesAreNamedAndSkipped() {
        let notes = sidecarNotes(
            .sponsorBlock,
            """
            [ 5, {}, { "segment": 7 }, { "segment": [1] }, { "segment": [1, 1e999], "category": "intro" },
              { "segment": [1, null], "category": "intro" }, { "segment": [1, 2], "category": 5 },
              { "segment": [1, 2], "category": "A b" }, { "segment": [1, 2], "category": "intro", "actionType": "x" },
              { "segment": [-1, 2], "category": "intro", "UUID": 5 }, { "segment": [9, 2], "category": "outro" } ]
            """)
        #expect(notes.segmentLines == ["-1.0-2.0 opening-credits", "9.0-2.0 closing-credits"])
        let file = "film.sponsorblock.json, "
        #expect(
            notes.problems == [
                file + "[0]: it is not an object", file + "[1].segment: it is not a pair of times",
                file + "[2].segment: it is not a pair of times", file + "[3].segment: it is not a pair of times",
                file + "[4].segment: it is not a pair of times", file + "[5].segment: it is not a pair of times",
                file + "[6].category: it is not a string", file + "[6].category: '' is not a category",
                file + "[7].category: 'A b' is not a category", file + "[8].actionType: 'x' is not an action",
                "film.sponsorblock.json has 1 more problem",
            ])
    }

    @Test(arguments: ["", "{}", "5", "[{\"a\":1}", "[" + String(repeating: "1,", count: 1_000_000) + "1]"])
    func whatIsNoListIsOneSentence(text: String) {
        let notes = sidecarNotes(.sponsorBlock, text)
        #expect(notes.segments.isEmpty)
        #expect(notes.problems.count == 1)
    }

    @Test func noMoreAreKeptThanMayBe() {
        var limits = ProbeLimits()
        limits.chapters = 3
        let entry = "{\"segment\":[1,2],\"category\":\"intro\"}"
        let text = "[" + Array(repeating: entry, count: 9).joined(separator: ",") + "]"
        let notes = sidecarNotes(.sponsorBlock, text, limits: limits)
        #expect(notes.segments.count == 3)
        #expect(notes.problems == ["film.sponsorblock.json: it has more than 3 segments, the rest is left out"])
    }
}
