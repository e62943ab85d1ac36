import DBusKit
import PlayerCore
import PlayerService
import TestSupport
import Testing

@Suite("Segments1", .playerctld)
struct SegmentsTests {
    private func rig(_ segments: [[String: DBusValue]] = []) async throws -> Rig {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        let item: [String: DBusValue] = ["uri": "file:///a.flac", "segments": .propertyLists(segments)]
        try rig.queue("Replace", [.propertyLists([item]), .properties(["play": true])])
        return rig
    }

    private func failure(_ rig: Rig, _ member: String, _ arguments: [DBusValue] = []) -> DBusError? {
        rig.failure { () throws(DBusError) in try rig.own("Segments1", member, arguments) }
    }

    private static func list(_ segments: DBusValue...) -> DBusValue { .array("(xxsa{sv})", segments) }

    private static func segment(
        _ start: Int64, _ end: Int64, _ kind: String, _ extras: [String: DBusValue] = [:]
    ) -> DBusValue {
        .structure([.int64(start), .int64(end), .string(kind), .properties(extras)])
    }

    private static let credits: [String: DBusValue] = [
        "start": .int64(0), "end": .int64(30_000_000), "kind": "opening-credits", "title": "Song",
    ]

    @Test("Without segments every property has its type and says so")
    func none() async throws {
        let all = try await Rig().all("org.mediad.Segments1", own: true)
        #expect(all["Segments"] == Self.list())
        #expect(all["Active"] == .array("u", []))
        #expect(all["Offer"] == .properties([:]))
        #expect(all["RequiresLinearPlayback"] == false)
        #expect(all["DisplayMarks"] == .array("x", []))
        let policies = all["Policies"]?.asDictionary ?? [:]
        #expect(policies["closing-credits"] == "ask")
        #expect(policies["blocked"] == "block")
        #expect(policies.count == 10)
    }

    @Test("An item's segments are listed and offered")
    func listed() async throws {
        let rig = try await rig([Self.credits])
        let expected = Self.segment(
            0, 30_000_000, "opening-credits", ["action": "ask", "source": "description", "title": "Song"])
        #expect(try rig.ownProperty("Segments1", "Segments") == Self.list(expected))
    }

    @Test("What is offered and active is announced, and so are crossings")
    func announced() async throws {
        let rig = try await rig([Self.credits])
        try rig.forgetSignals()
        let kind = SegmentKind.openingCredits
        await rig.publish([
            .segments(.entered(0, kind: kind)),
            .segments(
                .skipped(
                    0, kind: kind, from: MediaTime(microseconds: 5), to: MediaTime(microseconds: 9), reason: .offer)),
            .segments(.unskipped(0, to: MediaTime(microseconds: 5))), .segments(.left(0, kind: kind)),
        ]) {
            $0.segments.active = [0]
            $0.segments.offer = SegmentMachine.Offer(
                index: 0, end: MediaTime(microseconds: 30_000_000), prominentUntil: .zero, isProminent: true)
        }
        #expect(try rig.ownProperty("Segments1", "Active") == .array("u", [.uint32(0)]))
        let offer = try rig.ownProperty("Segments1", "Offer").asDictionary
        #expect(offer?["kind"] == "opening-credits")
        #expect(offer?["end"] == .int64(30_000_000))
        #expect(offer?["prominent"] == true)
        let told = try rig.signals().filter { $0.interface == "org.mediad.Segments1" }
        #expect(told.map(\.member) == ["Entered", "Skipped", "Unskipped", "Left"])
        #expect(told[1].arguments == [.uint32(0), "opening-credits", .int64(5), .int64(9), "offer"])
    }

    @Test("Without an offer Skip, Dismiss and Unskip say so")
    func noOffers() async throws {
        let rig = try await rig()
        #expect(failure(rig, "Skip")?.name == "org.mediad.Error.NoOffer")
        #expect(failure(rig, "Dismiss")?.name == "org.mediad.Error.NoOffer")
        #expect(failure(rig, "Unskip")?.name == "org.mediad.Error.NotPossible")
    }

    @Test("Skip and Unskip are refused where nothing can be sought, and no signal says otherwise")
    func unseekable() async throws {
        var core = Player(firstID: 1, seed: 1)
        let start = MonotonicTime(nanoseconds: 0)
        let end = MediaTime(microseconds: 30_000_000)
        var fields = MediaDetails.Fields()
        fields.segments = [SegmentDescription(start: .zero, end: end, kind: "opening-credits")]
        let item = MediaDescription(uri: "http://a/b.mkv", details: MediaDetails(fields))
        _ = core.handle(.replaceQueue([item], play: true, start: nil, index: 0), from: .person, now: start)
        let generation = Generation(rawValue: 1)
        let prepared = PreparedItem(
            duration: MediaTime(microseconds: 60_000_000), isSeekable: false, isLive: false, hasVideo: false)
        _ = core.handle(.engine(.findingsRead(generation, ItemFindings())), now: start)
        _ = core.handle(.engine(.prepared(generation, prepared)), now: start)
        _ = core.handle(.engine(.started(generation, .standing(at: .zero))), now: start)
        let rig = try await Rig(core: core)
        try rig.forgetSignals()
        #expect(failure(rig, "Skip")?.name == "org.mediad.Error.NotSeekable")
        #expect(failure(rig, "Unskip")?.name == "org.mediad.Error.NotSeekable")
        #expect(try rig.signals().filter { $0.interface == "org.mediad.Segments1" }.isEmpty)
    }

    @Test("SetSegments replaces them; what is wrong is refused by name and nothing is taken")
    func setSegments() async throws {
        let rig = try await rig([Self.credits])
        let wrong: [(DBusValue, String)] = [
            (Self.segment(0, 1, "nonsense"), "nonsense"), (Self.segment(5, 5, "recap"), "ends before it starts"),
            (Self.segment(0, 1, "recap", ["action": "explode"]), "explode"),
            (Self.segment(0, 1, "recap", ["colour": "red"]), "colour"),
        ]
        for (segment, word) in wrong {
            let failure = failure(rig, "SetSegments", [Self.list(segment)])
            #expect(failure?.isStandard(.invalidArgs) == true, "\(word)")
            #expect(failure?.message.contains(word) == true, "\(failure?.message ?? "")")
        }
        try rig.own("Segments1", "SetSegments", [Self.list(Self.segment(1_000_000, 2_000_000, "recap"))])
        let segments = try rig.ownProperty("Segments1", "Segments").asArray ?? []
        #expect(segments.map { $0.asArray?[2] } == ["recap"])
    }

    @Test("Policies are set as a whole; kinds that are not named get their defaults")
    func policies() async throws {
        let rig = try await rig()
        func set(_ policies: [String: String]) -> DBusError? {
            let entries = policies.map { DBusEntry(.string($0.key), .string($0.value)) }
            return rig.failure { () throws(DBusError) in
                try rig.client.set(
                    Rig.ownName, Rig.ownPath, "org.mediad.Segments1", "Policies", to: .dictionary("ss", entries))
            }
        }
        #expect(set(["recap": "auto", "custom:song": "ask"]) == nil)
        var policies = try rig.ownProperty("Segments1", "Policies").asDictionary ?? [:]
        #expect(policies["recap"] == "auto" && policies["custom:song"] == "ask" && policies["blocked"] == "block")
        #expect(set([:]) == nil)
        policies = try rig.ownProperty("Segments1", "Policies").asDictionary ?? [:]
        #expect(policies["recap"] == "ask" && policies["custom:song"] == nil)
        #expect(set(["recap": "maybe"])?.isStandard(.invalidArgs) == true)
        #expect(set(["nonsense": "auto"])?.isStandard(.invalidArgs) == true)
    }

    @Test("Linear playback refuses what would not be linear")
    func linear() async throws {
        let rig = try await rig([Self.credits])
        try rig.own("Segments1", "SetLinearPlayback", [true])
        #expect(try rig.ownProperty("Segments1", "RequiresLinearPlayback") == true)
        #expect(failure(rig, "Skip")?.name == "org.mediad.Error.NotPossible")
        // MPRIS says why, though CanSeek rules it out; going back stays possible.
        let forward = rig.failure { () throws(DBusError) in try rig.call("Seek", [.int64(10_000_000)]) }
        #expect(forward?.name == "org.mediad.Error.NotPossible")
        rig.player.forgetCommands()
        try rig.call("Seek", [.int64(-10_000_000)])
        #expect(rig.player.commands == [.seek(by: MediaTime(microseconds: -10_000_000))])
        try rig.own("Segments1", "SetLinearPlayback", [false])
        #expect(try rig.ownProperty("Segments1", "RequiresLinearPlayback") == false)
    }
}
