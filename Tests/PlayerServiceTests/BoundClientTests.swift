import DBusKit
import PlayerCore
import TestSupport
import Testing

/// What is bound to a client ends with it.
@Suite("Clients that leave", .playerctld)
struct BoundClientTests {
    private static let who: [UInt8] = {
        var body: [UInt8] = []
        body.append(string: Array("game".utf8))
        return body
    }()

    /// Calls a method from a client that hangs up as soon as the call is sent.
    private static func callAndHangUp(
        _ rig: Rig, _ interface: String, _ member: String, signature: String, body: [UInt8]
    ) throws {
        let client = try WireConnection(address: rig.bus.address)
        client.send(
            .call(Rig.ownName, Rig.ownPath, "org.mediad." + interface, member, signature: signature, body: body))
    }

    /// Waits until the player was asked for what is expected.
    private static func waitFor(_ rig: Rig, _ expected: (_ commands: [PlayerCommand]) -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !expected(rig.player.commands) {
            guard ContinuousClock.now < deadline else {
                throw Deadline.Missed("the commands did not come; there are \(rig.player.commands.count)")
            }
            // Whatever came before has its turn.
            try rig.client.call(Rig.ownName, "/", "org.freedesktop.DBus.Peer", "Ping")
        }
    }

    private static func waitUntil(_ holds: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !holds() { try #require(ContinuousClock.now < deadline) }
    }

    @Test("Inhibitors of clients that hang up at once are all released")
    func inhibitors() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        for _ in 0..<150 {
            var body = Self.who
            body.append(string: [])
            try Self.callAndHangUp(rig, "Proposal1", "Inhibit", signature: "ss", body: body)
        }
        try Self.waitFor(rig) { commands in
            let releases = commands.count { if case .proposals(.release) = $0 { true } else { false } }
            let inhibitions = commands.count { $0 == .proposals(.inhibit("game")) }
            // Those that came when there were a hundred have no ticket.
            return inhibitions == 150 && releases >= 100
        }
        let tickets = try (0..<100).map { _ in try rig.own("Proposal1", "Inhibit", ["me", ""]) }
        #expect(Set(tickets.map { $0.first?.asUInt32 }).count == 100)
        #expect(rig.failure { () throws(DBusError) in try rig.own("Proposal1", "Inhibit", ["me", ""]) } != nil)
    }

    @Test("Clients that register and hang up at once are not asked to come back")
    func registered() async throws {
        let rig = try await Rig()
        for count in 1...50 {
            try Self.callAndHangUp(rig, "Window1", "RegisterInterface", signature: "s", body: Self.who)
            // Before the next one takes its place.
            try Self.waitFor(rig) { $0.count == 2 * count }
            #expect(rig.player.commands.last == .window(.registerInterface(nil)))
        }
    }

    @Test("Who registered after a client that leaves stays registered")
    func registeredAnew() async throws {
        let rig = try await Rig()
        let client = try BusClient(address: rig.bus.address)
        try client.call(Rig.ownName, Rig.ownPath, "org.mediad.Window1", "RegisterInterface", ["game"])
        try rig.own("Window1", "RegisterInterface", ["me"])
        try rig.client.addMatch(BusMatch(member: "NameOwnerChanged", argument: client.uniqueName))
        client.close()
        while try rig.client.nextSignal(timeout: .seconds(10))?.arguments.first?.asString != client.uniqueName {}
        _ = try rig.get("PlaybackStatus")
        #expect(rig.player.commands == [.window(.registerInterface("game")), .window(.registerInterface("me"))])
    }

    @Test("Linear playback ends with the clients that wanted it, and not with others")
    func linear() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        func set(_ isLinear: Bool, _ client: BusClient) throws {
            try client.call(
                Rig.ownName, Rig.ownPath, "org.mediad.Segments1", "SetLinearPlayback", [.boolean(isLinear)])
        }
        func isLinear() throws -> Bool { try rig.ownProperty("Segments1", "RequiresLinearPlayback") == true }
        #expect(
            rig.failure { () throws(DBusError) in
                try rig.own("Segments1", "SetLinearPlayback", [true])
            }?.name == "org.mediad.Error.NotPossible")
        try rig.own("Segments1", "SetLinearPlayback", [false])
        try rig.queue("Insert", [.propertyLists([["uri": "file:///a.mkv"], ["uri": "file:///b.mkv"]]), .uint32(0)])
        let (one, other) = (try BusClient(address: rig.bus.address), try BusClient(address: rig.bus.address))
        try set(true, one)
        try set(true, other)
        try set(false, other)
        #expect(try isLinear(), "the other's wish is its own")
        try set(true, other)
        let name = one.uniqueName
        one.close()
        try Self.waitFor(rig) { $0.last == .segments(.setLinear(false, by: name)) }
        #expect(try isLinear())
        let otherName = other.uniqueName
        other.close()
        try Self.waitFor(rig) { $0.last == .segments(.setLinear(false, by: otherName)) }
        // What comes of a command is on its way to the bus, and reads of it are not kept behind it.
        try Self.waitUntil { try !isLinear() }
    }

    @Test("Linear playback wanted by clients that hang up at once does not stay")
    func fleetingLinear() async throws {
        let rig = try await Rig(core: Player(firstID: 1, seed: 1))
        try rig.queue("Insert", [.propertyLists([["uri": "file:///a.mkv"]]), .uint32(0)])
        rig.player.forgetCommands()
        for _ in 0..<50 {
            var body: [UInt8] = []
            body.append(number: 1)
            try Self.callAndHangUp(rig, "Segments1", "SetLinearPlayback", signature: "b", body: body)
        }
        try Self.waitFor(rig) { $0.count == 100 }
        try Self.waitUntil { try rig.ownProperty("Segments1", "RequiresLinearPlayback") == false }
    }
}
