internal import DBusKit

/// Remembers the announced values of an interface's properties, and announces changes.
@BusActor
final class Announcer {
    private let interface: String
    private let path: String
    private let signalled: [BusProperty]
    /// The announced values, in the order of ``signalled``.
    private var last: [DBusValue?]

    init(_ interface: BusInterface, path: String) {
        self.interface = interface.name
        self.path = path
        signalled = interface.properties.filter { $0.emitsChange == .true }
        last = Array(repeating: nil, count: signalled.count)
    }

    /// Treats the present values as announced.
    func prime() { last = signalled.map(\.value) }

    /// Emits one `PropertiesChanged` with all changes and the properties in `announcement`, or nothing if there are
    /// none.
    func announce(on connection: BusConnection, _ announcement: AdapterAnnouncement = AdapterAnnouncement()) {
        let forced = announcement.forced
        var changed: [String: DBusValue] = [:]
        var followers: [(index: Int, value: DBusValue)] = []
        for (index, property) in signalled.enumerated() where !announcement.held.contains(property.name) {
            guard let value = property.value else { continue }
            if announcement.followers.contains(property.name), !forced.contains(property.name) {
                followers.append((index, value))
                continue
            }
            if last[index] != value || forced.contains(property.name) { changed[property.name] = value }
            // Even if the value is equal: values that share their storage are compared by it alone.
            last[index] = value
        }
        if !changed.isEmpty {
            for (index, value) in followers where last[index] != value {
                changed[signalled[index].name] = value
                last[index] = value
            }
        }
        let invalidated = announcement.invalidated
        guard !changed.isEmpty || !invalidated.isEmpty else { return }
        try? connection.emitPropertiesChanged(
            path: path, interface: interface, changed: changed, invalidated: invalidated)
    }
}
