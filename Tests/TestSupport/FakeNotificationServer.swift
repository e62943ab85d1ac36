public import DBusKit

/// A notification server on a test's own bus: it shows nothing, and remembers what it was told.
@BusActor
public final class FakeNotificationServer {
    /// What it shows.
    public struct Notification: Sendable {
        public var summary: String
        public var body: String
        /// Keys and titles by turns.
        public var actions: [String]
        public var hints: [String: DBusValue]
        public var timeout: Int32

        /// The key of the button with a title.
        public func key(_ title: String) -> String? { buttons.first { $0.title == title }?.key }
        public var titles: [String] { buttons.map(\.title) }

        /// Without what a click on the notification itself does.
        private var buttons: [(key: String, title: String)] {
            stride(from: 0, to: actions.count - 1, by: 2).map { (actions[$0], actions[$0 + 1]) }
                .filter { $0.0 != "default" }
        }
    }

    public nonisolated static let name = "org.freedesktop.Notifications"
    private nonisolated static let path = "/org/freedesktop/Notifications"

    /// What it shows now, by number.
    public private(set) var shown: [UInt32: Notification] = [:]
    /// `Notify`, `CloseNotification` and `GetCapabilities`, as they were called.
    public private(set) var calls: [String] = []
    private let connection: BusConnection
    private var lastID: UInt32
    private var held: [BusCall] = []
    /// Answers `Notify` only with ``answer()``.
    public var hangs = false

    /// Takes the name on the bus at `address`.
    ///
    /// - Parameter firstID: servers begin anywhere.
    public init(
        _ address: String,
        capabilities: [String] = ["actions", "body", "body-markup", "icon-static"], firstID: UInt32 = 1
    ) throws {
        connection = try BusConnection(address: address)
        lastID = firstID - 1
        let texts = BusArgument("capabilities", "as")
        connection.objects.export(
            [
                BusInterface(
                    Self.name,
                    methods: [
                        BusMethod("GetCapabilities", out: [texts]) { [weak self] (_) throws(DBusError) in
                            self?.calls.append("GetCapabilities")
                            return [.strings(capabilities)]
                        },
                        BusMethod(
                            "Notify",
                            in: ["s", "u", "s", "s", "s", "as", "a{sv}", "i"].enumerated().map {
                                BusArgument("argument\($0.offset)", $0.element)
                            }, out: [BusArgument("id", "u")],
                            answering: { [weak self] call in self?.notify(call) }),
                        BusMethod("CloseNotification", in: [BusArgument("id", "u")]) {
                            [weak self] arguments throws(DBusError) in
                            self?.calls.append("CloseNotification")
                            self?.close(arguments[0].asUInt32 ?? 0, reason: 3)
                            return []
                        },
                    ])
            ], at: Self.path)
        _ = try connection.requestName(Self.name)
    }

    private func notify(_ call: BusCall) {
        calls.append("Notify")
        if hangs { held.append(call) } else { show(call) }
    }

    private func show(_ call: BusCall) {
        let replaced = call.arguments[1].asUInt32 ?? 0
        if replaced == 0 { lastID += 1 }
        let id = replaced == 0 ? lastID : replaced
        shown[id] = Notification(
            summary: call.arguments[3].asString ?? "", body: call.arguments[4].asString ?? "",
            actions: call.arguments[5].asStringArray ?? [], hints: call.arguments[6].asDictionary ?? [:],
            timeout: call.arguments[7].asInt32 ?? 0)
        call.reply.succeed([.uint32(id)])
    }

    /// Shows what it was told while it hung.
    public func answer() {
        hangs = false
        let calls = held
        held = []
        for call in calls { show(call) }
    }

    /// Somebody presses a button; as most servers do, it then closes the notification.
    public func press(_ id: UInt32, _ key: String, closing: Bool = true) throws {
        try emit("ActionInvoked", [.uint32(id), .string(key)])
        if closing { close(id, reason: 2) }
    }

    /// Somebody closes it (2), or its time is over (1).
    public func close(_ id: UInt32, reason: UInt32) {
        guard shown.removeValue(forKey: id) != nil else { return }
        try? emit("NotificationClosed", [.uint32(id), .uint32(reason)])
    }

    public func emit(_ member: String, _ arguments: [DBusValue]) throws {
        try connection.emit(path: Self.path, interface: Self.name, member: member, arguments: arguments)
    }

    /// Ends as a crash would.
    public func leave() { connection.close() }
}
