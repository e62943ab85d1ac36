import DBusKit
import MediaProbe
import PlayerCore

/// The current item along its time: where it is, and what lies where.
struct TimelineView {
    let status: StatusView
    let chapters: ChapterListing
    let segments: SegmentListing

    /// From the properties of `Player`, `Chapters1` and `Segments1`.
    ///
    /// - Parameters:
    ///   - chapters: nil for a daemon without them.
    ///   - segments: nil for a daemon without them.
    init(player: [String: DBusValue], chapters: [String: DBusValue]?, segments: [String: DBusValue]? = nil) {
        self.segments = SegmentListing(segments ?? [:])
        status = StatusView(player: player, queue: nil, session: nil, chapters: chapters)
        self.chapters = ChapterListing(chapters ?? [:])
    }

    /// Whether there is an item.
    var hasItem: Bool { status.uri != nil || status.title != nil }
    var isPlaying: Bool { status.status == "playing" }
    var position: MediaTime { status.position ?? .zero }

    /// How long the line is: the item's duration, else what the chapters reach to; nil where nobody knows.
    var length: MediaTime? {
        if let duration = status.duration { return duration }
        guard let end = chapters.chapters.map(\.end).max(), end > .zero else { return nil }
        return max(end, position)
    }

    /// For programs; what is not known is left out.
    var json: JSONValue {
        .members([
            "status": .string(status.status),
            "title": status.title.map { .string($0) },
            "uri": status.uri.map { .string($0) },
            "position": hasItem ? JSONValue(position) : nil,
            "duration": status.duration.map { JSONValue($0) },
            "rate": status.rate.map { .number($0) },
            "chapter": chapters.current?.number.map { .integer(Int64($0)) },
            "chapters": .array(chapters.chapters.map(\.json)),
            "segments": .array(segments.rows.map(\.json)),
            "language": chapters.language.map { .string($0) },
        ])
    }
}

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
