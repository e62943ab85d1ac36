import DBusTestSupport
import Testing

@testable import DBusKit

@Suite("Object server", .serialized, .timeLimit(.minutes(1)), .enabled(if: Tool.shouldRun("dbus-daemon")))
struct ObjectServerTests {
    private static let properties = "org.freedesktop.DBus.Properties"
    private let bus: PrivateBus
    private let service: EchoService
    private let client: BusClient

    init() async throws {
        bus = try PrivateBus()
        let address = bus.address
        service = try await EchoService(address: address)
        client = try BusClient(address: address)
    }

    private func call(
        _ member: String, _ arguments: [DBusValue] = [], interface: String = EchoService.interface,
        path: String = EchoService.path
    ) throws(DBusError) -> [DBusValue] {
        try client.call(EchoService.name, path, interface, member, arguments, timeout: .seconds(10))
    }

    private func expectError(
        _ expected: DBusError.Standard, _ member: String, _ arguments: [DBusValue] = [],
        interface: String = EchoService.interface, path: String = EchoService.path,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: DBusError.self, sourceLocation: sourceLocation) {
            try call(member, arguments, interface: interface, path: path)
        }
        #expect(error?.name == expected.name, sourceLocation: sourceLocation)
    }

    @Test("every value comes back through the bus") func echo() throws {
        for value in ValueTests.samples { #expect(try call("Echo", [value.wrapped]) == [value.wrapped]) }
    }

    @Test("unknown things are refused by their proper names") func unknown() {
        expectError(.unknownMethod, "Nothing")
        expectError(.unknownInterface, "Echo", interface: "org.mediad.Other1")
        expectError(.unknownObject, "Echo", path: "/org/mediad/Other")
        expectError(.unknownObject, "Get", ["a", "b"], interface: Self.properties, path: "/nowhere")
        expectError(.unknownProperty, "Get", [.string(EchoService.interface), "Nothing"], interface: Self.properties)
        expectError(.unknownInterface, "Get", ["org.mediad.Other1", "Level"], interface: Self.properties)
        expectError(.unknownInterface, "GetAll", ["org.mediad.Other1"], interface: Self.properties)
        expectError(.invalidArgs, "GetAll", [""], interface: Self.properties)
        expectError(
            .unknownProperty, "Set", [.string(EchoService.interface), "Nothing", .variant("x")],
            interface: Self.properties)
    }

    @Test("wrong argument types are refused before the handler runs") func wrongArguments() {
        expectError(.invalidArgs, "Echo")
        expectError(.invalidArgs, "Echo", ["not a variant"])
        expectError(.invalidArgs, "Echo", [.variant("a"), .variant("b")])
        expectError(.invalidArgs, "Get", [.uint32(1)], interface: Self.properties)
    }

    @Test("GetAll of the standard interfaces is empty") func standardInterfaces() throws {
        for name in ["Properties", "Introspectable", "Peer"] {
            let all = try client.getAll(EchoService.name, EchoService.path, "org.freedesktop.DBus." + name)
            #expect(all.isEmpty)
        }
    }

    @Test("properties are read, set and checked") func propertyAccess() throws {
        let (name, path, interface) = (EchoService.name, EchoService.path, EchoService.interface)
        #expect(try client.getAll(name, path, interface) == ["Level": 1.0, "Number": .int32(7), "Told": .uint32(0)])
        try client.set(name, path, interface, "Level", to: 0.25)
        #expect(try client.get(name, path, interface, "Level") == 0.25)
        // Whole numbers of every kind are numbers.
        for value in [DBusValue.byte(2), .int16(2), .uint16(2), .int32(2), .uint32(2), .int64(2), .uint64(2)] {
            try client.set(name, path, interface, "Level", to: 0.0)
            try client.set(name, path, interface, "Level", to: value)
            #expect(try client.get(name, path, interface, "Level") == 2.0)
        }
        let set: [DBusValue] = [.string(interface), "Level"]
        expectError(.invalidArgs, "Set", set + [.variant("loud")], interface: Self.properties)
        expectError(.invalidArgs, "Set", set + [.variant(true)], interface: Self.properties)
        expectError(.invalidArgs, "Set", set + [.variant(.variant(0.5))], interface: Self.properties)
        expectError(
            .propertyReadOnly, "Set", [.string(interface), "Number", .variant(.int32(1))], interface: Self.properties)
        // An empty interface name stands for the only one that has the property.
        #expect(try client.get(name, path, "", "Number") == .int32(7))
        expectError(.invalidArgs, "Get", ["", "Nothing"], interface: Self.properties)
    }

    @Test("an answer that cannot be sent becomes an error") func unsendable() {
        expectError(.failed, "WrongType")
        expectError(.invalidArgs, "BadPath")
        expectError(.limitsExceeded, "TooMuch")
    }

    @Test("a call dropped without an answer is answered with an error") func dropped() {
        expectError(.failed, "Forget")
    }

    @Test("other calls are answered while one waits") func deferred() async throws {
        let ticket = try client.send(
            BusRequest(
                destination: EchoService.name, path: EchoService.path, interface: EchoService.interface, member: "Hold")
        )
        #expect(try call("Echo", [.variant("meanwhile")]) == [.variant("meanwhile")])
        await service.waitForEvent()
        await service.answerHeld(["at last"])
        #expect(try client.reply(to: ticket, timeout: .seconds(10)) == ["at last"])
    }

    @Test("a call that wants no reply gets none") func noReply() throws {
        let request = BusRequest(
            destination: EchoService.name, path: EchoService.path, interface: EchoService.interface, member: "Told")
        var unknown = request
        unknown.member = "Nothing"
        try client.tell(request)
        try client.tell(unknown)
        #expect(try client.get(EchoService.name, EchoService.path, EchoService.interface, "Told") == .uint32(1))
    }

    @Test("Peer is answered everywhere") func peer() throws {
        #expect(try call("Ping", interface: "org.freedesktop.DBus.Peer") == [])
        #expect(try call("Ping", interface: "org.freedesktop.DBus.Peer", path: "/nowhere") == [])
    }

    @Test("introspection is written from the declaration") func introspection() throws {
        let text = try call("Introspect", interface: "org.freedesktop.DBus.Introspectable")[0].asString
        #expect(text == IntrospectionGolden.echo)
    }

    @Test("parents list what lies below") func parents() throws {
        for (path, child) in [("/", "org"), ("/org", "mediad"), ("/org/mediad", "Test"), ("/org/mediad/Test", "Echo")] {
            let text = try call("Introspect", interface: "org.freedesktop.DBus.Introspectable", path: path)[0].asString
            #expect(text?.contains("  <node name=\"\(child)\"/>\n") == true)
        }
        expectError(.unknownObject, "Introspect", interface: "org.freedesktop.DBus.Introspectable", path: "/com")
    }
}
