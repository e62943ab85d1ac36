import DBusKit
import MediaProbe
import PlayerCore

/// The current item along its time: the position, the chapters and the segments.
struct TimelineView {
    let status: StatusView
    private(set) var chapters: ChapterListing
    private(set) var segments: SegmentListing
    private(set) var position: MediaTime
    private(set) var duration: MediaTime?

    /// Reads the properties of `Player`, `Chapters1` and `Segments1`.
    ///
    /// - Parameters:
    ///   - chapters: nil if the daemon does not have the interface.
    ///   - segments: nil if the daemon does not have the interface.
    init(player: [String: DBusValue], chapters: [String: DBusValue]?, segments: [String: DBusValue]? = nil) {
        self.segments = SegmentListing(segments ?? [:])
        status = StatusView(player: player, queue: nil, session: nil, chapters: chapters)
        self.chapters = ChapterListing(chapters ?? [:])
        (position, duration) = (status.position ?? .zero, status.duration)
    }

    /// What is drawn: in display time, in which an interstitial is a point.
    var displayed: TimelineView {
        guard let timeline = segments.collapsed else { return self }
        var view = self
        view.chapters = chapters.displayed(on: timeline)
        view.segments = segments.displayed(on: timeline)
        view.position = timeline.display(position)
        view.duration = duration.map(timeline.display)
        return view
    }

    /// Whether there is an item.
    var hasItem: Bool { status.uri != nil || status.title != nil }
    var isPlaying: Bool { status.status == "playing" }

    /// The time that the line represents: the item's duration, else the end of the last chapter; nil if both are
    /// unknown.
    var length: MediaTime? {
        if let duration { return duration }
        guard let end = chapters.chapters.map(\.end).max(), end > .zero else { return nil }
        return max(end, position)
    }

    /// The object for programs; unknown values are omitted.
    var json: JSONValue {
        .members([
            "status": .string(status.status),
            "title": status.title.map { .string($0) },
            "uri": status.uri.map { .string($0) },
            "position": hasItem ? JSONValue(position) : nil,
            "duration": duration.map { JSONValue($0) },
            "displayPosition": segments.collapsed.map { JSONValue($0.display(position)) },
            "displayDuration": segments.collapsed.flatMap { line in duration.map { JSONValue(line.display($0)) } },
            "rate": status.rate.map { .number($0) },
            "chapter": chapters.current?.number.map { .integer(Int64($0)) },
            "chapters": .array(chapters.chapters.map(\.json)),
            "segments": .array(segments.rows.map(\.json)),
            "language": chapters.language.map { .string($0) },
        ])
    }
}

/// Follows the player and reports when there is something new to draw.
struct TimelineWatch {
    private let daemon: DaemonConnection
    private var player: [String: DBusValue]
    private var chapters: [String: DBusValue]?
    private var segments: [String: DBusValue]?

    /// - Throws: `Failure` if the daemon does not respond.
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

    /// Waits for a change, a second at most during playback, and reads the new state.
    ///
    /// - Returns: whether anything may have changed.
    /// - Throws: `Failure.notRunning` if the daemon ends.
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
    /// Whether the signal belongs to an interface, or reports a change of its properties.
    fileprivate func isAbout(_ name: String) -> Bool {
        interface == name || (member == "PropertiesChanged" && arguments.first?.asString == name)
    }
}
