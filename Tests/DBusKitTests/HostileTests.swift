import DBusKit
import TestSupport
import Testing

@Suite("Hostile messages", .bus)
struct HostileTests {
    /// Strings no message may hold: a lone continuation, an overlong zero, a surrogate, a cut-off sequence, a zero.
    static let invalidTexts: [[UInt8]] = [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0x61, 0, 0x62]]

    private func note(_ destination: String?, _ text: [UInt8]) -> WireMessage {
        var body: [UInt8] = []
        body.append(string: text)
        return .call(destination, Thing.path, Thing.interface, "Note", signature: "s", body: body)
    }

    @Test("A bus cuts off who sends broken text; the service does not notice", arguments: invalidTexts)
    func brokenTextOverTheBus(_ text: [UInt8]) async throws {
        let thing = try await Thing()
        let attacker = try WireConnection(address: thing.bus.address)
        attacker.send(note(thing.connection.uniqueName, text))
        while try attacker.next() != nil {}
        #expect(attacker.isClosed)
        #expect(thing.isAlive)
        #expect(thing.notes.count == 0)
    }

    @Test("A bus that itself sends broken text is left, without a crash", arguments: invalidTexts)
    func brokenTextFromTheBus(_ text: [UInt8]) async throws {
        let fake = try FakeBus()
        let lost = Mailbox<Bool>()
        let opened = Self.open(fake.address, lost)
        let wire = try fake.accept()
        let connection = try opened.next().get()
        wire.send(note(":1.1", text))
        #expect(try lost.next(within: .seconds(5), "the end of the connection"))
        await Self.close(connection)
    }

    @Test("Noise instead of a message ends the connection, without a crash")
    func noise() async throws {
        let fake = try FakeBus()
        let lost = Mailbox<Bool>()
        let opened = Self.open(fake.address, lost)
        let wire = try fake.accept()
        let connection = try opened.next().get()
        wire.write(Array(repeating: 0xFF, count: 4_096))
        #expect(try lost.next(within: .seconds(5), "the end of the connection"))
        await Self.close(connection)
    }

    /// On the loop, while the test's own thread plays the bus that the connection waits for.
    private static func open(_ address: String, _ lost: Mailbox<Bool>) -> Mailbox<Result<BusConnection, any Error>> {
        let opened = Mailbox<Result<BusConnection, any Error>>()
        BusActor.post {
            opened.post(
                Result {
                    let connection = try BusConnection(address: address)
                    connection.onDisconnected = { [weak connection] in lost.post(connection?.isConnected == false) }
                    return connection
                })
        }
        return opened
    }

    @BusActor
    private static func close(_ connection: BusConnection) { connection.close() }

    @Test("Variants nested as deep as the bus lets through are answered, with a value or an error")
    func deepVariants() async throws {
        let thing = try await Thing()
        let attacker = try WireConnection(address: thing.bus.address)
        for depth in [10, 59, 60, 61, 62, 63] {
            var body: [UInt8] = []
            for _ in 0..<depth { body.append(signature: "v") }
            body.append(signature: "y")
            body.append(7)
            let serial = attacker.send(
                .call(
                    thing.connection.uniqueName, Thing.path, Thing.interface, "Echo", signature: "v", body: body))
            let answer = try attacker.reply(to: serial)
            #expect(answer.kind == .reply || answer.errorName != nil)
        }
        #expect(thing.isAlive)
    }

    @Test("A call without an interface: answered when only one fits, refused when several do or none")
    func noInterface() async throws {
        let thing = try await Thing()
        let wire = try WireConnection(address: thing.bus.address)
        let name = thing.connection.uniqueName
        func answer(_ path: String, _ member: String) throws -> WireMessage {
            try wire.reply(to: wire.send(.call(name, path, nil, member)))
        }
        #expect(try answer(Thing.path, "Introspect").kind == .reply)
        #expect(try answer(Thing.path, "Drop").errorName == DBusError.Standard.failed.name)
        #expect(try answer(Thing.path, "Nothing").errorName == DBusError.Standard.unknownMethod.name)
        #expect(try answer("/nowhere", "Introspect").errorName == DBusError.Standard.unknownObject.name)
    }

    @Test("Wrong argument types are refused by name, before the handler sees them")
    func wrongSignatures() async throws {
        let thing = try await Thing()
        let lists: [[DBusValue]] = [
            [], [.int32(1)], [.int32(1), .int64(1)], [.int32(1), .int32(1), .int32(1)], ["a", "b"],
            [.variant(.int32(1)), .variant(.int32(1))], [.array("i", [.int32(1), .int32(2)])],
        ]
        for arguments in lists {
            #expect(
                thing.error { () throws(DBusError) in _ = try thing.call("Add", arguments) } == "InvalidArgs",
                "\(arguments)")
        }
    }

    @Test("Unknown objects, interfaces and methods are told apart")
    func unknown() async throws {
        let thing = try await Thing()
        let name = thing.connection.uniqueName
        func error(_ path: String, _ interface: String, _ member: String) -> String? {
            thing.error { () throws(DBusError) in _ = try thing.client.call(name, path, interface, member) }
        }
        #expect(error("/org/test/Nothing", Thing.interface, "Add") == "UnknownObject")
        #expect(error("/org/test/Thing/below", Thing.interface, "Add") == "UnknownObject")
        #expect(error("/org/test/Thi", "org.freedesktop.DBus.Introspectable", "Introspect") == "UnknownObject")
        #expect(error(Thing.path, "org.test.Nothing1", "Add") == "UnknownInterface")
        #expect(error("/", Thing.interface, "Add") == "UnknownInterface")
        #expect(error(Thing.path, Thing.interface, "Nothing") == "UnknownMethod")
    }

    @Test("Long names in calls are answered like any other")
    func longNames() async throws {
        let thing = try await Thing()
        let long = String(repeating: "x", count: 200)
        #expect(thing.error { () throws(DBusError) in _ = try thing.call(long) } == "UnknownMethod")
        let text = String(repeating: "ä", count: 1 << 20)
        #expect(
            thing.error { () throws(DBusError) in
                _ = try thing.properties("Get", [.string(Thing.interface), .string(text)])
            } == "UnknownProperty")
        #expect(thing.isAlive)
    }
}
