import DBusTestSupport
import Testing

@testable import DBusKit

@Suite("Connection", .serialized, .timeLimit(.minutes(1)), .enabled(if: Tool.shouldRun("dbus-daemon")))
struct ConnectionTests {
    private let bus: PrivateBus
    private let service: EchoService
    private let client: BusClient

    init() async throws {
        bus = try PrivateBus()
        let address = bus.address
        service = try await EchoService(address: address)
        client = try BusClient(address: address)
    }

    @Test("10,000 pipelined calls are answered in order") func pipelining() throws {
        var tickets: [BusClient.Ticket] = []
        for number in 0..<10_000 {
            tickets.append(
                try client.send(
                    BusRequest(
                        destination: EchoService.name, path: EchoService.path, interface: EchoService.interface,
                        member: "Echo", arguments: [.variant(.int64(Int64(number)))])))
        }
        // Somebody else gets an answer in between.
        let other = try BusClient(address: bus.address)
        #expect(try other.get(EchoService.name, EchoService.path, EchoService.interface, "Number") == .int32(7))
        for (number, ticket) in tickets.enumerated() {
            #expect(try client.reply(to: ticket, timeout: .seconds(20)) == [.variant(.int64(Int64(number)))])
        }
    }

    @Test("100,000 items in one message arrive") func manyItems() throws {
        let items = (0..<100_000).map { ["uri": DBusValue.string("file:///music/\($0).flac"), "title": "A title"] }
        let reply = try client.call(
            EchoService.name, EchoService.path, EchoService.interface, "Lists", [.propertyLists(items)])
        #expect(reply == [.uint32(100_000)])
    }

    @Test("the daemon outlives clients that break the protocol") func brokenClients() throws {
        let invalidText: [[UInt8]] = [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0x00, 0x62]]
        for text in invalidText {
            let raw = try RawClient(address: bus.address)
            let body = [1, UInt8(ascii: "s"), 0, 0] + RawClient.number(text.count) + text + [0]
            raw.call(EchoService.name, EchoService.path, EchoService.interface, "Echo", "v", body)
            #expect(raw.isThrownOut())
        }
        #expect(try client.get(EchoService.name, EchoService.path, EchoService.interface, "Number") == .int32(7))
    }

    @Test(
        "nothing that passes the depth check is too deep for the bus", arguments: ["dictionaries", "lists", "fields"])
    func depth(kind: String) throws {
        var value = DBusValue.byte(1)
        var refused = 0
        for _ in 0..<40 {
            switch kind {
            case "dictionaries": value = .properties(["k": value])
            case "lists": value = .array("v", [value.wrapped])
            default: value = .structure([value.wrapped])
            }
            do throws(DBusError) {
                let reply = try client.call(
                    EchoService.name, EchoService.path, EchoService.interface, "Echo", [value.wrapped])
                #expect(reply == [value.wrapped])
            } catch {
                #expect(error.isStandard(.limitsExceeded))
                refused += 1
            }
        }
        #expect(refused > 0)
        #expect(try client.get(EchoService.name, EchoService.path, EchoService.interface, "Number") == .int32(7))
    }

    @Test("a vanished bus is noticed") func disconnect() async throws {
        bus.kill()
        await service.waitForEvent()
        #expect(await service.isDisconnected)
        let error = #expect(throws: DBusError.self) {
            try client.call(.bus("GetId"), timeout: .seconds(10))
        }
        #expect(error?.isStandard(.disconnected) == true)
        await service.connection.close()
    }

    @Test("a call under way fails when the bus vanishes") func callUnderWay() async throws {
        let connection = service.connection
        async let answer: Result<[DBusValue], DBusError> = Self.outcome(
            connection,
            BusRequest(
                destination: EchoService.name, path: EchoService.path, interface: EchoService.interface, member: "Hold")
        )
        await service.waitForEvent()
        bus.kill()
        let result = await answer
        #expect(throws: DBusError.self) { try result.get() }
        await service.answerHeld(["too late"])
    }

    @BusActor
    private static func outcome(_ connection: BusConnection, _ request: BusRequest) async -> Result<
        [DBusValue], DBusError
    > {
        do throws(DBusError) { return .success(try await connection.call(request)) } catch { return .failure(error) }
    }

    @Test("a call that nobody answers ends at its deadline") func timeout() async throws {
        let request = BusRequest(
            destination: EchoService.name, path: EchoService.path, interface: EchoService.interface, member: "Hold")
        let error = await #expect(throws: DBusError.self) {
            try await service.connection.call(request, timeout: .milliseconds(50))
        }
        #expect(error?.isStandard(.noReply) == true)
        #expect(throws: DBusError.self) { try client.call(request, timeout: .milliseconds(50)) }
    }

    @Test("a taken name is told, not queued for") func names() async throws {
        let other = try await BusConnection(address: bus.address)
        #expect(try await other.requestName(EchoService.name) == .taken)
        #expect(try await service.connection.requestName(EchoService.name) == .alreadyOwned)
        await service.connection.releaseName(EchoService.name)
        #expect(try client.call(.bus("NameHasOwner", [.string(EchoService.name)])) == [false])
        #expect(try await other.requestName(EchoService.name) == .acquired)
        await other.close()
    }

    @Test("signals reach their subscribers, and only those") func signals() async throws {
        try client.addMatch(BusMatch(path: EchoService.path, member: "Happened"))
        try await service.connection.emit(
            path: EchoService.path, interface: EchoService.interface, member: "Other", arguments: ["a"])
        try await service.connection.emit(
            path: EchoService.path, interface: EchoService.interface, member: "Happened", arguments: ["b"])
        let signal = try client.nextSignal(timeout: .seconds(10))
        #expect(signal?.arguments == ["b"])
        #expect(signal?.member == "Happened")
        #expect(try client.nextSignal(timeout: .zero) == nil)
    }

    @Test("a vanished client is noticed") func vanishedClient() async throws {
        let watching = try await service.watch(client.uniqueName)
        client.close()
        await service.waitForVanished()
        await watching.cancel()
    }
}
