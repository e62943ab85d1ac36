import DBusKit
import PlayerCore
import TestSupport
import Testing

@Suite("Actions1", .playerctld)
struct ActionInterfaceTests {
    private func rig() async throws -> Rig {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try rig.queue("Replace", [.propertyLists([["uri": "file:///a.flac"]]), .properties(["play": true])])
        return rig
    }

    private static func action(_ id: String, _ title: String, _ extras: [String: DBusValue] = [:]) -> DBusValue {
        .structure([.string(id), .string(title), .properties(extras)])
    }

    private static func list(_ actions: [DBusValue]) -> DBusValue { .array("(ssa{sv})", actions) }

    private func failure(_ rig: Rig, _ actions: [DBusValue]) -> DBusError? {
        rig.failure { () throws(DBusError) in try rig.own("Actions1", "SetActions", [Self.list(actions)]) }
    }

    @Test("What a client offers is listed with its owner, and announced")
    func listed() async throws {
        let rig = try await rig()
        #expect(try rig.ownProperty("Actions1", "Actions") == Self.list([]))
        try rig.forgetSignals()
        let extras: [String: DBusValue] = ["from": .int64(5), "to": .int64(9), "icon": "starred"]
        try rig.own("Actions1", "SetActions", [Self.list([Self.action("like", "Like <it>", extras)])])
        var told = extras
        told["owner"] = .string(rig.client.uniqueName)
        told["visible"] = false
        let expected = Self.list([Self.action("like", "Like <it>", told)])
        #expect(try rig.ownProperty("Actions1", "Actions") == expected)
        let signals = try rig.signals().filter { $0.changedInterface == "org.mediad.Actions1" }
        #expect(signals.map(\.changed) == [["Actions": expected]])
        #expect(rig.player.origins.last == .program)
    }

    @Test("Invoke is a person's command, and Invoked tells its client")
    func invoked() async throws {
        let rig = try await Rig()
        rig.player.react { command, _, notices in
            guard command == .actions(.invoke("like")) else { return .failure(.notFound("There is none.")) }
            notices.append(.actions(.invoked("like")))
            return .success(.done)
        }
        try rig.forgetSignals()
        try rig.own("Actions1", "Invoke", ["like"])
        #expect(rig.player.origins == [.person])
        let told = try rig.signals().filter { $0.interface == "org.mediad.Actions1" }
        #expect(told.map(\.member) == ["Invoked"])
        #expect(told.first?.arguments == ["like"])
        let failure = rig.failure { () throws(DBusError) in try rig.own("Actions1", "Invoke", ["buy"]) }
        #expect(failure?.name == "org.mediad.Error.NotFound")
    }

    @Test("What is wrong is refused by name, and nothing is taken")
    func refused() async throws {
        let rig = try await rig()
        let long = { String(repeating: "x", count: $0) }
        let wrong: [([DBusValue], String)] = [
            ([Self.action("", "Like")], "'actions[0].id' is empty"),
            ([Self.action("a", "A"), Self.action("b", "")], "'actions[1].title' is empty"),
            ([Self.action(long(ClientAction.longestID + 1), "A")], "'actions[0].id' is longer than 200 bytes"),
            ([Self.action("a", long(ClientAction.longestTitle + 1))], "'actions[0].title' is longer than 500 bytes"),
            (
                [Self.action("a", "A", ["icon": .string(long(ClientAction.longestIcon + 1))])],
                "'actions[0].icon' is longer"
            ),
            ([Self.action("a", "A", ["icon": "https://example.org/a.png"])], "'actions[0].icon' is not valid"),
            ([Self.action("a", "A", ["icon": .int32(1)])], "'actions[0].icon' must be a string (s), not i"),
            ([Self.action("a", "A", ["from": "soon"])], "'actions[0].from' must be a time in microseconds (x), not s"),
            (
                [Self.action("a", "A", ["from": .int64(9), "to": .int64(9)])],
                "'actions[0]' is empty or ends before it starts"
            ),
            ([Self.action("a", "A", ["colour": "red"])], "Unknown key 'actions[0].colour'"),
            ([Self.action("a", "A"), Self.action("a", "B")], "'a' is the id of another action"),
            (
                (0...ClientAction.most).map { Self.action("\($0)", "A") },
                "'actions' has 21 entries: send at most 20"
            ),
        ]
        for (actions, message) in wrong {
            let failure = failure(rig, actions)
            #expect(failure?.isStandard(.invalidArgs) == true, "\(message)")
            #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "taken") for \(message)")
        }
        #expect(try rig.ownProperty("Actions1", "Actions") == Self.list([]))
        let most = [
            Self.action(
                long(ClientAction.longestID), long(ClientAction.longestTitle),
                ["icon": .string(long(ClientAction.longestIcon))])
        ]
        #expect(failure(rig, most) == nil)
        #expect(failure(rig, (0..<ClientAction.most).map { Self.action("\($0)", "A") }) == nil)
    }

    @Test("Actions leave with their client, also one that hangs up at once")
    func leaving() async throws {
        let rig = try await rig()
        try rig.own("Actions1", "SetActions", [Self.list([Self.action("mine", "Mine")])])
        for _ in 0..<20 {
            let client = try BusClient(address: rig.bus.address)
            try client.call(
                Rig.ownName, Rig.ownPath, "org.mediad.Actions1", "SetActions", [Self.list([Self.action("a", "A")])])
            client.close()
            let deadline = ContinuousClock.now + .seconds(20)
            while try rig.ownProperty("Actions1", "Actions").asArray?.count != 1 {
                try #require(ContinuousClock.now < deadline)
            }
        }
        try rig.own("Actions1", "SetActions", [Self.list([])])
        #expect(try rig.ownProperty("Actions1", "Actions") == Self.list([]))
    }
}
