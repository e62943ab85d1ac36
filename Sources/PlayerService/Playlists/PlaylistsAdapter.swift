internal import DBusKit
internal import PlayerCore

/// `org.mpris.MediaPlayer2.Playlists`: the playlists in the configured folders.
@BusActor
final class PlaylistsAdapter: BusAdapter {
    private static let prefix = "/org/mediad/playlist/"

    let path = BusObject.mpris
    private let player: PlayerView
    private let commands: CommandSender
    private let played: @Sendable (String) -> Void
    private var playlists: [Playlist] = []

    /// - Parameter played: receives the URI of a playlist whenever it becomes the queue.
    init(_ player: PlayerView, _ commands: CommandSender, played: @escaping @Sendable (String) -> Void) {
        self.player = player
        self.commands = commands
        self.played = played
    }

    /// Replaces the playlists.
    ///
    /// - Returns: the changes to announce.
    func show(_ new: [Playlist]) -> AdapterAnnouncement {
        let old = Dictionary(playlists.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        playlists = new
        var announcement = AdapterAnnouncement()
        for playlist in new {
            guard let former = old[playlist.id], former.name != playlist.name || former.icon != playlist.icon else {
                continue
            }
            announcement.signals.append(AdapterSignal("PlaylistChanged", Self.value(playlist)))
        }
        return announcement
    }

    func follow(_ change: SnapshotChange) -> AdapterAnnouncement {
        if let uri = change.new.playlist, uri != change.old.playlist { played(uri) }
        return AdapterAnnouncement()
    }

    var interface: BusInterface {
        BusInterface(
            "org.mpris.MediaPlayer2.Playlists",
            methods: [
                BusMethod(
                    "ActivatePlaylist", in: [BusArgument("PlaylistId", "o")],
                    answering: { [self] call in activate(call) }),
                BusMethod(
                    "GetPlaylists",
                    in: [
                        BusArgument("Index", "u"), BusArgument("MaxCount", "u"), BusArgument("Order", "s"),
                        BusArgument("ReverseOrder", "b"),
                    ], out: [BusArgument("Playlists", "a(oss)")]
                ) { [self] (arguments: [DBusValue]) throws(DBusError) in
                    [.array("(oss)", try listed(arguments).map(Self.value))]
                },
            ],
            properties: [
                BusProperty("PlaylistCount", "u") { [self] in .uint32(UInt32(clamping: playlists.count)) },
                BusProperty("Orderings", "as") { .strings(Playlist.Ordering.allCases.map(\.rawValue)) },
                BusProperty("ActivePlaylist", "(b(oss))") { [self] in active },
            ],
            signals: [BusSignal("PlaylistChanged", [BusArgument("Playlist", "(oss)")])])
    }

    private func listed(_ arguments: [DBusValue]) throws(DBusError) -> ArraySlice<Playlist> {
        guard let index = arguments[0].asUInt32, let count = arguments[1].asUInt32, let name = arguments[2].asString,
            let isReversed = arguments[3].asBool
        else { return [] }
        guard let ordering = Playlist.Ordering(rawValue: name) else {
            let known = Playlist.Ordering.allCases.map(\.rawValue).joined(separator: ", ")
            throw DBusError(
                .invalidArgs, "'\(MediaURI.shortened(name))' is not an ordering. The orderings are \(known).")
        }
        let sorted = ordering.sorted(playlists)
        return (isReversed ? sorted.reversed() : sorted).dropFirst(Int(index)).prefix(Int(count))
    }

    /// Replaces the queue with the playlist and plays it.
    private func activate(_ call: BusCall) {
        let path = call.arguments[0].asObjectPath ?? ""
        guard let playlist = playlists.first(where: { Self.prefix + $0.id == path }) else {
            return call.reply.fail(
                DBusError(name: ServiceError.notFound, message: "\(MediaURI.shortened(path)) is not a playlist."))
        }
        let items = [MediaDescription(uri: playlist.uri)]
        commands.send(.replaceQueue(items, play: true, start: nil, index: 0), call.reply)
    }

    private var active: DBusValue {
        let playlist = player.snapshot.playlist.flatMap { uri in playlists.first { $0.uri == uri } }
        let nothing = DBusValue.structure([.objectPath("/"), "", ""])
        return .structure([.boolean(playlist != nil), playlist.map(Self.value) ?? nothing])
    }

    private static func value(_ playlist: Playlist) -> DBusValue {
        .structure([.objectPath(prefix + playlist.id), .string(playlist.name), .string(playlist.icon)])
    }
}
