import DBusKit
import TestSupport
import Testing

@Suite("Clients that leave", .bus)
struct LeavingClientTests {
    /// Hears of clients that leave, on a connection to a bus of its own.
    private final class Watcher {
        let bus: PrivateBus
        let connection: BusConnection
        let gone = Mailbox<String>()

        init() async throws {
            bus = try PrivateBus()
            connection = try await Self.open(bus.address)
        }

        @BusActor
        private static func open(_ address: String) throws -> BusConnection { try BusConnection(address: address) }

        deinit {
            let connection = connection
            BusActor.post { connection.close() }
        }

        func watch(_ client: String) async throws -> BusSubscription {
            try await Self.watch(client, connection, gone)
        }

        @BusActor
        private static func watch(
            _ client: String, _ connection: BusConnection, _ gone: Mailbox<String>
        ) throws -> BusSubscription {
            try connection.whenGone(client) { gone.post(client) }
        }

        /// What was sent so far has had its effect.
        func settle() async throws { _ = try await connection.call(.bus("GetId")) }
    }

    @Test("One that left before it was watched is told of, once")
    func goneBefore() async throws {
        let watcher = try await Watcher()
        let client = try BusClient(address: watcher.bus.address)
        let name = client.uniqueName
        client.close()
        while try await watcher.connection.call(.bus("NameHasOwner", [.string(name)])) == [true] {}
        let subscription = try await watcher.watch(name)
        #expect(try watcher.gone.next() == name)
        try await watcher.settle()
        #expect(watcher.gone.count == 0)
        await subscription.cancel()
    }

    @Test("One that stays is told of when it leaves, once, and not after the watch is cancelled")
    func goneLater() async throws {
        let watcher = try await Watcher()
        let (one, other) = (
            try BusClient(address: watcher.bus.address), try BusClient(address: watcher.bus.address)
        )
        let first = try await watcher.watch(one.uniqueName)
        let second = try await watcher.watch(other.uniqueName)
        try await watcher.settle()
        #expect(watcher.gone.count == 0)
        await second.cancel()
        other.close()
        one.close()
        #expect(try watcher.gone.next() == one.uniqueName)
        try await watcher.settle()
        #expect(watcher.gone.count == 0)
        await first.cancel()
    }

    @Test("Those that call and hang up at once are told of, each once")
    func hangingUpAtOnce() async throws {
        let bus = try PrivateBus()
        let gone = Mailbox<String>()
        let server = try await Server.serve(bus.address, gone)
        let count = 300
        for _ in 0..<count {
            let client = try WireConnection(address: bus.address)
            client.send(.call(server.connection.uniqueName, "/", Server.interface, "Bind"))
        }
        var told: Set<String> = []
        for _ in 0..<count { told.insert(try gone.next()) }
        #expect(told.count == count)
        _ = try await server.connection.call(.bus("GetId"))
        #expect(gone.count == 0)
        await server.close()
    }

    /// Binds something to each caller.
    @BusActor
    private final class Server {
        static nonisolated let interface = "org.test.Binding1"

        let connection: BusConnection
        private var watches: [BusSubscription] = []

        private init(_ connection: BusConnection) { self.connection = connection }

        static func serve(_ address: String, _ gone: Mailbox<String>) throws -> Server {
            let server = Server(try BusConnection(address: address))
            let bind = BusMethod(
                "Bind",
                answering: { [weak server] call in
                    let client = call.sender
                    if let watch = try? server?.connection.whenGone(client, { gone.post(client) }) {
                        server?.watches.append(watch)
                    }
                    call.reply.succeed()
                })
            server.connection.objects.export([BusInterface(interface, methods: [bind])], at: "/")
            return server
        }

        func close() { connection.close() }
    }
}
