import DBusKit
import PlayerCore
import Testing

@Suite("Descriptions over the bus", .playerctld)
struct DescriptionTests {
    /// Every field of the contract, as a client sends it.
    private static let full: [String: DBusValue] = [
        "uri": "file:///a.mkv", "identifier": "id", "title": "T", "subtitle": "S", "description": "D",
        "genre": .strings(["g"]), "contentRating": "PG", "language": "en", "artist": .strings(["a", "b"]),
        "album": "A", "track": .int32(3), "season": .int32(1), "episode": .int32(-2), "date": "2026-11-21",
        "artwork": "file:///a.png",
        "start": .int64(12_500_000), "in": .int64(3), "out": .int64(1_290_000_000),
        "chapters": .propertyLists([
            [
                "start": .int64(0), "end": .int64(60), "title": "Cold open", "titles": .properties(["fr": "É"]),
                "image": "i", "url": "u",
            ]
        ]),
        "markers": .propertyLists([
            ["title": "Goals", "markers": .propertyLists([["start": .int64(754), "title": "1-0"]])]
        ]),
        "segments": .propertyLists([
            [
                "start": .int64(60), "end": .int64(95), "kind": "opening-credits", "action": "ask", "title": "t",
                "linear": true,
            ]
        ]),
        "parts": .propertyLists([["uri": "file:///1.mp3", "title": "One", "duration": .int64(60_000_000)]]),
        "interstitials": .propertyLists([
            [
                "id": "m", "at": .int64(600), "uris": .strings(["file:///ad.mkv"]), "resumeOffset": .int64(5),
                "playoutLimit": .int64(30), "restrict": .strings(["skip", "jump"]), "once": true,
            ], ["cue": "pre", "uris": .strings(["file:///ad.mkv", "https://example.org/ad"])],
        ]),
        "timed": .propertyLists([
            [
                "start": .int64(30), "end": .int64(40), "class": "c", "id": "7", "X-TEXT": "t",
                "X-NUMBER": .double(2.5),
                "X-BYTES": .bytes([0, 255]),
            ]
        ]),
        "next": .properties([
            "uri": "file:///b.mkv", "title": "N", "subtitle": "s", "artwork": "w", "description": "d",
            "genre": .strings(["g"]), "contentRating": "PG", "presentAt": .int64(-10),
            "automaticAcceptanceInterval": .double(-1),
        ]),
        "custom": .properties([
            "b": true, "i": .int64(1), "d": .double(0.5), "s": "x", "l": .array("v", [.variant(.int64(1))]),
            "o": .properties(["deep": .properties(["er": "y"])]),
        ]),
    ]

    private func insert(_ rig: Rig, _ item: [String: DBusValue]) -> DBusError? {
        rig.failure { () throws(DBusError) in try rig.queue("Insert", [.propertyLists([item]), .uint32(.max)]) }
    }

    @Test("Every field of the contract comes back from Items as it was sent")
    func roundTrip() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        #expect(insert(rig, Self.full) == nil)
        var item = try rig.queue("Items", [.uint32(0), .uint32(1)]).first?.asDictionaries?.first ?? [:]
        #expect(item.removeValue(forKey: "item") != nil && item.removeValue(forKey: "state") == "idle")
        #expect(item.removeValue(forKey: "duration") == .int64(60_000_000), "that of its parts")
        #expect(Set(item.keys) == Set(Self.full.keys))
        for (key, value) in Self.full { #expect(item[key] == value, "\(key)") }
    }

    @Test("Unknown keys are refused by name, at every depth, and nothing is taken")
    func unknownKeys() async throws {
        let rig = try await Rig()
        let start: [String: DBusValue] = ["start": .int64(0), "startTime": .int64(0)]
        let titles: [String: DBusValue] = ["start": .int64(0), "titles": .properties(["fr": .int32(1)])]
        let wrong: [(String, DBusValue, String)] = [
            ("Title", "x", "Title"), ("url", "x", "url"), ("item", .objectPath("/x"), "item"), ("", "x", ""),
            ("chapters", .propertyLists([start]), "chapters[0].startTime"),
            ("chapters", .propertyLists([titles]), "chapters[0].titles.fr"),
            ("markers", .propertyLists([["startTime": "x"]]), "markers[0].startTime"),
            ("markers", .propertyLists([["markers": .propertyLists([start])]]), "markers[0].markers[0].startTime"),
            ("interstitials", .propertyLists([start]), "interstitials[0].start"),
            ("timed", .propertyLists([start]), "timed[0].startTime"),
            ("timed", .propertyLists([["start": .int64(0), "X-LIST": .strings(["x"])]]), "timed[0].X-LIST"),
            ("timed", .propertyLists([["start": .int64(2), "end": .int64(1)]]), "timed[0]"),
            ("segments", .propertyLists([start]), "segments[0].startTime"), ("next", .properties(start), "next.start"),
        ]
        for (key, value, place) in wrong {
            let failure = insert(rig, ["uri": "file:///a", key: value])
            #expect(failure?.isStandard(.invalidArgs) == true, "\(key)")
            #expect(failure?.message.contains("'\(place)'") == true, "\(place)")
        }
        #expect(rig.player.commands.isEmpty)
    }

    @Test("Wrong types are refused, naming the key and the type it has")
    func wrongTypes() async throws {
        let rig = try await Rig()
        let number: DBusValue = .int32(1)
        for (key, value) in Self.full where key != "custom" {
            let wrong: DBusValue = value.asString == nil ? "text" : number
            let failure = insert(rig, ["uri": "file:///a"].merging([key: wrong]) { $1 })
            #expect(failure?.isStandard(.invalidArgs) == true, "\(key)")
            #expect(failure?.message.contains("'\(key)'") == true, "\(failure?.message ?? "")")
        }
        #expect(insert(rig, ["uri": "file:///a", "season": .int64(1 << 40)]) != nil)
        #expect(insert(rig, ["uri": "file:///a", "artist": .array("i", [number])]) != nil)
        #expect(rig.player.commands.isEmpty)
    }

    @Test("What is required and missing is named, and which item it was")
    func missing() async throws {
        let rig = try await Rig()
        #expect(insert(rig, ["title": "x"])?.message.contains("'uri'") == true)
        let wrong: [(String, DBusValue, String)] = [
            ("chapters", .propertyLists([["title": "x"]]), "start"),
            ("segments", .propertyLists([["start": .int64(0), "end": .int64(1)]]), "kind"),
            ("segments", .propertyLists([["start": .int64(0), "kind": "x"]]), "end"),
            ("next", .properties(["title": "x"]), "uri"), ("timed", .propertyLists([["class": "x"]]), "start"),
            ("parts", .propertyLists([["uri": "file:///1.mp3"]]), "duration"),
            ("parts", .propertyLists([["uri": "file:///1.mp3", "duration": .int64(0)]]), "parts[0]"),
            ("parts", .propertyLists([["duration": .int64(1)]]), "uri"),
            ("interstitials", .propertyLists([["at": .int64(0)]]), "uris"),
            ("interstitials", .propertyLists([["uris": .strings(["file:///a"])]]), "cue"),
        ]
        for (key, value, name) in wrong {
            #expect(insert(rig, ["uri": "file:///a", key: value])?.message.contains("'\(name)'") == true)
        }
        let failure = rig.failure { () throws(DBusError) in
            try rig.queue("Insert", [.propertyLists([["uri": "file:///a"], ["uri": "nonsense"]]), .uint32(0)])
        }
        #expect(failure?.message.contains("Item 2 of 2: ") == true)
        #expect(rig.player.commands.isEmpty)
    }

    @Test("Error texts stay short whatever is sent")
    func shortErrors() async throws {
        let rig = try await Rig()
        let long = String(repeating: "ä", count: 100_000)
        for item in [["uri": .string(long)], ["uri": "file:///a", long: "x"]] as [[String: DBusValue]] {
            let failure = insert(rig, item)
            #expect(failure?.isStandard(.invalidArgs) == true)
            #expect((failure?.message.utf8.count ?? .max) < 500)
        }
    }
}
