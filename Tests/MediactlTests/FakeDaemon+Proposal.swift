import DBusKit

@testable import mediactl

extension FakeDaemon {
    /// `Proposal1`: its properties.
    var proposalInterface: BusInterface {
        BusInterface(
            DaemonInterface.proposal.rawValue,
            properties: proposal.sorted { $0.key < $1.key }.map { name, value in
                BusProperty(name, value.signature) { [weak self] in self?.proposal[name] ?? value }
            })
    }

    /// Changes properties of `Proposal1`, and says so.
    func changeProposal(_ values: [String: DBusValue]) throws {
        proposal.merge(values) { $1 }
        try connection.emitPropertiesChanged(
            path: DaemonInterface.proposal.path, interface: DaemonInterface.proposal.rawValue, changed: values,
            invalidated: [])
    }

    /// Sends a signal of `Proposal1`.
    func emitProposal(_ member: String, _ arguments: [DBusValue] = []) throws {
        try connection.emit(
            path: DaemonInterface.proposal.path, interface: DaemonInterface.proposal.rawValue, member: member,
            arguments: arguments)
    }
}
