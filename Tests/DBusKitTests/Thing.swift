import DBusKit
import TestSupport

/// An object with one member of every sort, on a bus of its own, and a client that talks to it.
final class Thing {
    static let path = "/org/test/Thing"
    static let interface = "org.test.Thing1"

    let bus: PrivateBus
    let client: BusClient
    let connection: BusConnection
    /// Calls of `Later`, kept.
    let kept: Mailbox<BusReply>
    /// What `Note` was told.
    let notes: Mailbox<String>

    init() async throws {
        let (kept, notes) = (Mailbox<BusReply>(), Mailbox<String>())
        bus = try PrivateBus()
        connection = try await Self.serve(bus.address, kept, notes)
        client = try BusClient(address: bus.address)
        self.kept = kept
        self.notes = notes
    }

    deinit {
        let connection = connection
        BusActor.post { connection.close() }
    }

    /// A call of the object's interface.
    func request(_ member: String, _ arguments: [DBusValue] = []) -> BusRequest {
        BusRequest(
            destination: connection.uniqueName, path: Self.path, interface: Self.interface, member: member,
            arguments: arguments)
    }

    func call(_ member: String, _ arguments: [DBusValue] = []) throws(DBusError) -> [DBusValue] {
        try client.call(request(member, arguments))
    }

    func properties(_ member: String, _ arguments: [DBusValue], path: String = Thing.path) throws(DBusError)
        -> [DBusValue]
    {
        try client.call(connection.uniqueName, path, "org.freedesktop.DBus.Properties", member, arguments)
    }

    func get(_ name: String) throws(DBusError) -> DBusValue {
        try client.get(connection.uniqueName, Self.path, Self.interface, name)
    }

    func set(_ name: String, _ value: DBusValue) throws(DBusError) {
        try client.set(connection.uniqueName, Self.path, Self.interface, name, to: value)
    }

    /// The name of the error that `body` fails with, without the standard prefix; nil when it succeeds.
    func error(_ body: () throws(DBusError) -> Void) -> String? {
        do throws(DBusError) {
            try body()
            return nil
        } catch {
            let prefix = "org.freedesktop.DBus.Error."
            return error.name.hasPrefix(prefix) ? String(error.name.dropFirst(prefix.count)) : error.name
        }
    }

    /// Whether the service still answers.
    var isAlive: Bool { (try? call("Add", [.int32(1), .int32(1)])) == [.int32(2)] }

    @BusActor
    private static func serve(
        _ address: String, _ kept: Mailbox<BusReply>, _ notes: Mailbox<String>
    ) throws -> BusConnection {
        let connection = try BusConnection(address: address)
        // Some of these tests ask more at a time than any client of a player does.
        connection.openCallsLimit = 20_000
        let state = ThingState()
        connection.objects.export([state.interface(kept, notes)], at: path)
        return connection
    }
}

/// What the properties of a ``Thing`` hold.
@BusActor
final class ThingState {
    private var number = 1.0
    private var text = "text"
    private var reads: Int64 = 0

    nonisolated init() {}

    func interface(_ kept: Mailbox<BusReply>, _ notes: Mailbox<String>) -> BusInterface {
        BusInterface(
            Thing.interface, methods: methods(kept, notes), properties: properties(),
            signals: [BusSignal("Changed", [BusArgument("how", "s"), BusArgument("much", "a{sv}")])])
    }

    private func methods(_ kept: Mailbox<BusReply>, _ notes: Mailbox<String>) -> [BusMethod] {
        [
            BusMethod("Echo", in: [BusArgument("value", "v")], out: [BusArgument("value", "v")]) {
                (arguments: [DBusValue]) in arguments
            },
            BusMethod(
                "Add", in: [BusArgument("one", "i"), BusArgument("other", "i")], out: [BusArgument("sum", "i")],
                annotations: ["org.test.Note": "<\"&\">"]
            ) { (arguments: [DBusValue]) in
                [.int32((arguments[0].asInt32 ?? 0) &+ (arguments[1].asInt32 ?? 0))]
            },
            BusMethod("Refuse") { (_: [DBusValue]) throws(DBusError) in
                throw DBusError(name: "org.test.Refused", message: "no\0t today")
            },
            BusMethod("Quote", in: [BusArgument("text", "s")]) { (arguments: [DBusValue]) throws(DBusError) in
                throw DBusError(.invalidArgs, "'\(arguments[0].asString ?? "")' is not a thing")
            },
            BusMethod("Wrong", out: [BusArgument("path", "o")]) { (_: [DBusValue]) in ["text"] },
            BusMethod("Invalid", out: [BusArgument("path", "o")]) { (_: [DBusValue]) in [.objectPath("no path")] },
            BusMethod("Misnamed") { (_: [DBusValue]) throws(DBusError) in
                throw DBusError(name: "no error name", message: String(repeating: "ä", count: 10_000))
            },
            BusMethod("Later", out: [BusArgument("text", "s")], answering: { call in kept.post(call.reply) }),
            BusMethod("Drop", answering: { _ in }),
            BusMethod("Note", in: [BusArgument("text", "s")]) { (arguments: [DBusValue]) in
                notes.post(arguments[0].asString ?? "")
                return []
            },
        ]
    }

    private func properties() -> [BusProperty] {
        [
            BusProperty(
                "Number", "d", get: { .double(self.number) },
                set: { value, reply in
                    self.number = value.asDouble ?? .nan
                    reply.succeed()
                }),
            BusProperty(
                "Text", "s", get: { .string(self.text) },
                set: { value, reply in
                    self.text = value.asString ?? ""
                    reply.succeed()
                }),
            BusProperty("Fixed", "s", emitsChange: .const) { "fixed" },
            BusProperty("Reads", "x", emitsChange: .false) {
                self.reads += 1
                return .int64(self.reads)
            },
            BusProperty("List", "as", emitsChange: .invalidates) { .strings(["a", "b"]) },
            BusProperty("Misdeclared", "u") { "text" },
            BusProperty("Unsendable", "ao") { .objectPaths(["/good", "bad path"]) },
        ]
    }
}
