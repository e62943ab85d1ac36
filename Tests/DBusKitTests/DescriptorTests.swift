import DBusKit
import Glibc
import TestSupport
import Testing

@Suite("Open files over the bus", .bus)
struct DescriptorTests {
    /// One end stays here and shows when the last copy of the other is closed; libdbus's copies are no child's either.
    private final class Ends {
        let kept: Int32
        private var sent: BusDescriptor?

        init() {
            var pair: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            precondition(socketpair(AF_UNIX, kind, 0, &pair) == 0, "no sockets left")
            kept = pair[0]
            sent = BusDescriptor(adopting: pair[1])
        }

        deinit { Glibc.close(kept) }

        /// The other end; from now on whoever has it owns it.
        func take() throws -> BusDescriptor {
            defer { sent = nil }
            return try #require(sent)
        }

        /// Whether nobody has the other end open any more, now or within ten seconds.
        var isReleased: Bool {
            var entry = pollfd(fd: kept, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 10_000) == 1 && Int32(entry.revents) & POLLHUP != 0
        }
    }

    /// Sends values that hold an open file and nobody keeps, and tells whether all copies of it are closed afterwards.
    private func isReleased(after send: (BusDescriptor) throws -> Void) throws -> Bool {
        let ends = Ends()
        try send(ends.take())
        return ends.isReleased
    }

    @Test("It arrives open, is another one, is inherited by nobody, and closes with the last value that holds it")
    func roundTrip() async throws {
        let thing = try await Thing()
        let ends = Ends()
        let got = try echo(ends.take(), thing)
        #expect(fcntl(got.number, F_GETFD) & FD_CLOEXEC != 0)
        var byte: UInt8 = 42
        #expect(write(got.number, &byte, 1) == 1)
        #expect(read(ends.kept, &byte, 1) == 1 && byte == 42)
        #expect(try isReleased { _ = try echo($0, thing) })
    }

    /// What comes back of an open file.
    private func echo(_ descriptor: BusDescriptor, _ thing: Thing) throws -> BusDescriptor {
        let answer = try thing.call("Echo", [.variant(.structure(["file", .descriptor(descriptor)]))])
        let back = try #require(answer.first?.asArray?.last?.asDescriptor)
        #expect(back != descriptor && back.number != descriptor.number)
        return back
    }

    @Test("Whatever becomes of a message, no copy of its open files is left")
    func nothingLeft() async throws {
        let thing = try await Thing()
        let refused: [(String, (DBusValue) -> [DBusValue])] = [
            ("Nothing", { [$0] }), ("Add", { [$0, $0] }), ("Note", { [$0] }), ("Refuse", { [.variant($0)] }),
            ("Echo", { [.array("h", [$0, $0])] }), ("Add", { [.properties(["a": $0, "b": $0])] }),
        ]
        for (member, arguments) in refused {
            let isReleased = try isReleased { descriptor in
                let error = thing.error { () throws(DBusError) in
                    _ = try thing.call(member, arguments(.descriptor(descriptor)))
                }
                #expect(error != nil)
            }
            #expect(isReleased, "\(member)")
        }
        let isReleasedBySetter = try isReleased { descriptor in
            let error = thing.error { () throws(DBusError) in try thing.set("Number", .descriptor(descriptor)) }
            #expect(error == "InvalidArgs")
        }
        #expect(isReleasedBySetter)
        #expect(try isReleased { try thing.client.tell(thing.request("Echo", [.variant(.descriptor($0))])) })
        #expect(thing.isAlive)
    }

    @Test("Signals and answers that nobody asked for leave none either")
    func unasked() async throws {
        let thing = try await Thing()
        let sender = try await Self.open(thing.bus.address)
        try await Self.listen(thing.connection)
        let ends = Ends()
        try await Self.emit(sender, ends.take())
        #expect(ends.isReleased)
        #expect(thing.isAlive)
        await Self.close(sender)
    }

    @Test("A flood of open files passes without holding up the service or taking its own")
    func flood() async throws {
        let thing = try await Thing()
        let isReleased = try isReleased { descriptor in
            let many = DBusValue.array("h", Array(repeating: .descriptor(descriptor), count: 16))
            for _ in 0..<500 { try thing.client.tell(thing.request("Echo", [.variant(many)])) }
            #expect(thing.isAlive)
        }
        #expect(isReleased)
    }

    @Test("One that is not open, or more than a bus lets through, is refused before it is sent")
    func refusedBeforeSending() async throws {
        let thing = try await Thing()
        let ends = Ends()
        let many = DBusValue.array("h", Array(repeating: .descriptor(try ends.take()), count: 17))
        #expect(
            thing.error { () throws(DBusError) in _ = try thing.call("Echo", [.variant(many)]) } == "LimitsExceeded")
        let none = DBusValue.descriptor(BusDescriptor(adopting: -1))
        #expect(thing.error { () throws(DBusError) in _ = try thing.call("Echo", [.variant(none)]) } == "InvalidArgs")
        #expect(thing.isAlive)
    }

    @BusActor
    private static func open(_ address: String) throws -> BusConnection { try BusConnection(address: address) }

    @BusActor
    private static func close(_ connection: BusConnection) { connection.close() }

    /// For good: the subscription lasts as long as the connection.
    @BusActor
    private static func listen(_ connection: BusConnection) throws {
        let subscription = try connection.subscribe(BusMatch(member: "Flood")) { _ in }
        connection.onDisconnected = { subscription.cancel() }
    }

    @BusActor
    private static func emit(_ connection: BusConnection, _ descriptor: BusDescriptor) throws {
        try connection.emit(
            path: "/a", interface: "org.test.A", member: "Flood", arguments: [.variant(.descriptor(descriptor))])
    }
}
