internal import DBusKit

/// Tells faces of what happens elsewhere on the bus. It does not keep the connection, whose objects keep the faces.
@BusActor
final class BusClients {
    /// A client to which something is bound, watched once for all of it.
    private struct Client {
        var watch: BusSubscription?
        var bonds: [UInt64: (bond: Weak, body: @BusActor () -> Void)] = [:]
    }

    private struct Weak { weak var bond: ClientBond? }

    private weak var connection: BusConnection?
    private var clients: [String: Client] = [:]
    private var lastBond: UInt64 = 0

    init(_ connection: BusConnection) { self.connection = connection }

    /// Calls `body` once when a client has left the bus, as long as what is returned is kept; also if it left before, and
    /// never before this returns.
    ///
    /// - Returns: nil where the connection is closed.
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
            // Dropped while its elders were told.
            guard let bond = entry.bond.bond else { continue }
            bond.isBroken = true
            entry.body()
        }
    }

    fileprivate func forget(_ id: UInt64, of client: String) {
        clients[client]?.bonds[id] = nil
        if clients[client]?.bonds.isEmpty == true { clients[client] = nil }
    }

    /// Calls `body` with each signal that matches, as long as what is returned is kept.
    func subscribe(
        _ match: BusMatch, _ body: @escaping @BusActor (BusSignalMessage) -> Void
    ) throws(DBusError) -> BusSubscription? {
        try connection?.subscribe(match, body)
    }
}

/// What binds something to a client of the bus; dropping it loosens it.
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
