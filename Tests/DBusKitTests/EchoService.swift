import DBusKit

/// An object with a bit of everything, on a connection of its own.
@BusActor
final class EchoService {
    nonisolated static let name = "org.mediad.Test"
    nonisolated static let path = "/org/mediad/Test/Echo"
    nonisolated static let interface = "org.mediad.Test1"

    let connection: BusConnection
    var level = 1.0
    var number: Int32 = 7
    private(set) var told = 0
    private(set) var held: [BusReply] = []
    /// Continued when a reply is held or the bus goes away.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var isDisconnected = false
    private var hasClientVanished = false

    init(address: String) throws {
        connection = try BusConnection(address: address)
        connection.objects.export([declaration()], at: Self.path)
        connection.onDisconnected = { [weak self] in
            self?.isDisconnected = true
            self?.wake()
        }
        guard try connection.requestName(Self.name) == .acquired else { throw DBusError(.failed, "name") }
    }

    func waitForEvent() async {
        if isDisconnected || !held.isEmpty { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func answerHeld(_ values: [DBusValue]) {
        for reply in held { reply.succeed(values) }
        held = []
    }

    /// Watches a client; the bus knows of it once this returned.
    func watch(_ client: String) async throws -> BusSubscription {
        let subscription = try connection.watchOwner(of: client) { [weak self] owner in
            guard owner == nil else { return }
            self?.hasClientVanished = true
            self?.wake()
        }
        _ = try await connection.call(.bus("GetId"))
        return subscription
    }

    func waitForVanished() async {
        while !hasClientVanished { await withCheckedContinuation { waiting.append($0) } }
    }

    private func wake() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    private func declaration() -> BusInterface {
        let value = BusArgument("value", "v")
        return BusInterface(
            Self.interface,
            methods: [
                BusMethod("Echo", in: [value], out: [value]) { $0 },
                BusMethod("Lists", in: [BusArgument("items", "aa{sv}")], out: [BusArgument("count", "u")]) {
                    [.uint32(UInt32($0[0].asArray?.count ?? 0))]
                },
                BusMethod(
                    "Hold", out: [BusArgument("answer", "s")],
                    answering: { [weak self] call in
                        self?.held.append(call.reply)
                        self?.wake()
                    }),
                BusMethod("Forget", out: [BusArgument("answer", "s")], answering: { _ in }),
                BusMethod("WrongType", out: [BusArgument("answer", "s")]) { (_: [DBusValue]) in [.int32(1)] },
                BusMethod("BadPath", out: [BusArgument("answer", "o")]) { (_: [DBusValue]) in [.objectPath("/a b")] },
                BusMethod("TooMuch", out: [BusArgument("answer", "ay")]) { (_: [DBusValue]) in
                    [.bytes([UInt8](repeating: 0, count: 65 << 20))]
                },
                BusMethod("Told", annotations: ["org.freedesktop.DBus.Method.NoReply": "true"]) {
                    [weak self] (_: [DBusValue]) in
                    self?.told += 1
                    return []
                },
            ],
            properties: [
                BusProperty("Level", "d", get: { [weak self] in .double(self?.level ?? 0) }) {
                    [weak self] value, reply in
                    self?.level = value.asDouble ?? 0
                    reply.succeed()
                },
                BusProperty("Number", "i", emitsChange: .false, get: { [weak self] in .int32(self?.number ?? 0) }),
                BusProperty("Told", "u", emitsChange: .const, get: { [weak self] in .uint32(UInt32(self?.told ?? 0)) }),
            ],
            signals: [BusSignal("Happened", [BusArgument("what", "s")])])
    }
}
