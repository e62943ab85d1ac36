import DBusKit
import PlayerCore
import PlayerService
import TestSupport
import Testing

@Suite("Live1 and TimedMetadata1", .playerctld)
struct StreamInterfaceTests {
    private static let noon: Int64 = 1_795_000_000_000_000

    /// A live stream with a window from 60 to 90 s, of which 60 s is noon.
    private static func player() -> Player {
        let now = MonotonicTime(nanoseconds: 0)
        var player = Player(firstID: 1, seed: 1)
        let (_, outcome) = player.handle(.openURI("http://a/live.m3u8"), from: .person, now: now)
        var timeline = StreamTimeline()
        timeline.isLive = true
        timeline.window = TimeRange(
            start: MediaTime(microseconds: 60_000_000), end: MediaTime(microseconds: 90_000_000))
        timeline.dates = [StreamTimeline.DateAnchor(time: MediaTime(microseconds: 60_000_000), date: noon)]
        var range = TimedRange(start: MediaTime(microseconds: 80_000_000), className: "c")
        range.id = "a"
        range.startDate = noon + 20_000_000
        range.plannedDuration = MediaTime(microseconds: 5)
        range.attributes = ["X-T": .text("t"), "X-N": .number(2), "X-B": .bytes([1, 255])]
        timeline.ranges = [range]
        for case .engine(.prepare(let generation, _)) in outcome.effects {
            let item = PreparedItem(duration: nil, isSeekable: true, isLive: false, hasVideo: false)
            let start = PositionAnchor.standing(at: MediaTime(microseconds: 70_000_000))
            for event in [EngineEvent.prepared(generation, item), .timelineChanged(generation, timeline)] {
                _ = player.handle(.engine(event), now: now)
            }
            _ = player.handle(.engine(.started(generation, start)), now: now)
        }
        return player
    }

    private func failure(_ rig: Rig, _ member: String, _ arguments: [DBusValue] = []) -> DBusError? {
        rig.failure { () throws(DBusError) in try rig.own("Live1", member, arguments) }
    }

    @Test("With an empty queue every property has its type")
    func none() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        let live = try rig.all("org.mediad.Live1", own: true)
        #expect(live["IsLive"] == false && live["LiveOffset"] == .int64(-1) && live["Date"] == .int64(-1))
        #expect(live["SeekableRange"] == .structure([.int64(0), .int64(0)]) && live.count == 4)
        let timed = try rig.all("org.mediad.TimedMetadata1", own: true)
        #expect(timed["Ranges"] == .array("(xxsa{sv})", []) && timed["Current"] == .array("u", []) && timed.count == 2)
        #expect(failure(rig, "GoLive")?.name == "org.mediad.Error.NotPossible")
        #expect(failure(rig, "SeekToDate", [.int64(0)])?.name == "org.mediad.Error.NotPossible")
    }

    @Test("The edge, the window and the date of a live stream")
    func live() async throws {
        let rig = try await Rig(core: Self.player())
        let live = try rig.all("org.mediad.Live1", own: true)
        #expect(live["IsLive"] == true)
        #expect(live["SeekableRange"] == .structure([.int64(60_000_000), .int64(90_000_000)]))
        #expect(failure(rig, "SeekToDate", [.int64(Self.noon - 1)])?.isStandard(.invalidArgs) == true)
        #expect(failure(rig, "SeekToDate", [.int64(.max)])?.isStandard(.invalidArgs) == true)
        try rig.own("Live1", "SeekToDate", [.int64(Self.noon + 15_000_000)])
        #expect(try rig.get("Position") == .int64(75_000_000))
        #expect(try rig.ownProperty("Live1", "Date") == .int64(Self.noon + 15_000_000))
        #expect(try rig.ownProperty("Live1", "LiveOffset") == .int64(15_000_000))
        try rig.own("Live1", "GoLive")
        #expect(try rig.ownProperty("Live1", "LiveOffset") == .int64(1_000_000))
    }

    @Test("Ranges with all that is known of them; a seek into one announces it")
    func ranges() async throws {
        let rig = try await Rig(core: Self.player())
        let extras: [String: DBusValue] = [
            "id": "a", "startDate": .int64(Self.noon + 20_000_000), "plannedDuration": .int64(5), "X-T": "t",
            "X-N": .double(2), "X-B": .bytes([1, 255]),
        ]
        #expect(
            try rig.ownProperty("TimedMetadata1", "Ranges")
                == .array(
                    "(xxsa{sv})", [.structure([.int64(80_000_000), .int64(-1), "c", .properties(extras)])]))
        try rig.forgetSignals()
        try rig.own("Live1", "GoLive")
        let signals = try rig.signals()
        let changed = signals.filter { $0.changedInterface == "org.mediad.TimedMetadata1" }.map(\.changed)
        #expect(changed == [["Current": .array("u", [.uint32(0)])]])
        let told = signals.filter { $0.interface == "org.mediad.TimedMetadata1" }
        #expect(told.map(\.member) == ["Entered"] && told.first?.arguments == [.uint32(0)])
    }

    @Test("An interstitial is a track of its own, and Segments1 says which")
    func interstitial() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        let item: [String: DBusValue] = [
            "uri": "file:///film.mkv",
            "interstitials": .propertyLists([
                ["id": "pre", "cue": "pre", "uris": .strings(["file:///ad.mkv"]), "restrict": .strings(["skip"])]
            ]),
        ]
        try rig.queue("Replace", [.propertyLists([item]), .properties(["play": true])])
        let told = try rig.ownProperty("Segments1", "Interstitial").asDictionary ?? [:]
        #expect(told["id"] == "pre" && told["index"] == .uint32(0) && told["count"] == .uint32(1))
        #expect(told["canSkip"] == false && told["remaining"] == .int64(-1))
        let track = rig.metadata["mpris:trackid"]?.asString ?? ""
        #expect(track.hasPrefix("/org/mediad/track/interstitial/"), "\(track)")
        #expect(try rig.get("CanGoNext") == false && rig.get("CanSeek") == false)
        #expect(try rig.ownProperty("Queue1", "CurrentIndex") == .int32(0))
        #expect(try rig.ownProperty("Queue1", "Length") == .uint32(1))
        try rig.call("Stop")
        #expect(try rig.ownProperty("Segments1", "Interstitial") == .properties([:]))
        #expect(rig.metadata["mpris:trackid"]?.asString?.contains("interstitial") == false)
    }
}
