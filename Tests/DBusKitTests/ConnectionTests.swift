import DBusKit
import TestSupport
import Testing

@Suite("Connections, names and signals", .bus)
struct ConnectionTests {
    @BusActor
    private static func open(_ address: String) throws -> BusConnection { try BusConnection(address: address) }

    @BusActor
    private static func close(_ connection: BusConnection) { connection.close() }

    @BusActor
    private static func request(_ name: String, _ connection: BusConnection) throws -> NameOutcome {
        try connection.requestName(name)
    }

    @Test("No bus: an error that says so, on the loop and for programs")
    func noBus() async {
        await #expect(throws: DBusError.self) { try await Self.open("unix:path=/nonexistent/bus") }
        #expect(throws: DBusError.self) { try BusClient(address: "unix:path=/nonexistent/bus") }
        #expect(throws: DBusError.self) { try BusClient(address: "nonsense") }
    }

    @Test("The bus goes away: its end is noticed once, calls under way fail, later ones fail too")
    func busGoesAway() async throws {
        let thing = try await Thing()
        let (lost, failed) = (Mailbox<Bool>(), Mailbox<String>())
        let other = try await Self.open(thing.bus.address)
        await Self.watch(other, thing.request("Later"), lost, failed)
        let reply = try thing.kept.next()
        thing.bus.stop()
        #expect(try !lost.next(within: .seconds(5), "the end of the bus"))
        #expect(try failed.next() == DBusError.Standard.disconnected.name)
        await Self.answerInVain(reply)
        do throws(DBusError) {
            _ = try await other.call(thing.request("Add"))
            Issue.record("a call without a bus was answered")
        } catch {
            #expect(error.isStandard(.disconnected))
        }
        #expect(thing.error { () throws(DBusError) in _ = try thing.call("Drop") } == "Disconnected")
        await Self.close(other)
        #expect(lost.count == 0)
    }

    @BusActor
    private static func answerInVain(_ reply: BusReply) { reply.succeed(["too late"]) }

    @BusActor
    private static func watch(
        _ connection: BusConnection, _ request: BusRequest, _ lost: Mailbox<Bool>, _ failed: Mailbox<String>
    ) {
        connection.onDisconnected = { [weak connection] in lost.post(connection?.isConnected ?? false) }
        // Without a timeout: on a busy machine, half a minute may pass before the bus is stopped.
        connection.call(request, timeout: nil) { result in
            if case .failure(let error) = result { failed.post(error.name) }
        }
    }

    @Test("Names: acquired, already owned, taken, free again after release and after the owner's end")
    func names() async throws {
        let bus = try PrivateBus()
        let (one, two) = (try await Self.open(bus.address), try await Self.open(bus.address))
        let name = "org.test.Name"
        #expect(try await Self.request(name, one) == .acquired)
        #expect(try await Self.request(name, one) == .alreadyOwned)
        #expect(try await Self.request(name, two) == .taken)
        await Self.release(name, one)
        #expect(try await Self.request(name, two) == .acquired)
        await Self.close(two)
        #expect(try await Self.request("org.test.Second", one) == .acquired)
        for wrong in ["", "name", ":1.5", "a..b", "org.test.\0"] {
            await #expect(throws: DBusError.self) { try await Self.request(wrong, one) }
        }
        await Self.close(one)
    }

    @BusActor
    private static func release(_ name: String, _ connection: BusConnection) { connection.releaseName(name) }

    @Test("A name that is taken away is reported, once, and only if it was owned")
    func nameLost() async throws {
        let fake = try FakeBus()
        let address = fake.address
        let opened = Self.onLoop { try BusConnection(address: address) }
        let wire = try fake.accept()
        let connection = try opened.next().get()
        let lost = Mailbox<String>()
        await Self.reportLostNames(connection, lost)

        let outcome = Self.onLoop { try connection.requestName("org.test.Name") }
        guard let call = try wire.next() else { throw Deadline.Missed("no request for the name came") }
        #expect(call.member == "RequestName")
        var answer = WireMessage(.reply)
        answer.replySerial = call.serial
        answer.sender = "org.freedesktop.DBus"
        answer.signature = "u"
        answer.body.append(number: 1)
        wire.send(answer)
        #expect(try outcome.next().get() == .acquired)

        for name in ["org.test.Other", "org.test.Name", "org.test.Name"] {
            var signal = WireMessage(.signal)
            signal.path = "/org/freedesktop/DBus"
            signal.interface = "org.freedesktop.DBus"
            signal.member = "NameLost"
            signal.sender = "org.freedesktop.DBus"
            signal.signature = "s"
            signal.body.append(string: Array(name.utf8))
            wire.send(signal)
        }
        let ping = wire.send(.call(":1.1", "/", "org.freedesktop.DBus.Peer", "Ping"))
        _ = try wire.reply(to: ping)
        #expect(try lost.next() == "org.test.Name")
        #expect(lost.count == 0)
        await Self.close(connection)
    }

    /// Runs on the loop while the test's own thread plays the bus that it waits for.
    private static func onLoop<Value: Sendable>(
        _ body: @escaping @Sendable @BusActor () throws -> Value
    ) -> Mailbox<Result<Value, any Error>> {
        let results = Mailbox<Result<Value, any Error>>()
        BusActor.post { results.post(Result { try body() }) }
        return results
    }

    @BusActor
    private static func reportLostNames(_ connection: BusConnection, _ lost: Mailbox<String>) {
        connection.onNameLost = { lost.post($0) }
    }

    @Test("A name's owner is followed from one to none to another")
    func ownerWatched() async throws {
        let bus = try PrivateBus()
        let (watcher, owner) = (try await Self.open(bus.address), try await Self.open(bus.address))
        let owners = Mailbox<String?>()
        let subscription = try await Self.watchOwner(of: "org.test.Name", watcher, owners)
        _ = try await watcher.call(.bus("GetId"))
        #expect(try await Self.request("org.test.Name", owner) == .acquired)
        #expect(try owners.next() == owner.uniqueName)
        await Self.close(owner)
        #expect(try owners.next() == nil)
        await subscription.cancel()
        await Self.close(watcher)
    }

    @BusActor
    private static func watchOwner(
        of name: String, _ connection: BusConnection, _ owners: Mailbox<String?>
    ) throws -> BusSubscription {
        try connection.watchOwner(of: name) { owners.post($0) }
    }

    @Test("Signals reach those who want them, by path, member and first argument, until they cancel")
    func signals() async throws {
        let thing = try await Thing()
        let other = try await Self.open(thing.bus.address)
        let (all, some) = (Mailbox<String>(), Mailbox<String>())
        let first = try await Self.subscribe(other, BusMatch(path: Thing.path), all)
        let second = try await Self.subscribe(other, BusMatch(member: "Changed", argument: "it's"), some)
        _ = try await other.call(.bus("GetId"))
        try thing.client.addMatch(BusMatch(interface: Thing.interface))
        for how in ["plain", "it's", "last"] { try await Self.emit(how, thing.connection) }
        #expect(try [all.next(), all.next(), all.next()] == ["plain", "it's", "last"])
        #expect(try some.next() == "it's")
        #expect(some.count == 0)
        #expect(try thing.client.nextSignal(timeout: .seconds(5))?.arguments == ["plain", .properties([:])])

        await first.cancel()
        try await Self.emit("it's", thing.connection)
        #expect(try some.next() == "it's")
        #expect(all.count == 0)
        await second.cancel()
        await Self.close(other)
    }

    @BusActor
    private static func subscribe(
        _ connection: BusConnection, _ match: BusMatch, _ mailbox: Mailbox<String>
    ) throws -> BusSubscription {
        try connection.subscribe(match) { mailbox.post($0.arguments.first?.asString ?? "") }
    }

    @BusActor
    private static func emit(_ how: String, _ connection: BusConnection) throws {
        try connection.emit(
            path: Thing.path, interface: Thing.interface, member: "Changed",
            arguments: [.string(how), .properties([:])])
    }

    @Test("A signal that breaks a rule is refused and the connection lives on")
    func refusedSignals() async throws {
        let thing = try await Thing()
        await #expect(throws: DBusError.self) { try await Self.emitWrong(thing.connection, path: "no path", "Changed") }
        await #expect(throws: DBusError.self) { try await Self.emitWrong(thing.connection, path: "/", "no member") }
        #expect(thing.isAlive)
    }

    @BusActor
    private static func emitWrong(_ connection: BusConnection, path: String, _ member: String) throws {
        try connection.emit(path: path, interface: Thing.interface, member: member)
    }

    @Test("Closing sends what was said before")
    func closingFlushes() async throws {
        let thing = try await Thing()
        let other = try await Self.open(thing.bus.address)
        try await Self.tellAndClose(other, thing.request("Note", ["goodbye"]))
        #expect(try thing.notes.next() == "goodbye")
    }

    @BusActor
    private static func tellAndClose(_ connection: BusConnection, _ request: BusRequest) throws {
        try connection.tell(request)
        connection.close()
        connection.close()
    }
}
