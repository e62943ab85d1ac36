import DBusKit
import PlayerCore
import PlayerService
import TestSupport
import Testing

@Suite("The names", .playerctld)
struct NameTests {
    @Test("Both names are there, and each belongs to a connection of its own")
    func twoNames() async throws {
        let rig = try await Rig()
        for (name, sender) in [(Rig.name, rig.mprisSender), (Rig.ownName, rig.ownSender)] {
            let owner = try rig.client.call(.bus("GetNameOwner", [.string(name)]))
            #expect(owner == [.string(sender)])
        }
        #expect(rig.mprisSender != rig.ownSender)
    }

    @Test("Who may talk to the MPRIS name reaches MPRIS and nothing else")
    func theNameOfMPRISHasMPRISAlone() async throws {
        let rig = try await Rig()
        let sender = rig.mprisSender
        for destination in [Rig.name, sender] {
            for (interface, member) in [
                ("org.mediad.Trim1", "ExportFile"), ("org.mediad.Session1", "History"), ("org.mediad.Queue1", "Items"),
                (Rig.properties, "GetAll"), ("org.freedesktop.DBus.Introspectable", "Introspect"),
            ] {
                let failure = rig.failure { () throws(DBusError) in
                    _ = try rig.client.call(destination, Rig.ownPath, interface, member)
                }
                let words = "\(interface).\(member): \(String(describing: failure))"
                #expect(failure?.isStandard(.unknownObject) == true, "\(words)")
            }
            let failure = rig.failure { () throws(DBusError) in
                _ = try rig.client.call(destination, Rig.path, "org.mediad.Queue1", "Items")
            }
            #expect(failure?.isStandard(.unknownInterface) == true, "\(String(describing: failure))")
        }
        // Its tree has no way there.
        let text = try rig.client.call(Rig.name, "/", "org.freedesktop.DBus.Introspectable", "Introspect").first
        #expect(text?.asString?.contains("mediad") == false)
        // MPRIS is the same on both, and told by one.
        #expect(try rig.client.get(Rig.ownName, Rig.path, Rig.playerInterface, "PlaybackStatus") == "Playing")
        try rig.forgetSignals()
        await rig.publish { $0.status = .paused }
        let told = try rig.signals().filter { $0.changedInterface == Rig.playerInterface }
        #expect(told.map(\.sender) == [sender])
    }

    @Test("Nothing of mediad's own lives on the MPRIS object, and nothing of MPRIS on mediad's")
    func separateObjects() async throws {
        let rig = try await Rig()
        for (path, foreign) in [(Rig.path, "org.mediad."), (Rig.ownPath, "org.mpris.")] {
            let text = try rig.client.call(
                rig.ownSender, path, "org.freedesktop.DBus.Introspectable", "Introspect")
            #expect(text.first?.asString?.contains(foreign) == false)
        }
    }

    @Test("A second player finds the name taken and says what to do")
    func nameTaken() async throws {
        let rig = try await Rig()
        let address = rig.bus.address
        await #expect(throws: PlayerBus.NameTaken.self) { try await Self.startAnother(address, rig.player) }
    }

    @BusActor
    private static func startAnother(_ address: String, _ player: FakePlayer) throws {
        let connections = try PlayerBus.Connections(
            mpris: BusConnection(address: address), own: BusConnection(address: address))
        defer {
            connections.mpris.close()
            connections.own.close()
        }
        try PlayerBus(connections: connections, snapshot: .sample(), options: .init(), handlers: player.handlers)
            .start()
    }

    @Test("Idle, released: the MPRIS name comes with the first item and goes with the last; the own name stays")
    func releasedWhenIdle() async throws {
        var options = PlayerBus.Options()
        options.whenIdle = .release
        let rig = try await Rig(.sample(0, current: nil), options: options)
        func isOwned(_ name: String) throws -> Bool {
            try rig.client.call(.bus("NameHasOwner", [.string(name)])) == [true]
        }
        #expect(try !isOwned(Rig.name))
        #expect(try isOwned(Rig.ownName))

        await rig.publish { snapshot in snapshot = .sample() }
        #expect(try isOwned(Rig.name))
        #expect(try rig.get("PlaybackStatus") == "Playing")

        await rig.publish { snapshot in snapshot = .sample(0, current: nil) }
        _ = try rig.signals()
        #expect(try !isOwned(Rig.name))
        #expect(try isOwned(Rig.ownName))
        await rig.publish { snapshot in snapshot = .sample() }
        #expect(try isOwned(Rig.name))
    }

    @Test("Released or taken by another meanwhile: the player goes on without the MPRIS name")
    func takenWhileIdle() async throws {
        var options = PlayerBus.Options()
        options.whenIdle = .release
        let rig = try await Rig(.sample(0, current: nil), options: options)
        try rig.client.call(.bus("RequestName", [.string(Rig.name), .uint32(4)]))
        await rig.publish { snapshot in snapshot = .sample() }
        #expect(try rig.ownProperty("Queue1", "Length") == .uint32(3))
        func owner() throws -> DBusValue? {
            try rig.client.call(.bus("GetNameOwner", [.string(Rig.name)])).first
        }
        #expect(try owner() == .string(rig.client.uniqueName))

        try rig.client.call(.bus("ReleaseName", [.string(Rig.name)]))
        await rig.publish { $0.status = .paused }
        #expect(try owner() == .string(rig.mprisSender))
    }

    @Test("Stopping: Stopped is said before the names go")
    func stopping() async throws {
        let rig = try await Rig()
        try rig.forgetSignals()
        await rig.stopService()
        let signals = try rig.signals()
        #expect(signals.first { $0.changedInterface == Rig.playerInterface }?.changed["PlaybackStatus"] == "Stopped")
        for name in [Rig.name, Rig.ownName] {
            #expect(try rig.client.call(.bus("NameHasOwner", [.string(name)])) == [false])
        }
    }

    @Test("playerctld takes the player up and follows it")
    func followedByPlayerctld() async throws {
        let rig = try await Rig()
        let deadline = Deadline(in: .seconds(10))
        var names: [String] = []
        while !names.contains(Rig.name), deadline.remaining > 0 {
            names =
                try rig.client.get(
                    "org.mpris.MediaPlayer2.playerctld", Rig.path, "com.github.altdesktop.playerctld", "PlayerNames"
                )
                .asStringArray ?? []
        }
        #expect(names == [Rig.name])
    }
}
