import DBusKit
import TestSupport
import Testing

@Suite("Opening a bus off the loop", .bus)
struct OpeningTests {
    private func open(_ address: String) -> Mailbox<Result<BusConnection, DBusError>> {
        let opened = Mailbox<Result<BusConnection, DBusError>>()
        BusConnection.open(address) { opened.post($0) }
        return opened
    }

    @Test("A bus that never greets holds up no other connection, neither its opening nor its end")
    func silentBus() async throws {
        var silent: FakeBus? = try FakeBus()
        let waiting = open(try #require(silent).address)
        let bus = try PrivateBus()
        for _ in 0..<3 {
            let connection = try open(bus.address).next(within: .seconds(10), "a connection").get()
            #expect(connection.uniqueName.hasPrefix(":1."))
            #expect(try await connection.call(.bus("GetId")).count == 1)
            await connection.close()
            let client = try BusClient(address: bus.address)
            client.close()
        }
        #expect(waiting.count == 0)
        silent = nil
        #expect(throws: DBusError.self) { try waiting.next(within: .seconds(10), "the end of waiting").get() }
    }

    @Test("Where no bus is, an error comes")
    func nobody() throws {
        #expect(throws: DBusError.self) { try open("unix:path=/nowhere/at/all").next().get() }
        #expect(throws: DBusError.self) { try open("no address").next().get() }
    }
}
