internal import DBusKit

/// The tickets of clients on the bus.
@BusActor
struct InhibitorList {
    private var tickets: [UInt32: (client: String, bond: ClientBond?)] = [:]

    mutating func remember(_ ticket: UInt32, of client: String, _ bond: ClientBond?) {
        tickets[ticket] = (client, bond)
    }

    mutating func forget(_ ticket: UInt32) { tickets[ticket] = nil }

    /// - Returns: the tickets that the client held.
    mutating func leave(_ client: String) -> [UInt32] {
        let held = tickets.filter { $0.value.client == client }.map(\.key).sorted()
        for ticket in held { tickets[ticket] = nil }
        return held
    }
}
