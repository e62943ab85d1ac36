internal import DBusKit
internal import PlayerCore

/// `org.mpris.MediaPlayer2.TrackList`: the part of the queue around the current item.
@BusActor
final class TrackListAdapter: BusAdapter {
    /// The maximum number of tracks per call; playerctl and desktops request about as many as fit on the screen.
    private static let mostTracks = 1_000

    private static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    let path = BusObject.mpris
    private let player: PlayerView
    private let commands: CommandSender
    private let metadata: MetadataWriter
    private let schemes: [String]
    private var window = TrackWindow()

    /// - Parameter schemes: the accepted URI schemes.
    init(_ player: PlayerView, _ commands: CommandSender, _ metadata: MetadataWriter, schemes: [String]) {
        self.player = player
        self.commands = commands
        self.metadata = metadata
        self.schemes = schemes
    }

    func begin(with snapshot: PlayerSnapshot) {
        window.begin(with: snapshot)
        metadata.follow(snapshot)
    }

    func follow(_ change: SnapshotChange) -> AdapterAnnouncement {
        metadata.follow(change.new)
        let tracks = window.change(from: change.old, to: change.new, notices: change.notices)
        var announcement = AdapterAnnouncement()
        if !tracks.isEmpty { announcement.invalidated = ["Tracks"] }
        announcement.signals = signals(for: tracks)
        return announcement
    }

    var interface: BusInterface {
        BusInterface(
            "org.mpris.MediaPlayer2.TrackList",
            methods: [
                BusMethod(
                    "GetTracksMetadata", in: [BusArgument("TrackIds", "ao")], out: [BusArgument("Metadata", "aa{sv}")]
                ) { [self] (arguments: [DBusValue]) throws(DBusError) in
                    [.propertyLists(metadata(of: arguments[0].asArray ?? []))]
                },
                BusMethod(
                    "AddTrack",
                    in: [BusArgument("Uri", "s"), BusArgument("AfterTrack", "o"), BusArgument("SetAsCurrent", "b")],
                    answering: { [self] call in addTrack(call) }),
                BusMethod(
                    "RemoveTrack", in: [BusArgument("TrackId", "o")],
                    answering: { [self] call in
                        guard let id = call.arguments[0].asObjectPath.flatMap(TrackPath.id) else {
                            return call.reply.succeed()
                        }
                        commands.sendQuietly(.remove([id]), call.reply)
                    }),
                BusMethod(
                    "GoTo", in: [BusArgument("TrackId", "o")],
                    answering: { [self] call in
                        guard let id = call.arguments[0].asObjectPath.flatMap(TrackPath.id) else {
                            return call.reply.succeed()
                        }
                        commands.sendQuietly(.goTo(id), call.reply)
                    }),
            ],
            properties: [
                BusProperty("Tracks", "ao", emitsChange: .invalidates) { [self] in
                    .objectPaths(window.items.map { TrackPath.path(of: $0.id) })
                },
                BusProperty("CanEditTracks", "b") { true },
            ],
            signals: [
                BusSignal("TrackListReplaced", [BusArgument("Tracks", "ao"), BusArgument("CurrentTrack", "o")]),
                BusSignal("TrackAdded", [BusArgument("Metadata", "a{sv}"), BusArgument("AfterTrack", "o")]),
                BusSignal("TrackRemoved", [BusArgument("TrackId", "o")]),
                BusSignal("TrackMetadataChanged", [BusArgument("TrackId", "o"), BusArgument("Metadata", "a{sv}")]),
            ])
    }

    /// The metadata of tracks. Unknown ids are omitted: they may have been removed shortly before.
    private func metadata(of paths: [DBusValue]) -> [[String: DBusValue]] {
        let wanted = paths.prefix(Self.mostTracks).compactMap { $0.asObjectPath.flatMap(TrackPath.id) }
        var known = Dictionary(uniqueKeysWithValues: window.items.map { ($0.id, $0) })
        let missing = Set(wanted).subtracting(known.keys)
        // The queue is traversed once, regardless of the number of ids.
        if !missing.isEmpty {
            for item in player.snapshot.items where missing.contains(item.id) { known[item.id] = item }
        }
        let found = wanted.compactMap { known[$0] }
        commands.lookAt(found, in: player.snapshot)
        return found.map { metadata.queued($0, in: player.snapshot) }
    }

    private func addTrack(_ call: BusCall) {
        guard let text = call.arguments[0].asString, let after = call.arguments[1].asObjectPath,
            let isCurrent = call.arguments[2].asBool
        else { return }
        commands.send(call.reply) { () throws(DBusError) in
            let uri = try MediaURI.normalised(text, schemes: schemes)
            if after == Self.noTrack { return .addTrack(uri, after: nil, makeCurrent: isCurrent) }
            // An unknown id appends the track, as does the id of a removed item.
            let id = TrackPath.id(of: after) ?? ItemID(rawValue: .max)
            return .addTrack(uri, after: id, makeCurrent: isCurrent)
        }
    }

    private func signals(for change: TrackWindow.Change) -> [AdapterSignal] {
        func path(_ id: ItemID?) -> DBusValue { .objectPath(id.map(TrackPath.path) ?? Self.noTrack) }
        func properties(_ item: QueueItem) -> DBusValue { .properties(metadata.queued(item, in: player.snapshot)) }

        var signals: [AdapterSignal] = []
        if change.isReplaced {
            let tracks = DBusValue.objectPaths(window.items.map { TrackPath.path(of: $0.id) })
            signals.append(AdapterSignal("TrackListReplaced", tracks, path(player.snapshot.current?.id)))
        }
        signals += change.removed.map { AdapterSignal("TrackRemoved", path($0)) }
        signals += change.added.map { AdapterSignal("TrackAdded", properties($0.item), path($0.after)) }
        signals += change.changed.map { AdapterSignal("TrackMetadataChanged", path($0.id), properties($0)) }
        return signals
    }
}
