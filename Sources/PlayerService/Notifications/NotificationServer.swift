internal import DBusKit

/// The session's notification server, which may change over time.
///
/// The server is looked up when the first prompt is shown. All messages go to its unique name, so that they cannot
/// start it by accident, and messages from other senders are ignored. If there is none, the bus may start one, once.
/// A server that has gone away may have been replaced manually, so it is started again only after some time.
///
/// https://specifications.freedesktop.org/notification-spec/latest/
@BusActor
final class NotificationServer {
    /// Events of the server.
    enum Event {
        /// A server appeared. It shows no notification of mediad.
        case came
        case went
        /// A notification was closed.
        case closed(UInt32)
        /// The user activated an action, identified by its key.
        case invoked(UInt32, String)
    }

    static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// The maximum number of capabilities that are read.
    static let mostCapabilities = 100
    /// How long a server that has gone away is not started again.
    private static let patience = Duration.seconds(300)

    private let connection: BusConnection
    private let log: @Sendable (String) -> Void
    var onEvent: (@BusActor (Event) -> Void)?

    private var isLooking = false
    private var ownerWatch: BusSubscription?
    private var signals: BusSubscription?
    /// The unique name of the server.
    private var owner: String?
    /// The capabilities; nil until the server has replied.
    private(set) var capabilities: Set<String>?
    private var isStarting = false
    /// The earliest time to start a server; nil: at once.
    private var startsAt: ContinuousClock.Instant?
    private var hasTold = false

    init(_ connection: BusConnection, log: @escaping @Sendable (String) -> Void) {
        self.connection = connection
        self.log = log
    }

    /// Looks up a server for a prompt, and starts one if that is possible.
    func need() {
        guard ownerWatch == nil else {
            if owner == nil, !isLooking { start() }
            return
        }
        isLooking = true
        ownerWatch = try? connection.watchOwner(of: Self.name) { [weak self] owner in self?.changed(to: owner) }
        connection.call(.bus("GetNameOwner", [.string(Self.name)]), timeout: nil) { [weak self] result in
            guard let self else { return }
            isLooking = false
            if case .success(let values) = result, let owner = values.first?.asString {
                if self.owner == nil { changed(to: owner) }
            } else if owner == nil {
                start()
            }
        }
    }

    private func start() {
        guard !isStarting, startsAt.map({ $0 <= .now }) ?? true else { return }
        isStarting = true
        connection.call(.bus("StartServiceByName", [.string(Self.name), .uint32(0)]), timeout: nil) {
            [weak self] result in
            guard let self else { return }
            isStarting = false
            guard case .failure(let error) = result, owner == nil else {
                startsAt = .now + Self.patience
                return
            }
            // A server that cannot be started now cannot be started later. One that starts without the bus is noticed.
            startsAt = .now + .seconds(1 << 30)
            tell(
                "there is no notification server (\(Self.name): \(error.message)): "
                    + "offers and proposals appear only in the window, and other prompts do not appear")
        }
    }

    private func tell(_ sentence: String) {
        guard !hasTold else { return }
        hasTold = true
        log(sentence)
    }

    private func changed(to new: String?) {
        guard new != owner else { return }
        if owner != nil {
            (owner, capabilities, signals) = (nil, nil, nil)
            startsAt = max(startsAt ?? .now, .now + Self.patience)
            onEvent?(.went)
        }
        guard let new else { return }
        owner = new
        signals = try? connection.subscribe(BusMatch(sender: new, path: Self.path, interface: Self.name)) {
            [weak self] in self?.heard($0)
        }
        connection.call(request("GetCapabilities"), timeout: nil) { [weak self] result in
            guard let self, owner == new else { return }
            // A server that does not report its capabilities can show a line of text.
            let told = (try? result.get())?.first?.asStringArray ?? []
            capabilities = Set(told.prefix(Self.mostCapabilities))
            onEvent?(.came)
        }
    }

    private func heard(_ signal: BusSignalMessage) {
        guard let id = signal.arguments.first?.asUInt32, signal.arguments.count == 2 else { return }
        switch signal.member {
        case "NotificationClosed": onEvent?(.closed(id))
        case "ActionInvoked": if let key = signal.arguments[1].asString { onEvent?(.invoked(id, key)) }
        default: break
        }
    }

    /// Shows a notification. `completion` receives its number, or nil if it is not shown, and is never called before
    /// this method returns.
    ///
    /// There is no timeout, because a notification that is shown late must be closed.
    func notify(_ arguments: [DBusValue], completion: @escaping @BusActor (UInt32?) -> Void) {
        connection.call(request("Notify", arguments), timeout: nil) { [weak self] result in
            switch result {
            case .success(let values): completion(values.first?.asUInt32.flatMap { $0 == 0 ? nil : $0 })
            case .failure(let error):
                if self?.owner != nil {
                    self?.tell("the notification server refused to show a prompt: \(error.message)")
                }
                completion(nil)
            }
        }
    }

    func close(_ id: UInt32) {
        guard owner != nil else { return }
        // A connection that cannot send is lost, and its owner has been notified.
        try? connection.tell(request("CloseNotification", [.uint32(id)]))
    }

    private func request(_ member: String, _ arguments: [DBusValue] = []) -> BusRequest {
        BusRequest(
            destination: owner ?? Self.name, path: Self.path, interface: Self.name, member: member,
            arguments: arguments, autoStart: false)
    }
}
