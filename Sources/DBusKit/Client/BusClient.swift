import CDBus
import GLibLoop

/// A connection for command-line programs: every call waits, without a loop or an actor.
///
/// For use by one thread at a time.
public final class BusClient {
    /// A call that was sent and whose reply was not fetched yet.
    public struct Ticket: Hashable, Sendable {
        let serial: UInt32
    }

    /// The connection's unique name.
    public let uniqueName: String

    private let pointer: OpaquePointer
    private var isClosed = false
    private var awaited: Set<UInt32> = []
    private var replies: [UInt32: BusMessage] = [:]
    private var signals: [BusSignalMessage] = []
    /// How many of ``signals`` were handed out; they are dropped in bulk, so that reading many of them is linear.
    private var delivered = 0

    /// Connects.
    ///
    /// - Parameter address: a D-Bus server address; nil: the session bus.
    public init(address: String? = nil) throws(DBusError) {
        pointer = try RawConnection.open(address)
        uniqueName = RawConnection.uniqueName(of: pointer)
    }

    deinit {
        if !isClosed { dbus_connection_close(pointer) }
        dbus_connection_unref(pointer)
    }

    /// Closes the connection; every later call fails.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        dbus_connection_flush(pointer)
        dbus_connection_close(pointer)
    }

    // MARK: Calls

    /// Calls a method and waits for its reply.
    @discardableResult
    public func call(_ request: BusRequest, timeout: Duration = .seconds(25)) throws(DBusError) -> [DBusValue] {
        try reply(to: send(request), timeout: timeout)
    }

    /// Calls a method and waits for its reply.
    ///
    /// - Parameter autoStart: whether the bus may start a service to answer it.
    @discardableResult
    public func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [],
        timeout: Duration = .seconds(25), autoStart: Bool = true
    ) throws(DBusError) -> [DBusValue] {
        try call(
            BusRequest(
                destination: destination, path: path, interface: interface, member: member, arguments: arguments,
                autoStart: autoStart), timeout: timeout)
    }

    /// Sends a call without waiting: many calls may run at once, and their replies may be fetched in any order.
    public func send(_ request: BusRequest) throws(DBusError) -> Ticket {
        let serial = try RawConnection.send(BusMessage.call(request), on: pointer)
        awaited.insert(serial)
        return Ticket(serial: serial)
    }

    /// Sends a call that expects no reply.
    public func tell(_ request: BusRequest) throws(DBusError) {
        try RawConnection.send(BusMessage.call(request, expectsReply: false), on: pointer)
    }

    /// Waits for the reply to a call; each can be fetched once.
    public func reply(to ticket: Ticket, timeout: Duration = .seconds(25)) throws(DBusError) -> [DBusValue] {
        precondition(awaited.contains(ticket.serial), "the reply to this call was fetched already")
        defer { awaited.remove(ticket.serial) }
        let found = try pump(timeout) { replies[ticket.serial] != nil }
        guard found, let message = replies.removeValue(forKey: ticket.serial) else {
            throw DBusError(.noReply, "there was no response within \(timeout)")
        }
        return try message.outcome.get()
    }

    // MARK: Properties

    /// Reads a property, unwrapped from its variant.
    public func get(
        _ destination: String, _ path: String, _ interface: String, _ name: String, timeout: Duration = .seconds(25)
    ) throws(DBusError) -> DBusValue {
        let values = try call(
            destination, path, StandardInterface.properties, "Get", [.string(interface), .string(name)],
            timeout: timeout)
        guard let value = values.first else { throw DBusError(.invalidSignature, "the reply holds no value") }
        return value.unwrapped
    }

    /// Reads all properties of an interface, unwrapped from their variants.
    public func getAll(
        _ destination: String, _ path: String, _ interface: String, timeout: Duration = .seconds(25)
    ) throws(DBusError) -> [String: DBusValue] {
        let values = try call(
            destination, path, StandardInterface.properties, "GetAll", [.string(interface)], timeout: timeout)
        guard let all = values.first?.asDictionary else {
            throw DBusError(.invalidSignature, "the reply holds no properties")
        }
        return all
    }

    /// Sets a property.
    public func set(
        _ destination: String, _ path: String, _ interface: String, _ name: String, to value: DBusValue,
        timeout: Duration = .seconds(25)
    ) throws(DBusError) {
        try call(
            destination, path, StandardInterface.properties, "Set",
            [.string(interface), .string(name), value.wrapped], timeout: timeout)
    }

    // MARK: Signals

    /// Subscribes to signals; those sent after this returned are certain to arrive.
    public func addMatch(_ match: BusMatch) throws(DBusError) {
        try call(.bus("AddMatch", [.string(match.rule)]))
    }

    /// Returns the next signal in order of arrival; nil if none arrived in time.
    public func nextSignal(timeout: Duration) throws(DBusError) -> BusSignalMessage? {
        guard try pump(timeout, until: { delivered < signals.count }) else { return nil }
        let signal = signals[delivered]
        delivered += 1
        if delivered == signals.count {
            signals.removeAll(keepingCapacity: signals.count < 256)
            delivered = 0
        }
        return signal
    }

    // MARK: Pumping

    /// - Returns: whether `condition` holds; false after the timeout.
    private func pump(_ timeout: Duration, until condition: () -> Bool) throws(DBusError) -> Bool {
        let end = timeout.deadline
        var isLastLook = false
        while true {
            while let raw = dbus_connection_pop_message(pointer) { route(BusMessage(adopting: raw)) }
            if condition() { return true }
            guard !isClosed, dbus_connection_get_is_connected(pointer) != 0 else {
                throw DBusError(.disconnected, "the connection to the bus was closed")
            }
            guard !isLastLook else { return false }
            // Even without any time left, messages that have already arrived are read.
            let remaining = max(0, end - MonotonicClock.microseconds)
            isLastLook = remaining == 0
            _ = dbus_connection_read_write(pointer, Int32(clamping: (remaining + 999) / 1000))
        }
    }

    private func route(_ message: BusMessage) {
        switch message.kind {
        case .reply, .error:
            // A reply that is no longer expected came too late.
            if awaited.contains(message.replySerial) { replies[message.replySerial] = message }
        case .signal:
            // The bus sends NameAcquired to every new connection without a request.
            if let signal = message.asSignal, signal.member != "NameAcquired", signal.member != "Disconnected" {
                signals.append(signal)
            }
        case .call:
            guard message.wantsReply else { return }
            let refusal = DBusError(.unknownObject, "this is a client without objects")
            if let answer = try? BusMessage.error(to: message.serial, destination: message.sender, error: refusal) {
                _ = try? RawConnection.send(answer, on: pointer)
            }
        case nil:
            break
        }
    }
}
