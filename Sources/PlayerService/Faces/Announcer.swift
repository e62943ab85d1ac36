internal import DBusKit

/// Remembers the announced values of an interface's properties, and announces changes.
@BusActor
final class Announcer {
    private let interface: String
    private let path: String
    private let signalled: [BusProperty]
    private var last: [String: DBusValue] = [:]

    init(_ interface: BusInterface, path: String) {
        self.interface = interface.name
        self.path = path
        signalled = interface.properties.filter { $0.emitsChange == .true }
    }

    /// Treats the present values as announced.
    func prime() { for property in signalled { last[property.name] = property.value } }

    /// Emits one `PropertiesChanged` with all changes and the properties in `announcement`, or nothing if there are
    /// none.
    func announce(on connection: BusConnection, _ announcement: FaceAnnouncement = FaceAnnouncement()) {
        let forced = announcement.forced
        var changed: [String: DBusValue] = [:]
        var followed: [String: DBusValue] = [:]
        for property in signalled where !announcement.held.contains(property.name) {
            guard let value = property.value else { continue }
            if announcement.followers.contains(property.name), !forced.contains(property.name) {
                followed[property.name] = value
                continue
            }
            if last[property.name] != value || forced.contains(property.name) {
                changed[property.name] = value
            }
            // Even if the value is equal: values that share their storage are compared by it alone.
            last[property.name] = value
        }
        if !changed.isEmpty {
            for (name, value) in followed where last[name] != value {
                changed[name] = value
                last[name] = value
            }
        }
        let invalidated = announcement.invalidated
        guard !changed.isEmpty || !invalidated.isEmpty else { return }
        try? connection.emitPropertiesChanged(
            path: path, interface: interface, changed: changed, invalidated: invalidated)
    }
}
