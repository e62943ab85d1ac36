import DBusKit
import PlayerCore
import Testing

/// What `Queue1` does with the whole queue.
@Suite(.playerctld) struct QueueArrangementTests {
    private static let items = DBusValue.propertyLists((0..<30).map { ["uri": .string("file:///\($0).flac")] })

    private func order(_ rig: Rig) throws -> [UInt32] {
        try rig.client.get(Rig.ownName, Rig.ownPath, Rig.queue, "Order").asArray?.compactMap(\.asUInt32) ?? []
    }

    private func tracks(_ rig: Rig) throws -> [String] {
        try rig.client.get(Rig.name, Rig.path, Rig.trackList, "Tracks").asArray?.compactMap(\.asObjectPath) ?? []
    }

    private func paths(_ rig: Rig) throws -> [String] {
        try rig.queue("Items", [.uint32(0), .uint32(100)]).first?.asDictionaries?
            .compactMap { $0["item"]?.asObjectPath } ?? []
    }

    @Test("The order of play is told when it changes, and the track list is in it")
    func order() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try rig.queue("Replace", [Self.items, .properties([:])])
        #expect(try order(rig) == Array(0..<30))
        try rig.forgetSignals()
        try rig.client.set(Rig.name, Rig.path, Rig.playerInterface, "Shuffle", to: true)
        let told = try rig.signals().filter { $0.member == "PropertiesChanged" && $0.path == Rig.ownPath }
            .compactMap { $0.arguments[1].asDictionary?["Order"]?.asArray?.compactMap(\.asUInt32) }
        let order = try order(rig)
        #expect(Set(order) == Set(0..<30) && order != Array(0..<30) && order.first == 0)
        #expect(told == [order])
        let paths = try paths(rig)
        #expect(try tracks(rig) == order.prefix(21).map { paths[Int($0)] })
        try rig.client.set(Rig.name, Rig.path, Rig.playerInterface, "Shuffle", to: false)
        #expect(try tracks(rig) == Array(paths.prefix(21)))
    }

    @Test("A mixed queue begins with the current item; a replaced one comes back")
    func mixAndUndo() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try rig.queue("Replace", [Self.items, .properties(["index": .uint32(7)])])
        let before = try paths(rig)
        try rig.queue("Shuffle")
        let mixed = try paths(rig)
        #expect(mixed.first == before[7] && Set(mixed) == Set(before) && mixed != before)
        try rig.queue("Replace", [.propertyLists([["uri": "file:///x.ogg"]]), .properties([:])])
        try rig.queue("Undo")
        #expect(try paths(rig) == mixed)
        do throws(DBusError) {
            try rig.queue("Undo")
            Issue.record("accepted")
        } catch {
            #expect(error.name == "org.mediad.Error.NotPossible")
        }
    }

    @Test(
        "What makes no sense is refused",
        arguments: [
            ("Find", "  "), ("Sort", "size"), ("Unread", "size"), ("Save", ""), ("Save", "a/b"), ("Save", ".hidden"),
            ("Save", "a\nb"),
        ])
    func refusals(_ method: String, _ argument: String) async throws {
        let rig = try await Rig()
        do throws(DBusError) {
            try rig.queue(method, [.string(argument)])
            Issue.record("accepted")
        } catch {
            #expect(error.name == "org.freedesktop.DBus.Error.InvalidArgs")
        }
    }

    @Test("An item is added to a playlist only if there is one, and the playlist can have its name")
    func addingToAPlaylist() async throws {
        func refusal(_ rig: Rig, _ name: String, _ items: [[String: DBusValue]] = []) -> String? {
            rig.failure { () throws(DBusError) in
                try rig.queue("AddToPlaylist", [.string(name), .propertyLists(items)])
            }?.name
        }
        let rig = try await Rig(.sample(2, current: nil))
        #expect(refusal(rig, "a/b") == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(refusal(rig, "a", [["title": "x"]]) == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(refusal(rig, "a") == "org.mediad.Error.NotPossible")
        // There is no folder in this test.
        #expect(refusal(rig, "a", [["uri": "file:///a.ogg"]]) == "org.mediad.Error.Failed")
    }
}
