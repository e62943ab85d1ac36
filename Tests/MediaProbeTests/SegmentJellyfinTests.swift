import PlayerCore
import Testing

@testable import MediaProbe

/// Answers of a Jellyfin server (10.10 and later) to `GET /MediaSegments/{itemId}`.
@Suite struct SegmentJellyfinTests {
    @Test func anAnswerOfTheServerIsRead() {
        let notes = sidecarNotes(
            .jellyfin,
            """
            { "Items": [
                { "Id": "a1b2", "ItemId": "c3d4", "Type": "Intro", "StartTicks": 300000000, "EndTicks": 1204170000 },
                { "Id": "e5f6", "ItemId": "c3d4", "Type": "Outro", "StartTicks": 12000000000, "EndTicks": 12900000001 },
                { "Type": "Recap", "StartTicks": 0, "EndTicks": 300000000 },
                { "Type": "Preview", "StartTicks": 1, "EndTicks": 2 },
                { "Type": "Commercial", "StartTicks": 6000000000, "EndTicks": 6.6e9 },
                { "Type": "Unknown", "StartTicks": 10000000, "EndTicks": 20000000 } ],
              "TotalRecordCount": 6, "StartIndex": 0 }
            """)
        #expect(
            notes.segmentLines == [
                "30.0-120.417 opening-credits", "1200.0-1290.0000001 closing-credits", "0.0-30.0 recap",
                "1e-07-2e-07 preview", "600.0-660.0 advertisement", "1.0-2.0 custom:unknown",
            ])
        #expect(notes.segments.map(\.id).prefix(3) == ["a1b2", "e5f6", nil])
        #expect(notes.segments.allSatisfy { $0.source == "jellyfin" })
        #expect(notes.problems.isEmpty)
    }

    @Test(arguments: [
        "[{\"Type\":\"Intro\",\"StartTicks\":10000000,\"EndTicks\":20000000}]",
        "{\"items\":[{\"type\":\"intro\",\"startTicks\":10000000,\"endTicks\":20000000}]}",
        "[{\"type\":\"INTRO\",\"startticks\":10000000,\"endticks\":20000000}]",
        "{\"Items\":[{\"Type\":\"Intro\",\"StartTicks\":10000000,\"EndTicks\":20000000,\"startTicks\":\"no\"}]}",
    ]) func aListAloneAndSmallLettersWillDo(text: String) {
        let notes = sidecarNotes(.jellyfin, text)
        #expect(notes.segmentLines == ["1.0-2.0 opening-credits"])
        #expect(notes.problems.isEmpty)
    }

    @Test func malformedEntriesAreNamedAndSkipped() {
        let notes = sidecarNotes(
            .jellyfin,
            """
            { "Items": [ "x", { "Type": "Intro", "StartTicks": 1 }, { "Type": "Intro", "startTicks": "1", "EndTicks": 1 },
              { "Type": "Intro", "StartTicks": 1e999, "EndTicks": 1 }, { "Type": 5, "StartTicks": -1, "EndTicks": 1 },
              { "Type": "Intro", "StartTicks": 9223372036854775807, "EndTicks": 1 },
              { "Type": "Credits", "StartTicks": 1, "EndTicks": 2 }, { "StartTicks": 30000000, "EndTicks": 0 } ] }
            """)
        #expect(notes.segmentLines == ["-1e-07-1e-07 custom:unknown", "3.0-0.0 custom:unknown"])
        let file = "film.segments.json, Items"
        #expect(
            notes.problems == [
                file + "[0]: it is not an object", file + "[1].EndTicks: it is missing",
                file + "[2].startTicks: it is not a number of ticks",
                file + "[3].StartTicks: it is out of range", file + "[4].Type: it is not a string",
                file + "[5].StartTicks: it is out of range",
                file + "[6].Type: 'Credits' is not a type of segment",
            ])
    }

    @Test(arguments: ["", "{}", "{\"Items\":{}}", "5", "[{\"a\":1}", "[" + String(repeating: "[", count: 1_000_000)])
    func whatIsNoListIsOneSentence(text: String) {
        let notes = sidecarNotes(.jellyfin, text)
        #expect(notes.segments.isEmpty)
        #expect(notes.problems.count == 1)
    }
}
