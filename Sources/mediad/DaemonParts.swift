internal import DBusKit
internal import FoundationEssentials
internal import GLibLoop
internal import Logging
internal import MediaExport
internal import PlayerCore
internal import PlayerRuntime
internal import PlayerService

/// Where playlists are shown once there is a bus.
@BusActor
private final class PlaylistShelf {
    weak var bus: PlayerBus?
}

/// The daemon's long-lived parts: the player on the media loop, its objects on the bus loop, and the parts beside them.
final class DaemonParts: Sendable {
    /// The reason why the daemon could not start, as a sentence.
    struct StartFailure: Error, CustomStringConvertible {
        let description: String
    }

    let media: MediaParts
    private let bus: BusParts
    private let trackers: TrackerHost
    private let library: Library?
    private let playlists: PlaylistFolders
    private let books: BookShelf
    private let environment: [String: String]

    /// Creates all parts without starting any of them.
    @BusActor
    private init(
        _ context: DaemonContext, requests: DaemonRequests, library: Library?, connections: PlayerBus.Connections,
        media: (parts: MediaParts, snapshot: PlayerSnapshot)
    ) {
        let (loop, environment, logger) = (media.parts.loop, context.environment, context.logger)
        let shelf = PlaylistShelf()
        let playlists = PlaylistFolders { lists in BusActor.post { shelf.bus?.show(lists) } }
        let books = BookShelf()
        self.books = books
        bus = BusParts(
            connections, context, snapshot: media.snapshot,
            handlers: Self.handlers(media: media.parts, requests: requests, playlists: playlists, books: books) { uri in
                let time = Date().timeIntervalSince1970
                if context.configuration.history.keep { library?.recordPlaylist(uri, at: time) }
                playlists.played(uri, at: time)
            },
            history: library.map { Self.history(of: $0, player: loop) },
            exports: Self.exporting(by: media.parts.exports, loop), pictures: Self.pictures(by: media.parts.pictures),
            machine: Self.machine(loop))
        trackers = TrackerHost(logger: logger) { done in
            MediaActor.post {
                loop.tellDroppedFrames()
                done()
            }
        }
        shelf.bus = bus.bus
        self.media = media.parts
        self.library = library
        self.playlists = playlists
        self.environment = environment
    }

    /// Connects, exports the objects and owns the names. When this returns, clients can use the daemon.
    static func start(_ context: DaemonContext, requests: DaemonRequests) async throws -> DaemonParts {
        // Runs while the journal is read: both take a few milliseconds.
        async let connecting = BusParts.connect()
        let configuration = context.configuration
        let opened = Result { () throws(Library.Refusal) in
            try Library(environment: context.environment, logger: context.logger)
        }
        let library = try? opened.get()
        library?.keepsHistory = configuration.history.keep
        let last = await library?.lastSession()
        let restore = configuration.session.restore
        let media = await MediaParts(context, library: library)
        if let last { await media.takeUp(last.session, absence: last.absence, fault: last.fault, restore) }
        if restore != .never, let former = await library?.formerQueue() { await media.recall(former.queue, former.age) }
        let snapshot = await media.loop.snapshot
        let parts = await DaemonParts(
            context, requests: requests, library: library, connections: try await connecting,
            media: (media, snapshot))
        try await parts.begin(context, requests, verifying: restore == .never ? nil : last?.session)
        // On the same bus, a second mediad is reported by its name. This is for a second mediad on another bus.
        if case .failure(let refusal) = opened { context.logger.warning("\(refusal)") }
        // Only when it is certain that this mediad is the one that runs.
        parts.trackers.configure(configuration.trackers)
        return parts
    }

    @BusActor
    private func begin(
        _ context: DaemonContext, _ requests: DaemonRequests, verifying restored: StoredSession?
    ) throws {
        let publisher = SnapshotPublisher(
            bus: bus, trackers: trackers, notifier: context.notifier, logger: context.logger)
        // Commands may arrive from here on. Each of them comes after this job.
        MediaActor.post { [media] in media.begin(publisher) }
        if let restored {
            library?.verify(restored) { [loop = media.loop] id in
                MediaActor.post { loop.tell(.library(.restoredItemReplaced(id))) }
            }
        }
        try bus.start { requests.busLost() }
        books.take(context.configuration.library, environment: environment)
        playlists.begin(context.configuration.playlists, environment: environment, library: library)
    }

    /// A line for the service manager that describes what is playing.
    var status: String { get async { await media.status } }

    /// Returns the memory of the start, so many seconds from now, unless something plays.
    func returnMemory(after delay: Double) async { await media.returnMemory(after: delay) }

    /// Applies a changed configuration.
    func apply(_ configuration: Configuration) async {
        trackers.configure(configuration.trackers)
        library?.keepsHistory = configuration.history.keep
        books.take(configuration.library, environment: environment)
        playlists.begin(configuration.playlists, environment: environment, library: nil)
        await bus.apply(configuration)
        await media.apply(configuration)
    }

    /// Saves the playback position, leaves the bus, then stops the sound. Trackers receive the end meanwhile.
    func stop() async {
        await media.stopExports()
        async let told: Void = trackers.stop(within: .milliseconds(500))
        await media.loop.writeDown()
        async let written: Void? = library?.close(within: .milliseconds(500))
        await bus.leave()
        await media.shutDown()
        _ = await (told, written)
    }
}
