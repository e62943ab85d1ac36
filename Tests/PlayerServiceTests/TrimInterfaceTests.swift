import DBusKit
import PlayerCore
import PlayerService
import TestSupport
import Testing

@Suite("Trim1", .playerctld)
struct TrimInterfaceTests {
    /// A player whose one item of 100 s plays, as far as an engine could tell.
    private static func player(isSeekable: Bool = true) -> Player {
        let now = MonotonicTime(nanoseconds: 0)
        var player = Player(firstID: 1, seed: 1)
        let (_, outcome) = player.handle(.openURI("file:///a.mkv"), from: .person, now: now)
        for case .engine(.prepare(let generation, _)) in outcome.effects {
            _ = player.handle(
                .engine(
                    .prepared(
                        generation,
                        PreparedItem(
                            duration: MediaTime(microseconds: 100_000_000), isSeekable: isSeekable, isLive: false,
                            hasVideo: false))), now: now)
            _ = player.handle(.engine(.started(generation, .standing(at: .zero))), now: now)
        }
        return player
    }

    private func failure(_ rig: Rig, _ member: String, _ arguments: [DBusValue] = []) -> DBusError? {
        rig.failure { () throws(DBusError) in try rig.own("Trim1", member, arguments) }
    }

    @Test("With an empty queue every property has its type, and says why nothing can be trimmed")
    func none() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        let all = try rig.all("org.mediad.Trim1", own: true)
        #expect(all["CanBeginTrimming"] == false && all["Trimming"] == false && all["Loops"] == false)
        #expect(all["WhyNot"] == "The queue is empty; add an item first.")
        #expect(all["InPoint"] == .int64(-1) && all["OutPoint"] == .int64(-1))
        #expect(all.count == 6)
        let refusal = failure(rig, "Begin")
        #expect(refusal?.name == "org.mediad.Error.NotPossible")
        #expect(refusal?.message == "The queue is empty; add an item first.")
    }

    @Test("What is not begun cannot be set or finished; what makes no sense is an invalid argument")
    func refusals() async throws {
        let rig = try await Rig(core: Self.player())
        for (member, arguments) in [
            ("SetInPoint", [.int64(0)]), ("SetOutPoint", [.int64(-1)]), ("Finish", [true]),
        ] as [(String, [DBusValue])] {
            #expect(failure(rig, member, arguments)?.name == "org.mediad.Error.NotPossible", "\(member)")
        }
        #expect(try rig.ownProperty("Trim1", "CanBeginTrimming") == true)
        #expect(try rig.ownProperty("Trim1", "WhyNot") == "")
        try rig.own("Trim1", "Begin")
        #expect(failure(rig, "Begin")?.name == "org.mediad.Error.NotPossible")
        try rig.own("Trim1", "SetOutPoint", [.int64(60_000_000)])
        for (member, time) in [
            ("SetInPoint", 60_000_000), ("SetInPoint", -2), ("SetInPoint", .min), ("SetOutPoint", 100_000_001),
            ("SetOutPoint", .max), ("SetOutPoint", 0),
        ] as [(String, Int64)] {
            #expect(failure(rig, member, [.int64(time)])?.isStandard(.invalidArgs) == true, "\(member) \(time)")
        }
        #expect(try rig.ownProperty("Trim1", "OutPoint") == .int64(60_000_000))
        #expect(try rig.ownProperty("Trim1", "InPoint") == .int64(-1))
    }

    @Test("What is set is announced, and kept in the item's description")
    func kept() async throws {
        let rig = try await Rig(core: Self.player())
        try rig.forgetSignals()
        try rig.own("Trim1", "Begin")
        try rig.own("Trim1", "SetInPoint", [.int64(10_000_000)])
        try rig.own("Trim1", "SetOutPoint", [.int64(60_000_001)])
        let changed = try rig.signals().filter { $0.changedInterface == "org.mediad.Trim1" }.map(\.changed)
        #expect(changed.first?["Trimming"] == true)
        #expect(changed.dropFirst().map { $0 } == [["InPoint": .int64(10_000_000)], ["OutPoint": .int64(60_000_001)]])
        try rig.own("Trim1", "Finish", [true])
        let signals = try rig.signals()
        let finished = signals.filter { $0.interface == "org.mediad.Trim1" }
        #expect(finished.map(\.member) == ["Finished"] && finished.first?.arguments == [true])
        #expect(finished.first?.path == Rig.ownPath)
        let items = try rig.queue("Items", [.uint32(0), .uint32(1)]).first?.asArray ?? []
        #expect(items.first?.asDictionary?["in"] == .int64(10_000_000))
        #expect(items.first?.asDictionary?["out"] == .int64(60_000_001))
        #expect(try rig.ownProperty("Trim1", "OutPoint") == .int64(60_000_001))
        #expect(rig.metadata["mpris:length"] == .int64(100_000_000))
    }

    @Test("What is discarded is gone")
    func discarded() async throws {
        let rig = try await Rig(core: Self.player())
        try rig.own("Trim1", "Begin")
        try rig.own("Trim1", "SetInPoint", [.int64(10_000_000)])
        try rig.own("Trim1", "SetInPoint", [.int64(-1)])
        #expect(try rig.ownProperty("Trim1", "InPoint") == .int64(-1))
        try rig.own("Trim1", "SetOutPoint", [.int64(10_000_000)])
        try rig.forgetSignals()
        try rig.own("Trim1", "Finish", [false])
        let finished = try rig.signals().filter { $0.member == "Finished" }
        #expect(finished.map(\.arguments) == [[false]])
        #expect(try rig.ownProperty("Trim1", "OutPoint") == .int64(-1))
    }

    @Test("Another item ends it, and that is told")
    func ended() async throws {
        let rig = try await Rig(core: Self.player())
        try rig.own("Trim1", "Begin")
        try rig.forgetSignals()
        try rig.call("Stop")
        #expect(try rig.signals().filter { $0.member == "Finished" }.map(\.arguments) == [[false]])
        #expect(try rig.ownProperty("Trim1", "Trimming") == false)
    }

    @Test("Whether the preview begins again is set and announced")
    func loops() async throws {
        let rig = try await Rig(core: Self.player())
        try rig.forgetSignals()
        try rig.client.set(Rig.ownName, Rig.ownPath, "org.mediad.Trim1", "Loops", to: true)
        #expect(try rig.signals().contains { $0.changed["Loops"] == true })
        let wrong = rig.failure { () throws(DBusError) in
            try rig.client.set(Rig.ownName, Rig.ownPath, "org.mediad.Trim1", "Loops", to: "yes")
        }
        #expect(wrong?.isStandard(.invalidArgs) == true)
    }
}
