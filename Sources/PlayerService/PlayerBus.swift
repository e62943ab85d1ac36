public import DBusKit
public import PlayerCore

/// The player on the bus: the MPRIS interfaces on one object, mediad's own on another.
///
/// The two names belong to two connections. Who may talk to a name may talk to every object of its connection, and sandboxed
/// programs are often permitted to talk to all players (xdg-dbus-proxy): the connection of the MPRIS name has MPRIS only.
///
/// Each interface is a ``BusAdapter``. Properties are read from the newest snapshot and never from the player. A new
/// snapshot is compared with the last one, and each interface announces its changes at most once.
@BusActor
public final class PlayerBus {
    static let mprisName = "org.mpris.MediaPlayer2.mediad"
    static let ownName = "org.mediad.Player1"

    /// What happens to the MPRIS name while there is nothing to play.
    public enum IdleName: Hashable, Sendable { case keep, release }

    /// The options that differ between daemons.
    public struct Options: Sendable {
        public var whenIdle: IdleName = .keep
        public var version = "0"
        public var supportedSchemes = MediaSupport.schemes
        public var supportedMimeTypes = MediaSupport.mimeTypes
        public var capabilities: [String: Bool] = [:]
        public init() {}
    }

    /// Where the player is found.
    public struct Connections: Sendable {
        /// Owns the MPRIS name, answers MPRIS alone, and sends its signals.
        public let mpris: BusConnection
        /// Owns mediad's own name, answers everything, and sends all other signals. Clients use MPRIS here while the other
        /// name is released.
        public let own: BusConnection

        public init(mpris: BusConnection, own: BusConnection) {
            self.mpris = mpris
            self.own = own
        }

        /// The connection whose signals are about an object.
        @BusActor
        func sender(for path: String) -> BusConnection { path == BusObject.mpris ? mpris : own }
    }

    /// A required name is owned by another process.
    public struct NameTaken: Error, CustomStringConvertible {
        public let name: String
        public var description: String {
            "another mediad is running (it owns \(name)): use it, or stop it with systemctl --user stop mediad"
        }
    }

    /// An exported adapter.
    private struct Shown {
        let adapter: any BusAdapter
        let name: String
        let announcer: Announcer
    }

    private let connections: Connections
    private let options: Options
    private let player: PlayerView
    private let adapters: [any BusAdapter]
    private let playlists: PlaylistsAdapter
    private let families: [any BusAdapterFamily]
    private var shown: [Shown] = []
    private var ownsMPRISName = false

    /// - Parameters:
    ///   - snapshot: the state until the first ``publish(_:notices:)``.
    ///   - history: nil if no history is kept.
    ///   - exports: nil if exports are not possible.
    ///   - pictures: nil if there are no pictures of moments.
    public init(
        connections: Connections, snapshot: PlayerSnapshot, options: Options, handlers: Handlers,
        history: HistoryHandlers? = nil, exports: ExportHandlers? = nil, pictures: PictureHandlers? = nil
    ) {
        self.connections = connections
        self.options = options
        let player = PlayerView(snapshot)
        let commands = CommandSender(handlers.perform)
        let clients = BusClients(connections.own)
        let metadata = MetadataWriter()
        let schemes = options.supportedSchemes
        let playlists = PlaylistsAdapter(player, commands, played: handlers.playlistPlayed)
        self.player = player
        self.playlists = playlists
        adapters =
            [
                RootAdapter(player, commands, options, quit: handlers.quit),
                PlayerAdapter(player, commands, metadata, schemes: schemes),
                TrackListAdapter(player, commands, metadata, schemes: schemes), playlists,
                QueueAdapter(player, commands, schemes: schemes, inspect: handlers.inspect, queue: handlers.queue),
                ChaptersAdapter(player, commands, image: handlers.image),
                SegmentsAdapter(player, commands, clients), TimedMetadataAdapter(player),
                LyricsAdapter(player), LiveAdapter(player, commands),
                ProposalAdapter(player, commands, clients, schemes: schemes),
                ActionsAdapter(player, commands, clients),
                WindowAdapter(player, commands, clients, screenshot: handlers.screenshot),
                TrimAdapter(player, commands, exports: exports.map { ExportMethods(player, commands, $0) }),
                TracksAdapter(player, commands, schemes: schemes), AudioAdapter(player, commands),
                SessionAdapter(
                    player, commands, options, reload: handlers.reloadConfiguration,
                    history: history.map { HistoryMethods($0, schemes: schemes) }),
            ] + (pictures.map { [PicturesAdapter(player, clients, $0)] } ?? [])
        families = exports == nil ? [] : [ExportJobAdapters(commands)]
    }

    /// Exports both objects, then requests the names, so that no name ever exists without its object.
    ///
    /// - Throws: ``NameTaken``, or `DBusError` if the bus refuses.
    public func start() throws {
        for adapter in adapters { try adapter.begin(with: player.snapshot) }
        show(adapters)
        for family in families { show(family.follow(player.snapshot).shown) }
        try take(Self.ownName, on: connections.own)
        if options.whenIdle == .keep || player.snapshot.canPlay { try takeMPRISName() }
    }

    /// Exports adapters on objects that do not exist yet.
    private func show(_ adapters: [any BusAdapter]) {
        let interfaces = adapters.map(\.interface)
        var objects: [(path: String, interfaces: [BusInterface])] = []
        for (adapter, interface) in zip(adapters, interfaces) {
            if let index = objects.firstIndex(where: { $0.path == adapter.path }) {
                objects[index].interfaces.append(interface)
            } else {
                objects.append((adapter.path, [interface]))
            }
            let announcer = Announcer(interface, path: adapter.path)
            announcer.prime()
            shown.append(Shown(adapter: adapter, name: interface.name, announcer: announcer))
        }
        for object in objects {
            connections.own.objects.export(object.interfaces, at: object.path)
            if object.path == BusObject.mpris { connections.mpris.objects.export(object.interfaces, at: object.path) }
        }
    }

    private func hide(_ path: String) {
        connections.own.objects.unexport(path)
        connections.mpris.objects.unexport(path)
        shown.removeAll { $0.adapter.path == path }
    }

    private func take(_ name: String, on connection: BusConnection) throws {
        if try connection.requestName(name) == .taken { throw NameTaken(name: name) }
    }

    private func takeMPRISName() throws {
        try take(Self.mprisName, on: connections.mpris)
        ownsMPRISName = true
    }

    /// Replaces the snapshot and announces the changes: first properties, then events.
    ///
    /// One announcement may be postponed: while ``PlayerSnapshot/isMetadataHeld``, the signals of the current item's
    /// metadata (`Metadata`, and with it CanGoNext, CanGoPrevious and CanSeek) follow the reply to the call that
    /// changed the item, so that clients receive one change instead of one for each new detail. Reads are correct at
    /// once, and all other changes are announced before the reply as usual.
    public func publish(_ new: PlayerSnapshot, notices: [PlayerNotice]) {
        let old = player.snapshot
        for adapter in shown where adapter.adapter.catchesUp(before: new) {
            adapter.announcer.announce(on: sender(of: adapter))
        }
        player.show(new)
        // A request blocks on the bus. If another process owns the name, it is repeated only at the start or end of
        // playback.
        if options.whenIdle == .release, new.canPlay, !ownsMPRISName, !old.canPlay || old.status != new.status {
            try? takeMPRISName()
        }
        announce(SnapshotChange(old: old, new: new, notices: notices))
        for family in families {
            let change = family.follow(new)
            for path in change.hidden { hide(path) }
            show(change.shown)
        }
        for notice in notices {
            for adapter in shown { emit(adapter.adapter.signals(for: notice), of: adapter) }
        }
        if options.whenIdle == .release, !new.canPlay, ownsMPRISName {
            connections.mpris.releaseName(Self.mprisName)
            ownsMPRISName = false
        }
    }

    /// Replaces the playlists that clients see, and announces the changes.
    public func show(_ new: [Playlist]) {
        let announcement = playlists.show(new)
        guard let adapter = shown.first(where: { $0.adapter === playlists }) else { return }
        adapter.announcer.announce(on: sender(of: adapter), announcement)
        emit(announcement.signals, of: adapter)
    }

    /// Announces the changes of all interfaces: first all properties, then the signals.
    private func announce(_ change: SnapshotChange) {
        var signals: [(Shown, [AdapterSignal])] = []
        for adapter in shown {
            let announcement = adapter.adapter.follow(change)
            adapter.announcer.announce(on: sender(of: adapter), announcement)
            if !announcement.signals.isEmpty { signals.append((adapter, announcement.signals)) }
        }
        for (adapter, signals) in signals { emit(signals, of: adapter) }
    }

    private func sender(of adapter: Shown) -> BusConnection { connections.sender(for: adapter.adapter.path) }

    private func emit(_ signals: [AdapterSignal], of adapter: Shown) {
        for signal in signals {
            // A connection that cannot send is lost, and its owner has been notified.
            try? sender(of: adapter).emit(
                path: adapter.adapter.path, interface: adapter.name, member: signal.member, arguments: signal.arguments)
        }
    }

    /// Announces that playback has stopped, releases the names and unexports the objects.
    public func stop() {
        if ownsMPRISName, player.snapshot.status != .stopped {
            var last = player.snapshot
            last.status = .stopped
            publish(last, notices: [])
        }
        if ownsMPRISName { connections.mpris.releaseName(Self.mprisName) }
        connections.own.releaseName(Self.ownName)
        for path in Set(shown.map(\.adapter.path)) { hide(path) }
    }
}
