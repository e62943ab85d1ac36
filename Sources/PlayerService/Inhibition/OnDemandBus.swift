internal import DBusKit

/// A bus that is connected when it is first needed, and again after a loss. A missing bus is not an error.
@BusActor
final class OnDemandBus {
    typealias Completion = @BusActor (Result<BusConnection, DBusError>) -> Void

    private let address: String
    private var connection: BusConnection?
    private var waiting: [Completion] = []
    private var isClosed = false

    init(address: String) { self.address = address }

    /// Calls `completion` once with the connection. If the connection must be established first, `completion` is not
    /// called before this method returns.
    func connect(_ completion: @escaping Completion) {
        if let connection { return completion(.success(connection)) }
        waiting.append(completion)
        guard waiting.count == 1 else { return }
        BusConnection.open(address) { [self] in opened($0) }
    }

    private func opened(_ result: Result<BusConnection, DBusError>) {
        if case .success(let connection) = result {
            guard !isClosed else { return connection.close() }
            connection.onDisconnected = { [weak self, weak connection] in
                connection?.close()
                self?.connection = nil
            }
            self.connection = connection
        }
        let completions = waiting
        waiting = []
        for completion in completions { completion(result) }
    }

    /// Closes the connection. Pending completions are not called.
    func close() {
        isClosed = true
        waiting = []
        connection?.close()
        connection = nil
    }
}
