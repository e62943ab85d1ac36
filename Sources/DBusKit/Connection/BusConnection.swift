import CDBus
import GLibLoop

/// A private connection to a message bus, driven by the bus loop.
///
/// An open connection keeps itself alive until ``close()``. Only opening it and ``requestName(_:)`` wait for the bus.
@BusActor
public final class BusConnection {
    private struct PendingCall {
        var completion: @BusActor (Result<[DBusValue], DBusError>) -> Void
        var deadline: LoopSource?
    }

    private struct Subscription {
        var match: BusMatch
        var handler: @BusActor (BusSignalMessage) -> Void
    }

    /// The connection's unique name, such as `:1.42`.
    public nonisolated let uniqueName: String
    /// The objects that this connection exports.
    public let objects: ObjectServer
    /// Called once when the bus is lost; the connection is then unusable but must still be closed.
    public var onDisconnected: (@BusActor () -> Void)?
    /// Called when the connection lost a name that it owned.
    public var onNameLost: (@BusActor (String) -> Void)?
    /// Whether the bus is still connected.
    public private(set) var isConnected = true

    private var pointer: OpaquePointer?
    private var driver: ConnectionDriver?
    private var pending: [UInt32: PendingCall] = [:]
    private var subscriptions: [UInt64: Subscription] = [:]
    private var lastSubscription: UInt64 = 0
    private var ownedNames: Set<String> = []
    private var calls = CallQueue<BusMessage>(limit: BusConnection.mostOpenCalls)

    /// The default of ``openCallsLimit``.
    static let mostOpenCalls = 1_000

    /// The maximum number of unanswered calls of one client; further ones are refused.
    public var openCallsLimit: Int {
        get { calls.limit }
        set { calls.limit = newValue }
    }

    /// Connects and waits for the bus's reply.
    ///
    /// - Parameter address: a D-Bus server address; nil: the session bus.
    public convenience init(address: String? = nil) throws(DBusError) {
        try self.init(adopting: RawConnection.open(address))
    }

    /// Connects without blocking the loop, however long the bus takes; `completion` is called once, on the actor.
    ///
    /// - Parameter address: a D-Bus server address.
    public nonisolated static func open(
        _ address: String, completion: @escaping @Sendable @BusActor (Result<BusConnection, DBusError>) -> Void
    ) {
        SideThread.run("bus opening") {
            let opened = Result { () throws(DBusError) in Opened(pointer: try RawConnection.open(address)) }
            BusActor.post {
                completion(
                    opened.flatMap { opened in
                        Result { () throws(DBusError) in try BusConnection(adopting: opened.pointer) }
                    })
            }
        }
    }

    /// A connection passed to the loop; it has no other user, and libdbus's connections support several threads.
    private struct Opened: @unchecked Sendable { let pointer: OpaquePointer }

    /// Takes over a registered connection.
    private init(adopting pointer: OpaquePointer) throws(DBusError) {
        self.pointer = pointer
        uniqueName = RawConnection.uniqueName(of: pointer)
        objects = ObjectServer()
        objects.connection = self
        do {
            driver = try ConnectionDriver(pointer) { [weak self] in self?.answerNext() ?? false }
        } catch {
            RawConnection.close(pointer)
            self.pointer = nil
            throw error
        }
        let data = Unmanaged.passRetained(self).toOpaque()
        let added = dbus_connection_add_filter(
            pointer,
            { _, message, data in
                guard let message, let data else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
                let connection = Unmanaged<BusConnection>.fromOpaque(data).takeUnretainedValue()
                let address = UInt(bitPattern: message)
                let isHandled = BusActor.assumeIsolated { connection.receive(address) }
                return isHandled ? DBUS_HANDLER_RESULT_HANDLED : DBUS_HANDLER_RESULT_NOT_YET_HANDLED
            }, data, { data in data.map { Unmanaged<BusConnection>.fromOpaque($0).release() } })
        if added == 0 {
            Unmanaged.passUnretained(self).release()
            close()
            throw DBusError(.noMemory, "the connection could not be set up")
        }
    }

    /// Sends what is queued and closes the connection; running calls fail, handlers are dropped. May be called again.
    public func close() {
        guard let pointer else { return }
        self.pointer = nil
        isConnected = false
        dbus_connection_flush(pointer)
        driver?.stop()
        driver = nil
        failPending()
        calls.removeAll()
        subscriptions.removeAll()
        onDisconnected = nil
        onNameLost = nil
        // Releases the filter, and with it the connection's reference to itself, when libdbus's last reference is
        // dropped.
        RawConnection.close(pointer)
    }

    /// Waits until everything sent so far was written to the socket.
    public func flush() {
        if let pointer { dbus_connection_flush(pointer) }
    }

    func send(_ message: BusMessage) throws(DBusError) {
        guard let pointer else { throw DBusError(.disconnected, "the connection to the bus is closed") }
        try RawConnection.send(message, on: pointer)
    }

    // MARK: Calls

    /// Calls a method; `completion` is called exactly once, on the actor, never before this returns.
    ///
    /// - Parameter timeout: after which the call fails with `NoReply`; nil waits as long as the service lives.
    public func call(
        _ request: BusRequest, timeout: Duration? = .seconds(25),
        completion: @escaping @BusActor (Result<[DBusValue], DBusError>) -> Void
    ) {
        do throws(DBusError) {
            let message = try BusMessage.call(request)
            guard let pointer else { throw DBusError(.disconnected, "the connection to the bus is closed") }
            let serial = try RawConnection.send(message, on: pointer)
            let deadline = timeout.map { timeout in
                LoopSource.timer(on: BusActor.loop, at: timeout.deadline) { [weak self] in
                    guard let self else { return }
                    let error = DBusError(.noReply, "\(request.destination) did not respond in time")
                    BusActor.assumeIsolated { self.finish(serial, .failure(error)) }
                }
            }
            pending[serial] = PendingCall(completion: completion, deadline: deadline)
        } catch {
            BusActor.post { completion(.failure(error)) }
        }
    }

    /// Calls a method and waits for its reply.
    public func call(_ request: BusRequest, timeout: Duration = .seconds(25)) async throws(DBusError) -> [DBusValue] {
        let result: Result<[DBusValue], DBusError> = await withCheckedContinuation { continuation in
            call(request, timeout: timeout) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Calls a method without expecting a reply.
    public func tell(_ request: BusRequest) throws(DBusError) {
        try send(BusMessage.call(request, expectsReply: false))
    }

    private func finish(_ serial: UInt32, _ result: Result<[DBusValue], DBusError>) {
        guard let call = pending.removeValue(forKey: serial) else { return }
        call.deadline?.cancel()
        call.completion(result)
    }

    private func failPending() {
        for serial in pending.keys.sorted() {
            finish(serial, .failure(DBusError(.disconnected, "the connection to the bus was closed")))
        }
    }

    // MARK: Names

    /// Requests a well-known name without queueing for it, and waits for the bus's reply.
    public func requestName(_ name: String) throws(DBusError) -> NameOutcome {
        guard let pointer else { throw DBusError(.disconnected, "the connection to the bus is closed") }
        guard DBusName.isBusName(name), !name.hasPrefix(":") else {
            throw DBusError(.invalidArgs, "'\(name)' is not a well-known name")
        }
        var error = CDBus.DBusError()
        dbus_error_init(&error)
        switch dbus_bus_request_name(pointer, name, UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE), &error) {
        case DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER:
            ownedNames.insert(name)
            return .acquired
        case DBUS_REQUEST_NAME_REPLY_ALREADY_OWNER:
            ownedNames.insert(name)
            return .alreadyOwned
        case DBUS_REQUEST_NAME_REPLY_EXISTS:
            // libdbus sets no error for this one.
            return .taken
        default:
            throw RawConnection.take(&error)
        }
    }

    /// Releases a name, without waiting for the bus's reply.
    public func releaseName(_ name: String) {
        guard ownedNames.remove(name) != nil else { return }
        try? tell(.bus("ReleaseName", [.string(name)]))
    }

    /// Calls `handler` whenever the owner of `name` changes, with the new owner's unique name or nil.
    public func watchOwner(of name: String, _ handler: @escaping @BusActor (String?) -> Void) throws(DBusError)
        -> BusSubscription
    {
        let match = BusMatch(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", argument: name)
        return try subscribe(match) { signal in
            guard signal.arguments.count == 3, let owner = signal.arguments[2].asString else { return }
            handler(owner.isEmpty ? nil : owner)
        }
    }

    /// Calls `handler` once when a client has left the bus, also if it left before; never before this returns.
    ///
    /// - Parameter client: its unique name, as in ``BusCall/sender``.
    public func whenGone(_ client: String, _ handler: @escaping @BusActor () -> Void) throws(DBusError)
        -> BusSubscription
    {
        let left = { @BusActor [weak self] (id: UInt64) in
            // Both the signal and the reply may report it.
            guard let self, subscriptions[id] != nil else { return }
            unsubscribe(id)
            handler()
        }
        let id = lastSubscription + 1
        let subscription = try watchOwner(of: client) { owner in if owner == nil { left(id) } }
        // No signal reports a client that left before the bus knew of the match. The bus processes the two in order.
        call(.bus("NameHasOwner", [.string(client)]), timeout: nil) { result in
            if case .success([.boolean(false)]) = result { left(id) }
        }
        return subscription
    }

    // MARK: Signals

    /// Broadcasts a signal.
    public func emit(
        path: String, interface: String, member: String, arguments: [DBusValue] = []
    ) throws(DBusError) {
        try send(BusMessage.signal(path: path, interface: interface, member: member, arguments: arguments))
    }

    /// Sends one `PropertiesChanged`, or nothing without a change.
    public func emitPropertiesChanged(
        path: String, interface: String, changed: [String: DBusValue], invalidated: [String] = []
    ) throws(DBusError) {
        guard !changed.isEmpty || !invalidated.isEmpty else { return }
        try emit(
            path: path, interface: StandardInterface.properties, member: "PropertiesChanged",
            arguments: [.string(interface), .properties(changed), .strings(invalidated)])
    }

    /// Calls `handler` for every signal that matches, until the subscription is cancelled or dropped.
    public func subscribe(
        _ match: BusMatch, _ handler: @escaping @BusActor (BusSignalMessage) -> Void
    ) throws(DBusError) -> BusSubscription {
        try tell(.bus("AddMatch", [.string(match.rule)]))
        lastSubscription += 1
        subscriptions[lastSubscription] = Subscription(match: match, handler: handler)
        return BusSubscription(self, id: lastSubscription)
    }

    func unsubscribe(_ id: UInt64) {
        guard let subscription = subscriptions.removeValue(forKey: id) else { return }
        try? tell(.bus("RemoveMatch", [.string(subscription.match.rule)]))
    }

    // MARK: Incoming messages

    /// - Returns: whether the message needs no other handler.
    private func receive(_ address: UInt) -> Bool {
        guard let raw = OpaquePointer(bitPattern: address) else { return false }
        let message = BusMessage(borrowing: raw)
        switch message.kind {
        case .call:
            lineUp(message)
            return true
        case .reply, .error:
            guard pending[message.replySerial] != nil else { return false }
            finish(message.replySerial, message.outcome)
            return true
        case .signal:
            deliver(message)
            return false
        case nil:
            return false
        }
    }

    /// A call beyond the limit is refused before it is parsed: that costs less than the bus needs to deliver it.
    private func lineUp(_ call: BusMessage) {
        guard !calls.append(call, of: call.sender ?? "") else { return }
        guard call.wantsReply else { return }
        let refusal = DBusError(
            .limitsExceeded,
            "\(openCallsLimit) calls of this client are unanswered; wait before calling again")
        if let answer = try? BusMessage.error(to: call.serial, destination: call.sender, error: refusal) {
            try? send(answer)
        }
    }

    /// - Returns: whether more calls wait.
    private func answerNext() -> Bool {
        if let call = calls.next() { objects.answer(call) }
        return !calls.isEmpty
    }

    /// A call of `client` was answered, or never will be.
    func isDone(withCallOf client: String) { calls.answered(client) }

    private func deliver(_ message: BusMessage) {
        let interface = message.interface
        if interface == "org.freedesktop.DBus.Local", message.member == "Disconnected" {
            isConnected = false
            failPending()
            let notify = onDisconnected
            onDisconnected = nil
            notify?()
            return
        }
        guard let signal = message.asSignal else { return }
        if signal.sender == "org.freedesktop.DBus", signal.member == "NameLost",
            let name = signal.arguments.first?.asString, ownedNames.remove(name) != nil
        {
            onNameLost?(name)
        }
        for id in subscriptions.keys.sorted() {
            guard let subscription = subscriptions[id], subscription.match.matches(signal) else { continue }
            subscription.handler(signal)
        }
    }
}
