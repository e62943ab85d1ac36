internal import DBusKit

/// Remembers what an interface's properties were when they were last announced, and announces the difference.
@BusActor
final class Announcer {
    private let interface: BusInterface
    private let path: String
    private let signalled: [BusProperty]
    private var last: [String: DBusValue] = [:]

    init(_ interface: BusInterface, path: String) {
        self.interface = interface
        self.path = path
        signalled = interface.properties.filter { $0.emitsChange == .true }
    }

    /// Takes the present values as known.
    func prime() { for property in signalled { last[property.name] = property.value } }

    /// One `PropertiesChanged` with everything that differs; nothing when nothing does.
    ///
    /// - Parameters:
    ///   - forced: properties announced in any case.
    ///   - invalidated: properties named without their value, where this interface has them.
    ///   - held: properties that are announced another time.
    ///   - followers: properties that are announced another time unless something else is announced now.
    func announce(
        on connection: BusConnection, forced: Set<String>, invalidated: [String], held: Set<String> = [],
        followers: Set<String> = []
    ) {
        var changed: [String: DBusValue] = [:]
        var followed: [String: DBusValue] = [:]
        for property in signalled where !held.contains(property.name) {
            guard let value = property.value else { continue }
            if followers.contains(property.name), !forced.contains(property.name) {
                followed[property.name] = value
                continue
            }
            if last[property.name] != value || forced.contains(property.name) {
                changed[property.name] = value
            }
            // Even if it is equal: values that share their storage are compared without looking inside.
            last[property.name] = value
        }
        if !changed.isEmpty {
            for (name, value) in followed where last[name] != value {
                changed[name] = value
                last[name] = value
            }
        }
        let named = invalidated.filter { name in
            interface.properties.contains { $0.name == name && $0.emitsChange == .invalidates }
        }
        guard !changed.isEmpty || !named.isEmpty else { return }
        try? connection.emitPropertiesChanged(
            path: path, interface: interface.name, changed: changed, invalidated: named)
    }
}
