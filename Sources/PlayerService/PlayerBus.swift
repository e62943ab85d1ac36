public import DBusKit
public import PlayerCore

/// The player on the bus: the MPRIS interfaces on one object, mediad's own on another.
///
/// The two names belong to two connections. Who may talk to a name may talk to every object of its connection, and sandboxed
/// programs are often permitted to talk to all players (xdg-dbus-proxy): the connection of the MPRIS name has MPRIS only.
///
/// Each interface is a ``BusFace``. Properties are read from the newest snapshot and never from the player. A new
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

    /// An exported face.
    private struct Shown {
        let face: any BusFace
        let name: String
        let announcer: Announcer
    }

    private let connections: Connections
    private let options: Options
    private let player: PlayerView
    private let faces: [any BusFace]
    private let playlists: PlaylistsFace
    private let families: [any BusFaceFamily]
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
        let playlists = PlaylistsFace(player, commands, played: handlers.playlistPlayed)
        self.player = player
        self.playlists = playlists
        faces =
            [
                RootFace(player, commands, options, quit: handlers.quit),
                PlayerFace(player, commands, metadata, schemes: schemes),
                TrackListFace(player, commands, metadata, schemes: schemes), playlists,
                QueueFace(player, commands, schemes: schemes, inspect: handlers.inspect, queue: handlers.queue),
                ChaptersFace(player, commands, image: handlers.image),
                SegmentsFace(player, commands, clients), TimedMetadataFace(player),
                LyricsFace(player), LiveFace(player, commands),
                ProposalFace(player, commands, clients, schemes: schemes),
                ActionsFace(player, commands, clients), WindowFace(player, commands, clients),
                TrimFace(player, commands, exports: exports.map { ExportMethods(player, commands, $0) }),
                TracksFace(player, commands, schemes: schemes), AudioFace(player, commands),
                SessionFace(
                    player, commands, options, reload: handlers.reloadConfiguration,
                    history: history.map { HistoryMethods($0, schemes: schemes) }),
            ] + (pictures.map { [PicturesFace(player, clients, $0)] } ?? [])
        families = exports == nil ? [] : [ExportJobFaces(commands)]
    }

    /// Exports both objects, then requests the names, so that no name ever exists without its object.
    ///
    /// - Throws: ``NameTaken``, or `DBusError` if the bus refuses.
    public func start() throws {
        for face in faces { try face.begin(with: player.snapshot) }
        show(faces)
        for family in families { show(family.follow(player.snapshot).shown) }
        try take(Self.ownName, on: connections.own)
        if options.whenIdle == .keep || player.snapshot.canPlay { try takeMPRISName() }
    }

    /// Exports faces on objects that do not exist yet.
    private func show(_ faces: [any BusFace]) {
        let interfaces = faces.map(\.interface)
        var objects: [(path: String, interfaces: [BusInterface])] = []
        for (face, interface) in zip(faces, interfaces) {
            if let index = objects.firstIndex(where: { $0.path == face.path }) {
                objects[index].interfaces.append(interface)
            } else {
                objects.append((face.path, [interface]))
            }
            let announcer = Announcer(interface, path: face.path)
            announcer.prime()
            shown.append(Shown(face: face, name: interface.name, announcer: announcer))
        }
        for object in objects {
            connections.own.objects.export(object.interfaces, at: object.path)
            if object.path == BusObject.mpris { connections.mpris.objects.export(object.interfaces, at: object.path) }
        }
    }

    private func hide(_ path: String) {
        connections.own.objects.unexport(path)
        connections.mpris.objects.unexport(path)
        shown.removeAll { $0.face.path == path }
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
        for face in shown where face.face.catchesUp(before: new) { face.announcer.announce(on: sender(of: face)) }
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
            for face in shown { emit(face.face.signals(for: notice), of: face) }
        }
        if options.whenIdle == .release, !new.canPlay, ownsMPRISName {
            connections.mpris.releaseName(Self.mprisName)
            ownsMPRISName = false
        }
    }

    /// Replaces the playlists that clients see, and announces the changes.
    public func show(_ new: [Playlist]) {
        let announcement = playlists.show(new)
        guard let face = shown.first(where: { $0.face === playlists }) else { return }
        face.announcer.announce(on: sender(of: face), announcement)
        emit(announcement.signals, of: face)
    }

    /// Announces the changes of all interfaces: first all properties, then the signals.
    private func announce(_ change: SnapshotChange) {
        var signals: [(Shown, [FaceSignal])] = []
        for face in shown {
            let announcement = face.face.follow(change)
            face.announcer.announce(on: sender(of: face), announcement)
            if !announcement.signals.isEmpty { signals.append((face, announcement.signals)) }
        }
        for (face, signals) in signals { emit(signals, of: face) }
    }

    private func sender(of face: Shown) -> BusConnection { connections.sender(for: face.face.path) }

    private func emit(_ signals: [FaceSignal], of face: Shown) {
        for signal in signals {
            // A connection that cannot send is lost, and its owner has been notified.
            try? sender(of: face).emit(
                path: face.face.path, interface: face.name, member: signal.member, arguments: signal.arguments)
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
        for path in Set(shown.map(\.face.path)) { hide(path) }
    }
}
