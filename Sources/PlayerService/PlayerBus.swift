public import DBusKit
public import PlayerCore

/// The player as the bus sees it: the MPRIS interfaces on one object, mediad's own on another.
///
/// Property reads are answered from the newest snapshot, never by asking the player. A new snapshot is compared with the
/// last one, and each interface says at most once what changed.
@BusActor
public final class PlayerBus {
    static let mprisName = "org.mpris.MediaPlayer2.mediad"
    static let mprisPath = "/org/mpris/MediaPlayer2"
    static let ownName = "org.mediad.Player1"
    static let ownPath = "/org/mediad/Player1"

    /// What becomes of the MPRIS name while there is nothing to play.
    public enum IdleName: Hashable, Sendable { case keep, release }

    /// What differs from one daemon to the next.
    public struct Options: Sendable {
        public var whenIdle: IdleName = .keep
        public var version = "0"
        public var supportedSchemes = MediaSupport.schemes
        public var supportedMimeTypes = MediaSupport.mimeTypes
        public var capabilities: [String: Bool] = [:]
        public init() {}
    }

    /// Where calls go; each completion is to be called once, on the bus loop.
    public struct Handlers: Sendable {
        /// Runs a command; the completion comes after ``PlayerBus/publish(_:notices:)`` of what it changed.
        public var perform:
            @Sendable (
                PlayerCommand, CommandOrigin, @escaping @Sendable (Result<CommandReply, CommandRefusal>) -> Void
            ) -> Void
        public var inspect:
            @Sendable (String, @escaping @Sendable (Result<InspectedItem, PlaybackFault>) -> Void) -> Void
        /// Brings a picture into the cache; answers its `file:` URI.
        public var image: @Sendable (ImageSource, @escaping @Sendable (Result<String, PlaybackFault>) -> Void) -> Void
        public var reloadConfiguration: @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void
        public var quit: @Sendable () -> Void
        /// Nil, as the three below: no history is kept, and whoever asks for it is told so.
        public var history: ReadHistory?
        public var resume: ResumeFromHistory?
        public var forget: ForgetHistory?
        public var importHistory: ImportHistory?
        public var exporting: Exporting?
        /// A client looked at these entries of the queue; nil: nobody wants to know.
        public var lookedAt: (@Sendable ([QueueItem]) -> Void)?

        public init(
            perform:
                @escaping @Sendable (
                    PlayerCommand, CommandOrigin, @escaping @Sendable (Result<CommandReply, CommandRefusal>) -> Void
                ) -> Void,
            inspect:
                @escaping @Sendable (
                    String, @escaping @Sendable (Result<InspectedItem, PlaybackFault>) -> Void
                ) -> Void,
            image:
                @escaping @Sendable (
                    ImageSource, @escaping @Sendable (Result<String, PlaybackFault>) -> Void
                ) -> Void,
            reloadConfiguration: @escaping @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void,
            quit: @escaping @Sendable () -> Void,
            history: ReadHistory? = nil, resume: ResumeFromHistory? = nil, forget: ForgetHistory? = nil,
            importHistory: ImportHistory? = nil
        ) {
            self.perform = perform
            self.inspect = inspect
            self.image = image
            self.reloadConfiguration = reloadConfiguration
            self.quit = quit
            self.history = history
            self.resume = resume
            self.forget = forget
            self.importHistory = importHistory
        }
    }

    /// A name that is needed belongs to somebody else.
    public struct NameTaken: Error, CustomStringConvertible {
        public let name: String
        public var description: String {
            "another mediad is running (\(name) is taken): use that one, or stop it with systemctl --user stop mediad"
        }
    }

    let connection: BusConnection
    let options: Options
    let handlers: Handlers
    private(set) var snapshot: PlayerSnapshot
    var window = TrackWindow()
    private(set) var chapterValues = ChapterValues()
    /// What the current item's segments look like on the bus.
    private(set) var segmentValues = SegmentValues()
    /// The sleep timer's deadline, and what it was shown as: microseconds since 1970.
    var shownDeadline: (deadline: MonotonicTime, microseconds: Int64)?
    /// The proposal as it was last shown.
    var shownProposal: (proposal: Proposal?, artworkURI: String?, value: DBusValue)?
    /// Clients that want nothing to be proposed.
    var inhibitors = InhibitorList()
    /// Who comes back when picture in picture stops.
    var registered: (client: String, watch: BusSubscription?)?
    /// Exports by number, those that ended lately included.
    var exports: [UInt32: (job: ExportJob, announcer: Announcer)] = [:]
    var exportCount: UInt32 = 0
    private var announcers: [Announcer] = []
    /// While they are kept, the screen savers are listened to.
    var lockSubscriptions: [BusSubscription] = []
    private var ownsMPRISName = false
    /// The item that clients were last told to be the current one.
    private var announcedItem: ItemID?

    /// - Parameter snapshot: what is read until the first ``publish(_:notices:)``.
    public init(connection: BusConnection, snapshot: PlayerSnapshot, options: Options, handlers: Handlers) {
        self.connection = connection
        self.snapshot = snapshot
        self.options = options
        self.handlers = handlers
    }

    /// Shows both objects, then takes the names: nobody ever sees a name without its object.
    ///
    /// - Throws: ``NameTaken``, or `DBusError` when the bus refuses.
    public func start() throws {
        window.begin(with: snapshot)
        announcedItem = snapshot.current?.id
        chapterValues.update(snapshot.chapters)
        segmentValues.update(snapshot.segments)
        let mpris = [rootInterface(), playerInterface(), trackListInterface()]
        let own = [
            queueInterface(), chaptersInterface(), segmentsInterface(), proposalInterface(), windowInterface(),
            trimInterface(), tracksInterface(), sessionInterface(),
        ]
        connection.objects.export(mpris, at: Self.mprisPath)
        connection.objects.export(own, at: Self.ownPath)
        announcers =
            mpris.map { Announcer($0, path: Self.mprisPath) } + own.map { Announcer($0, path: Self.ownPath) }
        for announcer in announcers { announcer.prime() }
        try watchLock()
        try take(Self.ownName)
        if options.whenIdle == .keep || snapshot.canPlay { try takeMPRISName() }
    }

    private func take(_ name: String) throws {
        if try connection.requestName(name) == .taken { throw NameTaken(name: name) }
    }

    private func takeMPRISName() throws {
        try take(Self.mprisName)
        ownsMPRISName = true
    }

    /// Makes `new` what is read from now on and says what changed: properties first, then what happened.
    ///
    /// One thing may wait: while ``PlayerSnapshot/isMetadataHeld``, the signals of the current item's metadata (in
    /// `Metadata`, and with it CanGoNext, CanGoPrevious and CanSeek) come after the answer to the call that changed the item,
    /// so that clients see one change and not one for each thing that becomes known. Reads are right at once, and whatever
    /// else changes is told before the answer as ever.
    public func publish(_ new: PlayerSnapshot, notices: [PlayerNotice]) {
        let old = snapshot
        // Back at the item that clients still take for the current one: without a word of the other they would not see that
        // it begins anew.
        if old.isMetadataHeld, old.current?.id != announcedItem, new.current?.id == announcedItem {
            announce(forced: [], trackChange: TrackWindow.Change())
        }
        snapshot = new
        chapterValues.update(new.chapters)
        segmentValues.update(new.segments)
        // Asking waits for the bus: where another has the name, again only when something starts or stops.
        if options.whenIdle == .release, new.canPlay, !ownsMPRISName, !old.canPlay || old.status != new.status {
            try? takeMPRISName()
        }
        let trackChange = window.change(from: old, to: new, notices: notices)
        let forced = Set(notices.compactMap(\.reannounced))
        announce(forced: forced, trackChange: trackChange, holdsMetadata: new.isMetadataHeld)
        emitTrackList(trackChange)
        for notice in notices { emit(notice) }
        if options.whenIdle == .release, !new.canPlay, ownsMPRISName {
            connection.releaseName(Self.mprisName)
            ownsMPRISName = false
        }
    }

    /// Says of each interface what changed.
    private func announce(forced: Set<String>, trackChange: TrackWindow.Change, holdsMetadata: Bool = false) {
        for announcer in announcers {
            announcer.announce(
                on: connection, forced: forced, invalidated: trackChange.isEmpty ? [] : ["Tracks"],
                held: holdsMetadata ? ["Metadata"] : [],
                followers: holdsMetadata ? ["CanGoNext", "CanGoPrevious", "CanSeek"] : [])
        }
        if !holdsMetadata { announcedItem = snapshot.current?.id }
    }

    private func emit(_ notice: PlayerNotice) {
        switch notice {
        case .seeked(let position):
            emit(Self.mprisPath, MPRISName.player, "Seeked", [.int64(position.microseconds)])
        case .itemsChanged(let from, let removed, let inserted):
            emit(
                Self.ownPath, OwnName.queue, "ItemsChanged",
                [
                    .uint32(UInt32(clamping: from)), .uint32(UInt32(clamping: removed)),
                    .uint32(UInt32(clamping: inserted)),
                ])
        case .itemFailed(let id, let fault):
            emit(
                Self.ownPath, OwnName.queue, "ItemFailed",
                [.objectPath(TrackPath.path(of: id)), .properties(DescriptionWriter.error(fault))])
        case .chapterChanged(let index, let title):
            emit(
                Self.ownPath, OwnName.chapters, "CurrentChanged",
                [.int32(index.map { Int32(clamping: $0) } ?? -1), .string(title)])
        case .segmentEntered(let index, let kind): emitSegment("Entered", index, .string(kind.rawValue))
        case .segmentLeft(let index, let kind): emitSegment("Left", index, .string(kind.rawValue))
        case .segmentSkipped(let index, let kind, let from, let to, let reason):
            emitSegment(
                "Skipped", index, .string(kind.rawValue), .int64(from.microseconds), .int64(to.microseconds),
                .string(reason.rawValue))
        case .segmentUnskipped(let index, let to): emitSegment("Unskipped", index, .int64(to.microseconds))
        case .proposalPresented:
            emit(Self.ownPath, OwnName.proposal, "Presented", [.properties(ProposalWriter.proposal(snapshot.proposal))])
        case .proposalAccepted(let how): emit(Self.ownPath, OwnName.proposal, "Accepted", [.string(how.rawValue)])
        case .proposalRejected: emit(Self.ownPath, OwnName.proposal, "Rejected", [])
        case .proposalDeferred: emit(Self.ownPath, OwnName.proposal, "Deferred", [])
        case .window(let notice): emit(notice)
        case .trimFinished(let kept): emit(Self.ownPath, OwnName.trim, "Finished", [.boolean(kept)])
        case .reannounce:
            break
        }
    }

    func emit(_ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue]) {
        // A connection that cannot send is gone, and its owner has been told.
        try? connection.emit(path: path, interface: interface, member: member, arguments: arguments)
    }

    /// Says that nothing plays, gives the names back and hides the objects.
    public func stop() {
        if ownsMPRISName, snapshot.status != .stopped {
            var last = snapshot
            last.status = .stopped
            publish(last, notices: [])
        }
        if ownsMPRISName { connection.releaseName(Self.mprisName) }
        connection.releaseName(Self.ownName)
        connection.objects.unexport(Self.mprisPath)
        connection.objects.unexport(Self.ownPath)
        for number in exports.keys { connection.objects.unexport(Self.exportPath(of: number)) }
    }

    // MARK: Commands

    /// Runs a command and answers when what it changed has been announced.
    ///
    /// - Parameter origin: a person unless the call is one that programs make on their own.
    func perform(
        _ command: PlayerCommand, from origin: CommandOrigin = .person, _ reply: BusReply,
        answer: @escaping @Sendable @BusActor (CommandReply) -> [DBusValue] = { _ in [] }
    ) {
        handlers.perform(command, origin) { result in
            BusActor.assumeIsolated {
                switch result {
                case .success(let value): reply.succeed(answer(value))
                case .failure(let refusal): reply.fail(DBusError(refusal))
                }
            }
        }
    }

    /// Runs a command as MPRIS wants it: what is refused has no effect and succeeds.
    ///
    /// - Parameter tells: which refusals are errors all the same.
    func performQuietly(
        _ command: PlayerCommand, _ reply: BusReply,
        tells: @escaping @Sendable (CommandRefusal) -> Bool = { _ in false }
    ) {
        handlers.perform(command, .person) { result in
            BusActor.assumeIsolated {
                if case .failure(let refusal) = result, tells(refusal) {
                    reply.fail(DBusError(refusal))
                } else {
                    reply.succeed()
                }
            }
        }
    }
}

extension PlayerNotice {
    /// The property to announce even if it did not change.
    fileprivate var reannounced: String? {
        guard case .reannounce(let setting) = self else { return nil }
        return switch setting {
        case .rate: "Rate"
        case .volume: "Volume"
        case .loop: "LoopStatus"
        case .shuffle: "Shuffle"
        }
    }
}

/// Names of the MPRIS interfaces.
enum MPRISName {
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let trackList = "org.mpris.MediaPlayer2.TrackList"
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
}

/// Names of mediad's own interfaces.
enum OwnName {
    static let queue = "org.mediad.Queue1"
    static let tracks = "org.mediad.Tracks1"
    static let chapters = "org.mediad.Chapters1"
    static let segments = "org.mediad.Segments1"
    static let proposal = "org.mediad.Proposal1"
    static let window = "org.mediad.Window1"
    static let trim = "org.mediad.Trim1"
    static let exportJob = "org.mediad.ExportJob1"
    static let session = "org.mediad.Session1"
}
