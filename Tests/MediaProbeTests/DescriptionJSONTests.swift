import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct DescriptionJSONTests {
    private func time(_ seconds: Double) -> MediaTime? { MediaTime(seconds: seconds) }

    private static let whole = """
        { "uri": "file:///media/film.mkv", "identifier": "i", "title": "T", "subtitle": "S", "description": "one\\ntwo",
          "genre": ["G", "H"], "contentRating": "12", "language": "en", "artist": "A", "album": "B", "track": 3, "season": 1,
          "episode": 2, "date": "2026-11-21", "artwork": "https://example.org/a.png",
          "start": 12.5, "in": "0:03", "out": "21:30.000001",
          "chapters": [ { "start": 0, "end": "1:00", "title": "Cold open", "titles": { "fr": "Début", "en": "Cold open" },
            "image": "https://example.org/c.png", "url": "https://example.org", "id": "7", "level": 1, "hidden": true,
            "source": "x" } ],
          "markers": [ { "title": "Goals", "markers": [ { "start": 754, "title": "1-0" } ] } ],
          "segments": [ { "start": 60, "end": 95.2, "kind": "opening-credits", "action": "ask", "title": "Titles", "linear": true } ],
          "interstitials": [ { "id": "m", "at": 600, "uris": ["https://example.org/ad"], "resumeOffset": 5, "once": true,
            "playoutLimit": 30, "restrict": ["skip"] }, { "cue": "pre", "uris": "file:///media/ad.mkv" } ],
          "timed": [ { "start": 30, "end": "0:40", "class": "c", "id": "7", "X-ANY": "t", "X-N": 2.5 } ],
          "next": { "description": "D", "genre": ["G"], "contentRating": "12", "uri": "https://example.org/n", "title": "N", "subtitle": "O", "artwork": "https://example.org/n.png",
            "presentAt": -10, "automaticAcceptanceInterval": -1 },
          "custom": { "list": [1, 2.5, "x", true, null], "big": 9007199254740993 },
          "duration": 1300, "container": "matroska", "locales": ["en"], "problems": [] }
        """

    @Test func everyFieldIsRead() throws {
        let reading = DescriptionJSON.read(Array(Self.whole.utf8), name: "x")
        #expect(reading.problems.isEmpty)
        #expect(reading.uri == "file:///media/film.mkv")
        let fields = reading.fields
        #expect(fields.description == "one\ntwo")
        #expect(fields.genre == ["G", "H"])
        #expect(fields.artist == ["A"])
        #expect(fields.start == time(12.5))
        #expect(fields.inPoint == time(3))
        #expect(fields.outPoint?.nanoseconds == 1_290_000_001_000)
        let chapter = try #require(fields.chapters?.first)
        #expect(chapter.end == time(60))
        #expect(chapter.titles == [ChapterTitle("Cold open", language: "en"), ChapterTitle("Début", language: "fr")])
        #expect(chapter.image == .uri("https://example.org/c.png"))
        #expect(chapter.level == 1 && chapter.isHidden && chapter.id == "7" && chapter.source == nil)
        #expect(fields.markers?.first?.markers.first?.start == time(754))
        #expect(fields.segments?.first?.action == "ask")
        #expect(fields.segments?.first?.linear == true)
        #expect(fields.interstitials?.map(\.uris) == [["https://example.org/ad"], ["file:///media/ad.mkv"]])
        #expect(fields.interstitials?.first?.playoutLimit == time(30) && fields.interstitials?.first?.once == true)
        #expect(fields.timed?.first?.attributes == ["X-ANY": .text("t"), "X-N": .number(2.5)])
        #expect(fields.next?.presentAt == time(-10))
        #expect(fields.custom?["list"] == .list([.integer(1), .number(2.5), .string("x"), .bool(true), .null]))
        #expect(fields.custom?["big"] == .integer(9_007_199_254_740_993))
    }

    @Test func whatIsWrongIsLeftOutAndTheRestCounts() {
        let text = """
            { "title": 5, "tilte": "T", "album": "A", "season": 1.5, "episode": 99999999999, "start": "soon", "in": 1e400,
              "out": 1e300, "genre": ["a", 1], "chapters": [ { "title": "no start" }, { "start": 5, "end": 1, "x": 1 }, 7 ],
              "segments": [ { "start": 1, "end": 2 }, { "start": 3, "end": 2, "kind": "recap" } ], "next": { "title": "x" },
              "markers": {}, "custom": [] }
            """
        let reading = DescriptionJSON.read(Array(text.utf8), name: "f.mediad.json")
        var fields = MediaDetails.Fields()
        fields.album = "A"
        fields.chapters = [Chapter(start: MediaTime(seconds: 5) ?? .zero)]
        fields.segments = []
        #expect(reading.fields == fields)
        // Ten sentences, and how many more.
        #expect(reading.problems.count == 11)
        #expect(reading.problems.first == "f.mediad.json, chapters[0].start: it is missing")
        #expect(reading.problems.allSatisfy { $0.hasPrefix("f.mediad.json") })
    }

    @Test(arguments: [
        ("{\"tilte\": 1}", "f, tilte: unknown key"),
        ("{\"title\": 1}", "f, title: it is not a string"),
        ("{\"in\": 1e400}", "f, in: it is not a time (12.5 or \"1:23.5\")"),
        ("{\"in\": true}", "f, in: it is not a time (12.5 or \"1:23.5\")"),
        ("{\"season\": 1.5}", "f, season: it is not a whole number"),
        ("{\"in\": NaN}", "f: it is not JSON"), ("[]", "f: it is not an object"), ("", "f: it is not JSON"),
        ("{\"custom\":" + String(repeating: "[", count: 100_000), "f: it is nested deeper than 32"),
    ]) func everyMistakeIsASentence(text: String, sentence: String) {
        #expect(DescriptionJSON.read(Array(text.utf8), name: "f").problems == [sentence])
    }

    /// One step inside of ``DescriptionLimits``, and one outside; in what a client may say as well there are their own tests.
    @Test(arguments: [
        ("artist", DescriptionLimits.texts, "it has more than 1000 entries, the rest is left out"),
        ("genre", DescriptionLimits.texts, "it has more than 1000 entries, the rest is left out"),
        ("markers", DescriptionLimits.groups, "it has more than 100 entries, the rest is left out"),
        ("chapters", 5_000, "it has more than 5000 entries, the rest is left out"),
        ("segments", 50, "it has more than 50 entries, the rest is left out"),
        ("markers[0].markers", 50, "it has more than 50 entries, the rest is left out"),
        (
            "chapters[0].titles", DescriptionLimits.languages,
            "it has more than 100 entries, the rest is left out"
        ),
        ("depth", DescriptionLimits.customDepth, "it is nested deeper than 16, and is left out"),
        ("values", DescriptionLimits.customValues, "it has more than 10000 values, and is left out"),
        ("bytes", DescriptionLimits.customBytes, "it has more than 256 KiB of text, and is left out"),
        ("artwork", DescriptionLimits.address, "a link in it is longer than 32768 bytes"),
    ]) func whatIsTooMuchIsLeftOut(door: String, limit: Int, sentence: String) {
        func list(_ element: String, _ count: Int) -> String {
            "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        }
        func text(_ size: Int) -> String {
            switch door {
            case "artist", "genre": "{\"\(door)\":\(list("\"a\"", size))}"
            case "segments": "{\"segments\":\(list("{\"start\":0,\"end\":1,\"kind\":\"recap\"}", size))}"
            case "markers[0].markers": "{\"markers\":[{\"title\":\"t\",\"markers\":\(list("{\"start\":0}", size))}]}"
            case "chapters[0].titles":
                "{\"chapters\":[{\"start\":0,\"titles\":{"
                    + (0..<size).map { "\"x-\($0)\":\"t\"" }.joined(separator: ",") + "}}]}"
            case "markers": "{\"markers\":\(list("{\"title\":\"t\"}", size))}"
            case "chapters": "{\"chapters\":\(list("{\"start\":0}", size))}"
            case "depth":
                "{\"custom\":{\"k\":" + String(repeating: "[", count: size - 1)
                    + String(repeating: "]", count: size - 1)
                    + "}}"
            case "values": "{\"custom\":{\"k\":\(list("0", size - 1))}}"
            case "bytes": "{\"custom\":{\"k\":\"\(String(repeating: "x", count: size - 1))\"}}"
            default: "{\"artwork\":\"http:\(String(repeating: "x", count: size - 5))\"}"
            }
        }
        func reading(_ size: Int) -> DescriptionJSON.Reading {
            var limits = ProbeLimits()
            // All marks have the same one; to read 5,000 of each takes long.
            if limit == 50 { limits.chapters = limit }
            var notes = SidecarNotes(
                name: "f", source: "mediad", folder: SidecarFolder(Array("/media".utf8)), limits: limits)
            return DescriptionJSON.read(SidecarText(Array(text(size).utf8)), into: &notes)
        }
        #expect(reading(limit).problems == [])
        let key = ["depth", "values", "bytes"].contains(door) ? "custom" : door
        #expect(reading(limit + 1).problems == ["f, \(key): \(sentence)"])
    }

    @Test(arguments: [16_384, 16_385]) func textsAreCut(length: Int) {
        let text = String(repeating: "x", count: length)
        let reading = DescriptionJSON.read(
            Array("{\"title\":\"\(text)\",\"description\":\"\(text)\",\"genre\":[\"\(text)\"]}".utf8), name: "f")
        #expect(reading.fields.title?.utf8.count == 16_384)
        #expect(reading.fields.description?.utf8.count == 16_384)
        #expect(reading.fields.genre?.map(\.utf8.count) == [16_384])
        #expect(reading.problems == [])
    }

    @Test(arguments: [64, 65]) func aLanguageIsShort(length: Int) {
        let tag = String(repeating: "x", count: length)
        let reading = DescriptionJSON.read(
            Array("{\"chapters\":[{\"start\":0,\"titles\":{\"\(tag)\":\"t\"}}]}".utf8), name: "f")
        #expect(reading.fields.chapters?.first?.titles.map(\.language) == (length == 64 ? [tag] : []))
        #expect(reading.problems.count == length - 64)
        #expect(reading.problems.allSatisfy { $0.hasSuffix(": it is not a language") })
    }

    /// What `mediactl inspect --json` found in a file can be given to the daemon.
    @Test func whatIsFoundCanBeSent() {
        #expect(ProbeLimits().chapters <= DescriptionLimits.marks)
        #expect(ProbeLimits().text <= DescriptionLimits.text)
        #expect(MediaProbe.largestImage > FLACPicture.largestCopied)
        #expect(FLACPicture.largestCopied * 4 / 3 + 100 < DescriptionLimits.picture)
    }

    @Test func aSidecarsReferencesStayInItsFolder() {
        var notes = SidecarNotes(
            name: "f", source: "mediad", folder: SidecarFolder(Array("/media".utf8)), limits: ProbeLimits())
        let reading = DescriptionJSON.read(
            SidecarText(
                Array(
                    """
                    { "artwork": "../a.png", "chapters": [ { "start": 0, "image": "c.png", "url": "file:///etc/passwd" } ],
                      "next": { "uri": "rtsp://example.org/x", "artwork": "n.png" } }
                    """.utf8)), into: &notes)
        #expect(reading.fields.artwork == nil)
        #expect(reading.fields.chapters?.first?.image == .uri("file:///media/c.png"))
        #expect(reading.fields.chapters?.first?.url == nil)
        #expect(reading.fields.chapters?.first?.source == "mediad")
        #expect(reading.fields.next?.uri == "rtsp://example.org/x")
        #expect(reading.fields.next?.artwork == "file:///media/n.png")
        #expect(
            reading.problems == [
                "f, chapters[0].url: 'file:///etc/passwd' is outside the folder of the item",
                "f, artwork: '../a.png' is outside the folder of the item",
            ])
    }

    @Test(arguments: ["testbin://video", "appsrc://", "v4l2:///dev/video0", "dvb://x", "javascript:x"])
    func aSidecarsMediaHaveTheUsualSchemes(uri: String) {
        var notes = SidecarNotes(
            name: "f", source: "mediad", folder: SidecarFolder(Array("/media".utf8)), limits: ProbeLimits())
        let reading = DescriptionJSON.read(
            SidecarText(
                Array(
                    """
                    { "next": { "uri": "\(uri)" }, "interstitials": [ { "at": 5, "uris": ["\(uri)", "https://s/ad.mp4"] } ] }
                    """.utf8)), into: &notes)
        #expect(reading.fields.next == nil)
        #expect(reading.fields.interstitials?.first?.uris == ["https://s/ad.mp4"])
        #expect(
            reading.problems.contains { $0.contains("has a scheme that a sidecar cannot use") }, "\(reading.problems)")
    }

    @Test func everyFieldIsWrittenByKey() {
        let reading = DescriptionJSON.read(Array(Self.whole.utf8), name: "x")
        var fields = reading.fields
        fields.chapters?[0].source = "matroska"
        let item = InspectedItem(
            description: MediaDescription(uri: "file:///media/film.mkv", details: MediaDetails(fields)),
            duration: MediaTime(nanoseconds: 1_300_000_000_600), container: "matroska", problems: ["a \"b\"\u{1}"])
        #expect(
            DescriptionJSON.text(item) == """
                {"album":"B","artist":["A"],"artwork":"https://example.org/a.png",\
                "chapters":[{"end":60,"hidden":true,"id":"7","image":"https://example.org/c.png","level":1,\
                "source":"matroska","start":0,"title":"Cold open","titles":{"en":"Cold open","fr":"Début"},\
                "url":"https://example.org"}],"container":"matroska","contentRating":"12",\
                "custom":{"big":9007199254740993,"list":[1,2.5,"x",true,null]},"date":"2026-11-21",\
                "description":"one\\ntwo","duration":1300.000001,"episode":2,"genre":["G","H"],"identifier":"i","in":3,\
                "interstitials":[{"at":600,"id":"m","once":true,"playoutLimit":30,"restrict":["skip"],\
                "resumeOffset":5,"uris":["https://example.org/ad"]},{"cue":"pre","uris":["file:///media/ad.mkv"]}],\
                "language":"en","locales":["en","fr"],"markers":[{"markers":[{"start":754,"title":"1-0"}],"title":"Goals"}],\
                "next":{"artwork":"https://example.org/n.png","automaticAcceptanceInterval":-1,"contentRating":"12",\
                "description":"D","genre":["G"],"presentAt":-10,"subtitle":"O","title":"N","uri":"https://example.org/n"},"out":1290.000001,\
                "problems":["a \\"b\\"\\u0001"],"season":1,\
                "segments":[{"action":"ask","end":95.2,"kind":"opening-credits","linear":true,"start":60,\
                "title":"Titles"}],\
                "start":12.5,"subtitle":"S","timed":[{"X-ANY":"t","X-N":2.5,"class":"c","end":40,"id":"7",\
                "start":30}],"title":"T","track":3,"uri":"file:///media/film.mkv"}
                """)
    }

    @Test func whatWasWrittenIsReadBack() {
        let fields = DescriptionJSON.read(Array(Self.whole.utf8), name: "x").fields
        let item = InspectedItem(
            description: MediaDescription(uri: "u:v", details: MediaDetails(fields)), duration: time(5), container: "x")
        let again = DescriptionJSON.read(Array(DescriptionJSON.text(item).utf8), name: "x")
        #expect(again == DescriptionJSON.Reading(uri: "u:v", fields: fields))
    }

    @Test(arguments: [
        (Int64(0), "0"), (1, "0"), (-1, "0"), (500, "0.000001"), (100_000_000, "0.1"), (-10_500_000_000, "-10.5"),
        (.max, "9223372036.854776"), (.min, "-9223372036.854776"), (30_000_000_000, "30"),
    ]) func secondsHaveNoNoise(nanoseconds: Int64, text: String) {
        let seconds = JSONSeconds(MediaTime(nanoseconds: nanoseconds))
        #expect(JSONMembers(["time": seconds]).text == "{\"time\":\(text)}")
    }
}
