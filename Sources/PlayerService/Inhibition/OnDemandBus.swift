internal import DBusKit

/// A bus that is connected to when it is first needed and again when it was lost; without it there is nothing amiss.
@BusActor
final class OnDemandBus {
    typealias Completion = @BusActor (Result<BusConnection, DBusError>) -> Void

    private let address: String
    private var connection: BusConnection?
    private var waiting: [Completion] = []
    private var isClosed = false

    init(address: String) { self.address = address }

    /// Calls `completion` once with the connection, never before this returns if it has to be made first.
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

    /// Ends the connection; nobody is called any more.
    func close() {
        isClosed = true
        waiting = []
        connection?.close()
        connection = nil
    }
}
