public import DBusKit
internal import Dispatch
internal import Glibc

/// The desktop portal, the screen saver or logind, as far as inhibiting goes, on a test's own bus.
///
/// Everything it granted ends as it does with the real ones: given back by its client, or with the client's connection;
/// logind's with the last copy of the file that it gave out.
@BusActor
public final class FakeInhibitor {
    public enum Service: String, Sendable, CaseIterable { case portal, screensaver, logind }

    public enum Behaviour: Sendable {
        case grant
        case refuse
        /// Answers when it is told to.
        case hang
    }

    private struct Grant {
        var entry: String
        var client: String
        var watch: BusSubscription?
    }

    public nonisolated let service: Service
    /// What the bus calls its connection.
    public nonisolated let uniqueName: String
    public var behaviour: Behaviour
    /// What delays the machine's sleep, and does not block it.
    public nonisolated let delays = InhibitionLedger()
    private let ledger: InhibitionLedger
    private let connection: BusConnection
    private var kept: [(call: BusCall, entry: String)] = []
    /// By path or cookie.
    private var grants: [String: Grant] = [:]
    private var lastNumber: UInt32 = 0

    /// Takes the service's name on the bus at `address`.
    public init(
        _ service: Service, at address: String, _ ledger: InhibitionLedger, _ behaviour: Behaviour = .grant
    ) throws {
        self.service = service
        self.ledger = ledger
        self.behaviour = behaviour
        connection = try BusConnection(address: address)
        uniqueName = connection.uniqueName
        connection.objects.export([interface], at: path)
        _ = try connection.requestName(name)
    }

    /// Grants what was asked for while it hung.
    public func answer() {
        behaviour = .grant
        let calls = kept
        kept = []
        for (call, entry) in calls { grant(call, entry) }
    }

    /// Takes back what it granted, as the portal does when the desktop would not have it.
    public func withdraw() throws {
        for (path, grant) in grants {
            ledger.refuse(grant.entry)
            try connection.emit(
                path: path, interface: "org.freedesktop.portal.Request", member: "Response",
                arguments: [.uint32(2), .properties([:])])
        }
    }

    /// Ends as a crash would.
    public func leave() {
        connection.close()
        grants = [:]
        kept = []
        ledger.leave(service.rawValue)
    }

    /// The machine falls asleep or wakes.
    public func tellSleep(_ isStarting: Bool) throws {
        try connection.emit(
            path: path, interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep",
            arguments: [.boolean(isStarting)])
    }

    /// Ends without a word, with the test.
    public func close() { connection.close() }

    // MARK: What it shows

    private var name: String {
        switch service {
        case .portal: "org.freedesktop.portal.Desktop"
        case .screensaver: "org.freedesktop.ScreenSaver"
        case .logind: "org.freedesktop.login1"
        }
    }

    private var path: String {
        switch service {
        case .portal: "/org/freedesktop/portal/desktop"
        case .screensaver: "/org/freedesktop/ScreenSaver"
        case .logind: "/org/freedesktop/login1"
        }
    }

    private var interface: BusInterface {
        switch service {
        case .portal:
            BusInterface(
                "org.freedesktop.portal.Inhibit",
                methods: [
                    inhibit(["s", "u", "a{sv}"], "o") { arguments in
                        let reason = arguments[2].asDictionary?["reason"]?.asString ?? ""
                        return reason.isEmpty ? "without a reason" : "\(arguments[1].asUInt32 ?? 0)"
                    }
                ])
        case .screensaver:
            BusInterface(
                "org.freedesktop.ScreenSaver",
                methods: [
                    inhibit(["s", "s"], "u") { _ in "idle" },
                    BusMethod(
                        "UnInhibit", in: [BusArgument("cookie", "u")],
                        answering: { [weak self] call in
                            self?.end("\(call.arguments[0].asUInt32 ?? 0)")
                            call.reply.succeed()
                        }),
                ])
        case .logind:
            BusInterface(
                "org.freedesktop.login1.Manager",
                methods: [
                    inhibit(["s", "s", "s", "s"], "h") { arguments in
                        let mode = arguments[3].asString ?? ""
                        return (arguments[0].asString ?? "") + (mode == "block" ? "" : " \(mode)")
                    }
                ])
        }
    }

    /// - Parameter describe: what the arguments ask for, in a word.
    private func inhibit(
        _ inputs: [String], _ output: String, _ describe: @escaping @Sendable ([DBusValue]) -> String
    ) -> BusMethod {
        let arguments = inputs.enumerated().map { BusArgument("argument\($0.offset)", $0.element) }
        return BusMethod(
            "Inhibit", in: arguments, out: [BusArgument("token", output)],
            answering: { [weak self] call in
                self?.asked(call, describe(call.arguments))
            })
    }

    private func asked(_ call: BusCall, _ what: String) {
        let entry = "\(service.rawValue) \(what)"
        switch behaviour {
        case .grant: grant(call, entry)
        case .refuse:
            ledger.refuse(entry)
            call.reply.fail(DBusError(.accessDenied, "not today"))
        case .hang:
            kept.append((call, entry))
            ledger.refuse(entry)
        }
    }

    // MARK: What it granted

    private func grant(_ call: BusCall, _ entry: String) {
        lastNumber += 1
        switch service {
        case .portal:
            let handle = "\(path)/request/r\(lastNumber)"
            let request = BusInterface(
                "org.freedesktop.portal.Request",
                methods: [
                    BusMethod(
                        "Close",
                        answering: { [weak self] call in
                            self?.end(handle)
                            call.reply.succeed()
                        })
                ])
            connection.objects.export([request], at: handle)
            note(handle, entry, call.sender)
            call.reply.succeed([.objectPath(handle)])
        case .screensaver:
            note("\(lastNumber)", entry, call.sender)
            call.reply.succeed([.uint32(lastNumber)])
        case .logind:
            var ends: [Int32] = [-1, -1]
            // logind gives out a FIFO; like one, a socket ends with its last copy, and no child inherits this one.
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0, "no sockets left")
            let book = entry.hasSuffix(" delay") ? delays : ledger
            watch(ends[0], entry, in: book)
            book.grant(entry)
            call.reply.succeed([.descriptor(BusDescriptor(adopting: ends[1]))])
        }
    }

    private func note(_ token: String, _ entry: String, _ client: String) {
        let watch = try? connection.watchOwner(of: client) { [weak self] owner in
            if owner == nil { self?.end(token) }
        }
        grants[token] = Grant(entry: entry, client: client, watch: watch)
        ledger.grant(entry)
    }

    private func end(_ token: String) {
        guard let grant = grants.removeValue(forKey: token) else { return }
        if service == .portal { connection.objects.unexport(token) }
        ledger.end(grant.entry)
    }

    /// The file ends where it is read when nobody has it open for writing.
    private nonisolated func watch(_ descriptor: Int32, _ entry: String, in ledger: InhibitionLedger) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler {
            ledger.end(entry)
            source.cancel()
        }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.resume()
    }
}
