internal import DBusKit

/// Notifies adapters of events elsewhere on the bus. It does not retain the connection, whose objects retain the adapters.
@BusActor
final class BusClients {
    /// A client with bonds, which share one subscription.
    private struct Client {
        var watch: BusSubscription?
        var bonds: [UInt64: (bond: Weak, body: @BusActor () -> Void)] = [:]
    }

    private struct Weak { weak var bond: ClientBond? }

    private weak var connection: BusConnection?
    private var clients: [String: Client] = [:]
    private var lastBond: UInt64 = 0

    init(_ connection: BusConnection) { self.connection = connection }

    /// Calls `body` once when a client has left the bus, as long as the returned bond is retained. This also applies
    /// to a client that has left before. `body` is never called before this method returns.
    ///
    /// - Returns: nil if the connection is closed.
    func whenGone(_ client: String, _ body: @escaping @BusActor () -> Void) -> ClientBond? {
        if clients[client] == nil {
            guard let connection, let watch = try? connection.whenGone(client, { [weak self] in self?.gone(client) })
            else { return nil }
            clients[client] = Client(watch: watch)
        }
        lastBond += 1
        let bond = ClientBond(self, client, id: lastBond)
        clients[client]?.bonds[lastBond] = (Weak(bond: bond), body)
        return bond
    }

    private func gone(_ client: String) {
        let bonds = clients.removeValue(forKey: client)?.bonds ?? [:]
        for (_, entry) in bonds.sorted(by: { $0.key < $1.key }) {
            // Released while the bodies of older bonds ran.
            guard let bond = entry.bond.bond else { continue }
            bond.isBroken = true
            entry.body()
        }
    }

    fileprivate func forget(_ id: UInt64, of client: String) {
        clients[client]?.bonds[id] = nil
        if clients[client]?.bonds.isEmpty == true { clients[client] = nil }
    }

    /// Calls `body` with each matching signal, as long as the returned subscription is retained.
    func subscribe(
        _ match: BusMatch, _ body: @escaping @BusActor (BusSignalMessage) -> Void
    ) throws(DBusError) -> BusSubscription? {
        try connection?.subscribe(match, body)
    }
}

/// Binds something to a client of the bus. Releasing the bond ends it.
@BusActor
final class ClientBond {
    private let clients: BusClients
    private let client: String
    private let id: UInt64
    /// Whether the client has left.
    fileprivate(set) var isBroken = false

    fileprivate init(_ clients: BusClients, _ client: String, id: UInt64) {
        self.clients = clients
        self.client = client
        self.id = id
    }

    isolated deinit { clients.forget(id, of: client) }
}
