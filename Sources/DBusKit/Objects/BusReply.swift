/// The pending reply to a call, to be given exactly once, now or later.
///
/// A reply that is dropped without an answer sends an error, so that no caller waits in vain.
@BusActor
public final class BusReply {
    private weak var connection: BusConnection?
    private let serial: UInt32
    private let destination: String?
    private let signature: String
    private let isWanted: Bool
    /// Whether ``succeed(_:)`` or ``fail(_:)`` was called.
    public private(set) var isAnswered = false

    init(to message: BusMessage, on connection: BusConnection?, signature: String) {
        self.connection = connection
        self.signature = signature
        serial = message.serial
        destination = message.sender
        isWanted = message.wantsReply
    }

    isolated deinit {
        if !isAnswered { send(.failure(DBusError(.failed, "the call was dropped without an answer"))) }
    }

    /// Replies with the method's declared results.
    public func succeed(_ values: [DBusValue] = []) {
        precondition(!isAnswered, "a call was answered twice")
        isAnswered = true
        send(.success(values))
    }

    /// Replies with an error.
    public func fail(_ error: DBusError) {
        precondition(!isAnswered, "a call was answered twice")
        isAnswered = true
        send(.failure(error))
    }

    private func send(_ result: Result<[DBusValue], DBusError>) {
        guard let connection else { return }
        connection.isDone(withCallOf: destination ?? "")
        guard isWanted else { return }
        do throws(DBusError) {
            let values = try result.get()
            let found = values.signature
            guard found == signature else {
                throw DBusError(.failed, "the answer has the types '\(found)' instead of '\(signature)'")
            }
            try connection.send(BusMessage.reply(to: serial, destination: destination, arguments: values))
        } catch {
            // If even the error cannot be sent, the connection is lost, and the bus informs the caller.
            let message = try? BusMessage.error(to: serial, destination: destination, error: error)
            if let message { try? connection.send(message) }
        }
    }
}
