import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct SidecarPodcastTests {
    @Test func everyFieldIsRead() {
        let notes = sidecarNotes(
            .podcast,
            """
            { "version": "1.2.0", "author": "x", "chapters": [
              { "startTime": 94.25, "endTime": 120, "title": "B", "img": "art/b c.jpg", "url": "https://example.org/b" },
              { "startTime": 0, "title": "A", "img": "https://example.org/a.jpg", "toc": true },
              { "startTime": 100, "img": "data:image/png;base64,AA==", "toc": false, "location": { "name": "x" } } ] }
            """)
        #expect(notes.lines == ["0.0 A", "94.25 B", "100.0 "])
        #expect(
            notes.chapters.map(\.image) == [
                .uri("https://example.org/a.jpg"), .uri("file:///media/art/b%20c.jpg"),
                .uri("data:image/png;base64,AA=="),
            ])
        #expect(notes.chapters.map(\.isHidden) == [false, false, true])
        #expect(notes.chapters[1].end?.seconds == 120)
        #expect(notes.chapters[1].url == "https://example.org/b")
        #expect(notes.chapters.allSatisfy { $0.source == "json" })
        #expect(notes.problems.isEmpty)
    }

    @Test func brokenEntriesAreNamed() {
        let notes = sidecarNotes(
            .podcast,
            """
            { "chapters": [ 5, { "title": "no time" }, { "startTime": "soon" }, { "startTime": 1e400 },
              { "startTime": 1e300 }, { "startTime": 7, "title": 5, "img": "../x.jpg", "url": "/etc/passwd", "endTime": 1 },
              { "startTime": "1:00", "img": "%2e%2e/x.jpg", "url": "javascript:alert(1)" } ] }
            """)
        #expect(notes.lines == ["7.0 ", "60.0 "])
        #expect(notes.chapters.allSatisfy { $0.image == nil && $0.url == nil && $0.end == nil })
        #expect(
            notes.problems == [
                "film.chapters.json, chapters[0]: it is not an object",
                "film.chapters.json, chapters[1]: it has no startTime",
                "film.chapters.json, chapters[2].startTime: it is not a time (12.5 or \"1:23.5\")",
                "film.chapters.json, chapters[3].startTime: it is not a time (12.5 or \"1:23.5\")",
                "film.chapters.json, chapters[4].startTime: it is not a time (12.5 or \"1:23.5\")",
                "film.chapters.json, chapters[5]: '../x.jpg' is outside the folder of the item",
                "film.chapters.json, chapters[5]: '/etc/passwd' is outside the folder of the item",
                "film.chapters.json, chapters[5].title: it is not a string",
                "film.chapters.json, chapters[6]: '%2e%2e/x.jpg' is outside the folder of the item",
                "film.chapters.json, chapters[6]: 'javascript:alert(1)' has a scheme that a sidecar cannot use",
            ])
    }

    @Test(arguments: [
        "", "no", "[]", "{\"chapters\": {}}", "{\"chapters\": [NaN]}", "[{\"a\":1}",
        String(repeating: "[", count: 100_000), String(repeating: "{\"chapters\":[", count: 50_000),
        "[" + String(repeating: "1,", count: 300_000) + "1]",
    ]) func whatIsNoListOfChaptersIsOneSentence(text: String) {
        let clock = ContinuousClock()
        let spent = clock.measure {
            let notes = sidecarNotes(.podcast, text)
            #expect(notes.chapters.isEmpty)
            #expect(notes.problems.count == 1)
        }
        #expect(spent < .seconds(2))
    }

    @Test func sixteenBitTextCannotHideItsDepth() {
        let text = "\u{2200}" + String(repeating: "[", count: 5_000)
        let bytes = utf16(text)
        #expect(sidecarNotes(.podcast, bytes).problems == ["film.chapters.json: it is nested deeper than 32"])
        #expect(throws: ProbeError.malformed("it is not JSON in UTF-8")) { try JSONValue(parsing: [0, 0x5B]) }
    }
}
