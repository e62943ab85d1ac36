internal import DBusKit

/// The session's notification server, whoever it is at the time.
///
/// It is looked for when something is to be shown for the first time, and everything goes to its unique name: nothing here
/// starts it by accident, and nobody else is believed. Where there is none the bus may start one, once; one that was there
/// and went may have been replaced by hand, so that is tried again only after a while.
///
/// https://specifications.freedesktop.org/notification-spec/latest/
@BusActor
final class NotificationServer {
    /// What happened to it.
    enum Event {
        /// There is one, and it shows nothing of ours.
        case came
        case went
        /// A notification is gone.
        case closed(UInt32)
        /// Somebody pressed a button, by its key.
        case invoked(UInt32, String)
    }

    static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// Of what a server says that it can do.
    static let mostCapabilities = 100
    /// How long a server that went is not started again.
    private static let patience = Duration.seconds(300)

    private let connection: BusConnection
    private let log: @Sendable (String) -> Void
    var onEvent: (@BusActor (Event) -> Void)?

    private var isLooking = false
    private var ownerWatch: BusSubscription?
    private var signals: BusSubscription?
    /// Its unique name.
    private var owner: String?
    /// What it can do; nil until it said so.
    private(set) var capabilities: Set<String>?
    private var isStarting = false
    /// The bus starts none before then; nil: it may at once.
    private var startsAt: ContinuousClock.Instant?
    private var hasTold = false

    init(_ connection: BusConnection, log: @escaping @Sendable (String) -> Void) {
        self.connection = connection
        self.log = log
    }

    /// Something is to be shown: looks for a server, and has one started where that may help.
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
            // Who cannot be started now cannot be started later; one that comes by itself is seen.
            startsAt = .now + .seconds(1 << 30)
            tell(
                "no notification server answers (\(Self.name): \(error.message)): nothing is prompted without a window")
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
            // One that says nothing of it can show a line of text.
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

    /// Shows a notification; `completion` gets its number, nil where it is not shown, and is never called before this returns.
    ///
    /// Nothing is waited for: what a server shows late has to be taken back.
    func notify(_ arguments: [DBusValue], completion: @escaping @BusActor (UInt32?) -> Void) {
        connection.call(request("Notify", arguments), timeout: nil) { [weak self] result in
            switch result {
            case .success(let values): completion(values.first?.asUInt32.flatMap { $0 == 0 ? nil : $0 })
            case .failure(let error):
                if self?.owner != nil {
                    self?.tell("the notification server refuses to show a prompt: \(error.message)")
                }
                completion(nil)
            }
        }
    }

    func close(_ id: UInt32) {
        guard owner != nil else { return }
        // A connection that cannot send is gone, and its owner has been told.
        try? connection.tell(request("CloseNotification", [.uint32(id)]))
    }

    private func request(_ member: String, _ arguments: [DBusValue] = []) -> BusRequest {
        BusRequest(
            destination: owner ?? Self.name, path: Self.path, interface: Self.name, member: member,
            arguments: arguments, autoStart: false)
    }
}
