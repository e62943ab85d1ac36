import DBusKit
import PlayerCore
import PlayerService
import Testing

@Suite("Playlists", .playerctld)
struct PlaylistTests {
    private static let interface = "org.mpris.MediaPlayer2.Playlists"
    private static let nothing = DBusValue.structure([.boolean(false), .structure([.objectPath("/"), "", ""])])

    /// Written in the order c a b, changed in b c a, played in a c, b never.
    private static let three = [
        Playlist(id: "1", uri: "file:///a.m3u", name: "a", key: [1], created: 20, modified: 90, lastPlayed: 5),
        Playlist(id: "2", uri: "file:///b.pls", name: "b", key: [2], icon: "file:///b.png", created: 30, modified: 70),
        Playlist(id: "3", uri: "file:///c.xspf", name: "c", key: [3], created: 10, modified: 80, lastPlayed: 6),
    ]

    private static func value(_ id: String, _ name: String, _ icon: String = "") -> DBusValue {
        .structure([.objectPath("/org/mediad/playlist/\(id)"), .string(name), .string(icon)])
    }

    private func rig(_ playlists: [Playlist] = three) async throws -> Rig {
        let rig = try await Rig(.sample(3, current: 0))
        await show(playlists, rig)
        try rig.forgetSignals()
        return rig
    }

    private func show(_ playlists: [Playlist], _ rig: Rig) async { await Self.show(playlists, rig.service) }

    @BusActor private static func show(_ playlists: [Playlist], _ service: PlayerBus) { service.show(playlists) }

    private func names(_ rig: Rig, _ index: UInt32, _ count: UInt32, _ order: String, _ isReversed: Bool) throws
        -> String
    {
        let answer = try rig.client.call(
            Rig.name, Rig.path, Self.interface, "GetPlaylists",
            [.uint32(index), .uint32(count), .string(order), .boolean(isReversed)])
        return (answer.first?.asArray ?? []).map { value in
            if case .structure(let fields) = value { fields[1].asString ?? "?" } else { "?" }
        }.joined(separator: " ")
    }

    @Test("Every ordering, forward and back, and any part of it")
    func orders() async throws {
        let rig = try await rig()
        for (order, names) in [
            ("Alphabetical", "a b c"), ("CreationDate", "c a b"), ("ModifiedDate", "b c a"), ("LastPlayDate", "b a c"),
        ] {
            #expect(try self.names(rig, 0, 100, order, false) == names)
            let reversed = names.split(separator: " ").reversed().joined(separator: " ")
            #expect(try self.names(rig, 0, .max, order, true) == reversed)
        }
        #expect(try names(rig, 1, 1, "Alphabetical", false) == "b")
        #expect(try names(rig, 3, 9, "Alphabetical", false) == "")
        #expect(try names(rig, .max, .max, "Alphabetical", true) == "")
        #expect(try names(rig, 0, 0, "Alphabetical", true) == "")
        let failure = rig.failure { () throws(DBusError) in
            try rig.client.call(
                Rig.name, Rig.path, Self.interface, "GetPlaylists", [.uint32(0), .uint32(9), "UserDefined", false])
        }
        #expect(failure?.isStandard(.invalidArgs) == true)
    }

    @Test("What there is: the count, the orderings, and the list that is the queue")
    func properties() async throws {
        let rig = try await rig()
        var all = try rig.all(Self.interface)
        #expect(all["PlaylistCount"] == .uint32(3))
        #expect(all["Orderings"] == .strings(["Alphabetical", "CreationDate", "ModifiedDate", "LastPlayDate"]))
        #expect(all["ActivePlaylist"] == Self.nothing)
        await rig.publish { $0.playlist = "file:///b.pls" }
        all = try rig.all(Self.interface)
        let active = DBusValue.structure([.boolean(true), Self.value("2", "b", "file:///b.png")])
        #expect(all["ActivePlaylist"] == active)
        let changed = try rig.signals().filter { $0.changedInterface == Self.interface }
        #expect(changed.map(\.changed) == [["ActivePlaylist": active]])
        // A list that lies nowhere is the queue.
        await rig.publish { $0.playlist = "file:///elsewhere.m3u" }
        #expect(try rig.all(Self.interface)["ActivePlaylist"] == Self.nothing)
    }

    @Test("Activating one replaces the queue by it and plays")
    func activation() async throws {
        let rig = try await rig()
        try rig.client.call(
            Rig.name, Rig.path, Self.interface, "ActivatePlaylist", [.objectPath("/org/mediad/playlist/3")])
        let items = [MediaDescription(uri: "file:///c.xspf")]
        #expect(rig.player.commands == [.replaceQueue(items, play: true, start: nil, index: 0)])
        for path in ["/org/mediad/playlist/4", "/"] {
            let failure = rig.failure { () throws(DBusError) in
                try rig.client.call(Rig.name, Rig.path, Self.interface, "ActivatePlaylist", [.objectPath(path)])
            }
            #expect(failure?.name == "org.mediad.Error.NotFound")
        }
    }

    @Test("Lists that come and go are counted; another icon is PlaylistChanged; the same again is nothing")
    func changes() async throws {
        let rig = try await rig()
        await show(Self.three, rig)
        #expect(try rig.signals().isEmpty)
        await show(Array(Self.three.dropLast()), rig)
        #expect(try rig.signals().map(\.changed) == [["PlaylistCount": .uint32(2)]])
        var two = Array(Self.three.dropLast())
        two[0].icon = "file:///a.png"
        two[1].modified = 1000
        await show(two, rig)
        let signals = try rig.signals()
        #expect(signals.map(\.member) == ["PlaylistChanged"])
        #expect(signals.first?.arguments == [Self.value("1", "a", "file:///a.png")])
    }
}
