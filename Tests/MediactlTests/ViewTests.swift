import DBusKit
import MediaProbe
import Testing

@testable import mediactl

@Suite struct ViewTests {
    private static let player: [String: DBusValue] = [
        "PlaybackStatus": "Playing", "Position": .int64(83_500_000), "Rate": .double(1), "Volume": .double(0.5),
        "LoopStatus": "Track", "Shuffle": true,
        "Metadata": .properties([
            "xesam:title": "One\u{1B}[2J", "xesam:artist": .strings(["A", "B"]), "mpris:length": .int64(754_000_000),
            "xesam:url": "file:///one.mkv",
        ]),
    ]

    private static let queue: [String: DBusValue] = [
        "Length": .uint32(5), "CurrentIndex": .int32(1), "Error": .properties([:]),
    ]

    @Test func statusIsShown() {
        let status = StatusView(
            player: Self.player, queue: Self.queue,
            session: ["Sinks": .properties(["audio": "pulsesink", "video": "none"])])
        #expect(
            status.lines == [
                "status    playing", "title     One [2J", "artist    A, B", "item      2 of 5",
                "position  1:23 / 12:34", "rate      1", "volume    50 %", "loop      track", "shuffle   on",
                "sinks     audio pulsesink", "uri       file:///one.mkv",
            ])
    }

    @Test(
        "status tells what playback waits for, and for how long",
        arguments: [
            ("server", 12, "for the server (12 s so far)"), ("sound", 0, "for the sound server (0 s so far)"),
            ("file", 75, "for the file (1:15 so far)"), ("server", -9, "for the server (0 s so far)"),
        ] as [(String, Int64, String)])
    func waiting(cause: String, seconds: Int64, text: String) {
        let now: Int64 = 1_795_000_000_000_000
        var queue = Self.queue
        queue["Waiting"] = .properties(["for": .string(cause), "since": .int64(now - seconds * 1_000_000)])
        let status = StatusView(player: Self.player, queue: queue, session: nil, now: now)
        #expect(status.lines.prefix(2) == ["status    playing", "waiting   \(text)"])
        #expect(StatusTemplate("{{status}} {{waiting}}").filled(with: status) == "playing \(text)")
        #expect(
            status.json.text(isPretty: false).contains(#""waiting":{"for":"\#(cause)","time":\#(max(0, seconds))}"#))
    }

    @Test func sinksThatAreNotUsedAreHidden() {
        let status = StatusView(
            player: Self.player, queue: nil, session: ["Sinks": .properties(["audio": "none", "video": "none"])])
        #expect(!status.lines.contains { $0.hasPrefix("sinks") })
        #expect(status.json.text(isPretty: false).contains(#""sinks":{"audio":"none","video":"none"}"#))
    }

    @Test(arguments: [
        ("file:///a/%C3%A4%20%231%25.mkv", "file:///a/ä #1%25.mkv"), ("file:///a%0Ab%FF", "file:///a%0Ab%FF"),
        ("https://e.org/%C3%A4%20b%2Fc?x=%26&y=%E2%82%AC", "https://e.org/ä b%2Fc?x=%26&y=€"),
        ("http://e.org/100%", "http://e.org/100%"),
        ("a%20b", "a%20b"),
    ]) func addressesAreReadable(uri: String, shown: String) {
        #expect(URIText.shown(uri) == shown)
    }

    /// Rows: the current index, whether it repeats, whether it is shuffled, the order of play; the next index.
    @Test(
        arguments: [
            (0, "None", false, nil, 1), (4, "None", false, nil, nil), (4, "Playlist", false, nil, 0),
            (1, "None", true, nil, nil),
            (1, "None", true, [3, 1, 4, 0, 2], 4), (2, "Playlist", true, [3, 1, 4, 0, 2], nil),
            (-1, "None", false, nil, nil),
        ] as [(Int32, String, Bool, [UInt32]?, UInt32?)])
    func theNextItemIsThatOfTheOrderOfPlay(
        current: Int32, loop: String, isShuffled: Bool, order: [UInt32]?, next: UInt32?
    ) {
        var queue: [String: DBusValue] = ["Length": .uint32(5), "CurrentIndex": .int32(current)]
        if let order { queue["Order"] = .array("u", order.map { .uint32($0) }) }
        #expect(NextItem.indices(queue, ["LoopStatus": .string(loop), "Shuffle": .boolean(isShuffled)]).first == next)
    }

    @Test func displayTimeIsShownWhereInterstitialsAreCollapsed() {
        let segments: [String: DBusValue] = [
            "Segments": .array("(xxsa{sv})", [.chapter(10, 40, "interstitial", ["action": "announce"])]),
            "DisplayPosition": .int64(53_500_000), "DisplayDuration": .int64(724_000_000),
        ]
        let status = StatusView(player: Self.player, queue: nil, session: nil, segments: segments)
        #expect(status.lines.contains("position  0:53 / 12:04"), "\(status.lines)")
        let json = status.json.text(isPretty: false)
        #expect(json.contains(#""displayDuration":724,"displayPosition":53.5,"duration":754,"#), "\(json)")
    }

    @Test(
        arguments: [
            (
                ["IsLive": true], ["mediad:station": "Radio 1"], false, false,
                "a station, Radio 1: it is live and cannot be sought"
            ),
            (["IsLive": true], [:], false, false, "live: it cannot be sought"),
            (["IsLive": true, "LiveOffset": .int64(5_000_000)], [:], true, false, "0:05 behind the live edge"),
            (
                ["IsLive": false], ["mpris:length": .int64(90_000_000)], true, true,
                "a recording that is being written, 0:07 behind its end"
            ),
            (["IsLive": false], [:], true, false, "not live"),
            (
                ["IsLive": false], ["mediad:station": "Radio 1"], false, false,
                "a station, Radio 1: it cannot be sought"
            ),
        ] as [([String: DBusValue], [String: DBusValue], Bool, Bool, String)])
    func whatIsLiveIsToldApart(
        live: [String: DBusValue], metadata: [String: DBusValue], canSeek: Bool, isGrowing: Bool, line: String
    ) {
        let player: [String: DBusValue] = [
            "CanSeek": .boolean(canSeek), "Metadata": .properties(metadata), "Position": .int64(83_000_000),
        ]
        #expect(LiveView(live, player: player, isGrowing: isGrowing).lines.first == line)
    }

    @Test func statusIsJSON() {
        let status = StatusView(player: Self.player, queue: Self.queue, session: nil)
        #expect(
            status.json.text(isPretty: false)
                == """
                {"artist":["A","B"],"count":5,"duration":754,"item":2,"loop":"track","position":83.5,"rate":1,\
                "shuffle":true,"status":"playing","title":"One\\u001b[2J","uri":"file:///one.mkv","volume":0.5}
                """)
    }

    @Test func anOlderDaemonLeavesGaps() {
        let status = StatusView(player: [:], queue: nil, session: nil)
        #expect(status.lines == ["status  stopped"])
    }

    @Test func errorsAreShown() {
        let queue: [String: DBusValue] = [
            "Length": .uint32(0), "CurrentIndex": .int32(-1),
            "Error": .properties(["code": .int32(2003), "message": "there is no such file", "uri": "file:///x"]),
        ]
        let status = StatusView(player: ["PlaybackStatus": "Stopped"], queue: queue, session: nil)
        #expect(
            status.lines == [
                "status  stopped", "item    the queue is empty", "error   there is no such file (2003): file:///x",
            ])
    }

    @Test func templatesAreFilled() {
        let status = StatusView(player: Self.player, queue: Self.queue, session: nil)
        #expect(
            StatusTemplate("{{status}}: {{ title }} {{position}}/{{duration}}{{album}} {{").filled(with: status)
                == "playing: One [2J 1:23/12:34 {{")
        #expect(StatusTemplate("{{artist}}{{nobody}}").unknownName == "nobody")
    }

    @Test func itemsHaveNamesAndProblems() {
        let failed = ItemView(
            number: 12, isCurrent: false,
            fields: [
                "uri": "file:///a%20b.mkv", "state": "failed", "error": .properties(["message": "no decoder"]),
            ])
        #expect(failed.cells.map(\.text) == [" ", "12", "a b.mkv (failed: no decoder)", ""])
        let current = ItemView(
            number: 1, isCurrent: true,
            fields: ["uri": "x", "title": "T", "artist": .strings(["A"]), "duration": .int64(61_000_000)])
        #expect(current.cells.map(\.text) == [">", "1", "T – A", "1:01"])
        #expect(
            current.json.text(isPretty: false)
                == "{\"artist\":[\"A\"],\"current\":true,\"duration\":61,\"number\":1,\"title\":\"T\",\"uri\":\"x\"}")
    }

    @Test func tracksAreListedWithWhatTheyAreForAndWhyTheyPlay() throws {
        let listing = TrackListing([
            "Audio": .array("(usa{sv})", [.structure([.uint32(0), "ja", .properties(["selected": true])])]),
            "Subtitles": .array(
                "(usa{sv})",
                [
                    .structure([.uint32(0), "en", .properties(["forced": true])]),
                    .structure([.uint32(1), "en", .properties(["hearing-impaired": true])]),
                    .structure([.uint32(1_000), "en-GB", .properties(["external": true, "codec": "SubRip"])]),
                    .structure([.uint32(1_001), "en", .properties([:])]),
                ]),
            "Reasons": .dictionary("ss", [DBusEntry("audio", "It is the only one.")]),
        ])
        #expect(
            listing.lines == [
                "audio      >  1  ja", "subtitles     1  en     forced", "subtitles     2  en     hearing-impaired",
                "subtitles     3  en-GB  SubRip, external", "subtitles     4  en", "audio: It is the only one.",
            ])
        #expect(try listing.id(.language("en-US"), of: "subtitles") == 1_001)
        #expect(try listing.id(.language("en-GB"), of: "subtitles") == 1_000)
        #expect(try listing.id(.number(2), of: "subtitles") == 1)
        #expect(throws: Failure.self) { try listing.id(.language("fr"), of: "subtitles") }
    }

    @Test(arguments: [
        ("2", TrackArgument.number(2)), ("pt_BR", .language("pt-BR")), ("ger", .language("de")),
        ("Français", .language("fr")),
    ])
    func tracksAreNamedByNumberOrLanguage(text: String, track: TrackArgument) {
        #expect(TrackArgument(argument: text) == track)
    }

    @Test(arguments: ["0", "-1", "", "english please", "xx", "und"]) func otherWordsAreNoTracks(text: String) {
        #expect(TrackArgument(argument: text) == nil)
    }

    @Test func tracksAreListed() {
        let listing = TrackListing([
            "Audio": .array(
                "(usa{sv})",
                [
                    .structure([.uint32(0), "en", .properties(["codec": "Opus", "selected": true])]),
                    .structure([.uint32(1), "de", .properties(["title": "Kommentar", "default": true])]),
                ]),
            "Subtitles": .array("(usa{sv})", [.structure([.uint32(0), "fr", .properties([:])])]),
            "CurrentSubtitles": .int32(0),
        ])
        #expect(
            listing.lines == [
                "audio      >  1  en  Opus", "audio         2  de  Kommentar, default", "subtitles  >  1  fr",
            ])
        #expect(
            listing.json.text(isPretty: false).hasPrefix(
                #"{"audio":[{"codec":"Opus","id":0,"language":"en","number":1,"selected":true},"#))
    }

    @Test func eventsAreJSON() throws {
        let changed = try #require(
            EventView(
                BusSignalMessage(
                    sender: ":1.2", path: "/p", interface: "org.freedesktop.DBus.Properties",
                    member: "PropertiesChanged",
                    arguments: ["org.mediad.Queue1", .properties(["Length": .uint32(2)]), .strings([])]), time: 1.5))
        #expect(
            changed.json.text(isPretty: false)
                == """
                {"changed":{"Length":2},"event":"PropertiesChanged","interface":"org.mediad.Queue1","path":"/p",\
                "time":1.5}
                """)
        let seeked = EventView(
            BusSignalMessage(
                sender: ":1.2", path: "/p", interface: "i.p", member: "Seeked", arguments: [.int64(2_500_000)]),
            time: 0)
        #expect(
            seeked?.json.text(isPretty: false)
                == "{\"event\":\"Seeked\",\"interface\":\"i.p\",\"path\":\"/p\",\"position\":2.5,\"time\":0}")
        let owner = BusSignalMessage(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", arguments: ["org.mediad.Player1", ":1.2", ""])
        #expect(
            EventView(owner, time: 0)?.json.text(isPretty: false)
                == "{\"event\":\"Vanished\",\"name\":\"org.mediad.Player1\",\"time\":0}")
    }

    @Test func oddValuesAreStillJSON() {
        #expect(JSONValue(.double(.nan)).text(isPretty: false) == "null")
        #expect(JSONValue(DBusValue.int64(-1)).text(isPretty: false) == "null")
        #expect(JSONValue(DBusValue.bytes([1, 2])).text(isPretty: false) == "[1,2]")
    }
}
