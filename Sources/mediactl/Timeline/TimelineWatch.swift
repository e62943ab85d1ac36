import DBusKit

/// Follows the player and tells when there is something new to draw.
struct TimelineWatch {
    private let daemon: DaemonConnection
    private var player: [String: DBusValue]
    private var chapters: [String: DBusValue]?
    private var segments: [String: DBusValue]?

    /// - Throws: `Failure` when the daemon is not there.
    init(_ daemon: DaemonConnection) throws(Failure) {
        self.daemon = daemon
        do throws(DBusError) {
            for name in DaemonInterface.busNames {
                try daemon.bus.addMatch(BusMatch(sender: name))
                try daemon.bus.addMatch(
                    BusMatch(sender: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: name))
            }
        } catch {
            throw Failure(error, interface: "org.freedesktop.DBus")
        }
        player = try daemon.properties(of: .player)
        chapters = try daemon.propertiesIfKnown(of: .chapters)
        segments = try daemon.propertiesIfKnown(of: .segments)
    }

    var view: TimelineView { TimelineView(player: player, chapters: chapters, segments: segments) }

    /// Waits for a change, while something plays a second at most, and reads what is new.
    ///
    /// - Returns: whether anything may be different.
    /// - Throws: `Failure.notRunning` when the daemon ends.
    mutating func waitForChange() throws(Failure) -> Bool {
        let isPlaying = view.isPlaying
        var (hasNewChapters, hasNewSegments) = (false, false)
        var isChanged = isPlaying
        do throws(DBusError) {
            var signal = try daemon.bus.nextSignal(timeout: .seconds(isPlaying ? 1 : 2))
            while let received = signal {
                isChanged = true
                if received.isAbout(DaemonInterface.chapters.rawValue) { hasNewChapters = true }
                if received.isAbout(DaemonInterface.segments.rawValue) { hasNewSegments = true }
                if received.member == "NameOwnerChanged", received.arguments.last?.asString == "",
                    received.arguments.first?.asString == DaemonInterface.busNames[0]
                {
                    throw DBusError(.nameHasNoOwner, "mediad ended")
                }
                signal = try daemon.bus.nextSignal(timeout: .zero)
            }
        } catch {
            throw Failure(error, interface: "org.freedesktop.DBus")
        }
        guard isChanged else { return false }
        player = try daemon.properties(of: .player)
        if hasNewChapters { chapters = try daemon.propertiesIfKnown(of: .chapters) }
        if hasNewSegments { segments = try daemon.propertiesIfKnown(of: .segments) }
        return true
    }
}

extension BusSignalMessage {
    /// Whether it is of an interface, or says what changed of its properties.
    fileprivate func isAbout(_ name: String) -> Bool {
        interface == name || (member == "PropertiesChanged" && arguments.first?.asString == name)
    }
}
