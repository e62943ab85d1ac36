import DBusKit

/// The connection of the commands to the running mediad.
///
/// All messages go to the unique name of the owner of mediad's names. They cannot start the service by accident, and
/// a daemon that restarts in between is noticed instead of receiving the second half of a command.
struct DaemonConnection {
    /// Used directly for signals.
    let bus: BusClient
    private let owner: String

    /// Connects to the session's mediad.
    ///
    /// - Parameter starting: whether to start mediad if it is not running.
    init(starting: Bool = false) throws(Failure) {
        let bus = try Self.sessionBus()
        if let owner = try Self.owner(on: bus) {
            self.init(bus: bus, owner: owner)
            return
        }
        guard starting else { throw .notRunning }
        try ServiceStart(on: bus).run()
        guard let owner = try Self.owner(on: bus) else { throw .notRunning }
        self.init(bus: bus, owner: owner)
    }

    private init(bus: BusClient, owner: String) {
        self.bus = bus
        self.owner = owner
    }

    /// Connects to the bus only, for commands that can wait for the daemon.
    static func sessionBus() throws(Failure) -> BusClient {
        do throws(DBusError) {
            return try BusClient()
        } catch {
            throw Failure(connecting: error)
        }
    }

    /// The unique name of the running daemon; nil if none runs.
    static func owner(on bus: BusClient) throws(Failure) -> String? {
        for name in DaemonInterface.busNames {
            do throws(DBusError) {
                if let owner = try bus.call(.bus("GetNameOwner", [.string(name)])).first?.asString { return owner }
            } catch  where error.isStandard(.nameHasNoOwner) {
                continue
            } catch {
                throw Failure(error, interface: "org.freedesktop.DBus")
            }
        }
        return nil
    }

    // MARK: Calls

    /// Calls a method and waits for its reply.
    @discardableResult
    func call(
        _ interface: DaemonInterface, _ member: String, _ arguments: [DBusValue] = [],
        timeout: Duration = .seconds(25)
    ) throws(Failure) -> [DBusValue] {
        try mapping(interface) { () throws(DBusError) in
            try bus.call(request(interface, member, arguments), timeout: timeout)
        }
    }

    /// Calls a method that ends the daemon, possibly before it replies.
    func callExpectingEnd(_ interface: DaemonInterface, _ member: String) throws(Failure) {
        try mapping(interface) { () throws(DBusError) in
            do throws(DBusError) {
                try bus.call(request(interface, member, []))
            } catch  where error.isStandard(.noReply) || error.isStandard(.nameHasNoOwner) {
                return
            }
        }
    }

    /// Returns the value of a property, without its variant.
    func property(_ interface: DaemonInterface, _ name: String) throws(Failure) -> DBusValue {
        try mapping(interface) { () throws(DBusError) in
            try bus.get(owner, interface.path, interface.rawValue, name)
        }
    }

    /// Sets a property.
    func set(_ interface: DaemonInterface, _ name: String, to value: DBusValue) throws(Failure) {
        try mapping(interface) { () throws(DBusError) in
            try bus.set(owner, interface.path, interface.rawValue, name, to: value)
        }
    }

    /// All properties of an interface.
    func properties(of interface: DaemonInterface) throws(Failure) -> [String: DBusValue] {
        try mapping(interface) { () throws(DBusError) in
            try bus.getAll(owner, interface.path, interface.rawValue)
        }
    }

    /// Calls a method of an object that does not exist all the time.
    @discardableResult
    func call(
        at path: String, _ interface: DaemonInterface, _ member: String, _ arguments: [DBusValue] = []
    ) throws(Failure) -> [DBusValue] {
        try mapping(interface) { () throws(DBusError) in
            try bus.call(
                BusRequest(
                    destination: owner, path: path, interface: interface.rawValue, member: member, arguments: arguments,
                    autoStart: false))
        }
    }

    /// Returns all properties of an object that does not exist all the time.
    func properties(at path: String, of interface: DaemonInterface) throws(Failure) -> [String: DBusValue] {
        try mapping(interface) { () throws(DBusError) in
            try bus.getAll(owner, path, interface.rawValue)
        }
    }

    /// Returns all properties of an interface; nil if the daemon does not have the interface.
    func propertiesIfKnown(of interface: DaemonInterface) throws(Failure) -> [String: DBusValue]? {
        try mapping(interface) { () throws(DBusError) in
            do throws(DBusError) {
                return try bus.getAll(owner, interface.path, interface.rawValue)
            } catch  where error.isStandard(.unknownInterface) || error.isStandard(.unknownObject) {
                return nil
            }
        }
    }

    /// Throws a failure with `sentence` if the player reports that an action is not available now. The MPRIS methods
    /// would silently do nothing.
    ///
    /// - Parameter whilePlaying: whether the sentence concerns the current item, so that ``Failure/nothingPlays`` is
    ///   more helpful while playback is stopped.
    func require(_ capability: String, orSay sentence: String, whilePlaying: Bool = false) throws(Failure) {
        guard try property(.player, capability).asBool == false else { return }
        let refusal = Failure(.refused, sentence)
        throw whilePlaying ? try explained(refusal) : refusal
    }

    private func request(_ interface: DaemonInterface, _ member: String, _ arguments: [DBusValue]) -> BusRequest {
        BusRequest(
            destination: owner, path: interface.path, interface: interface.rawValue, member: member,
            arguments: arguments, autoStart: false)
    }

    private func mapping<Value>(
        _ interface: DaemonInterface, _ body: () throws(DBusError) -> Value
    ) throws(Failure) -> Value {
        do throws(DBusError) {
            return try body()
        } catch {
            throw Failure(error, interface: interface.rawValue)
        }
    }
}

/// The interfaces that mediactl uses.
enum DaemonInterface: String, Hashable, Sendable, CaseIterable {
    case root = "org.mpris.MediaPlayer2"
    case player = "org.mpris.MediaPlayer2.Player"
    case trackList = "org.mpris.MediaPlayer2.TrackList"
    case playlists = "org.mpris.MediaPlayer2.Playlists"
    case queue = "org.mediad.Queue1"
    case chapters = "org.mediad.Chapters1"
    case segments = "org.mediad.Segments1"
    case live = "org.mediad.Live1"
    case actions = "org.mediad.Actions1"
    case proposal = "org.mediad.Proposal1"
    case window = "org.mediad.Window1"
    case trim = "org.mediad.Trim1"
    case tracks = "org.mediad.Tracks1"
    case audio = "org.mediad.Audio1"
    case session = "org.mediad.Session1"
    case pictures = "org.mediad.Pictures1"
    case lyrics = "org.mediad.Lyrics1"
    /// An export; each has an object of its own.
    case exportJob = "org.mediad.ExportJob1"

    /// mediad's names on the bus, its own name first: the MPRIS name may be released while the queue is empty.
    static let busNames = ["org.mediad.Player1", "org.mpris.MediaPlayer2.mediad"]

    /// The object that has the interface.
    var path: String {
        switch self {
        case .root, .player, .trackList, .playlists: "/org/mpris/MediaPlayer2"
        case .queue, .chapters, .segments, .live, .actions, .proposal, .window, .trim, .tracks, .audio, .session,
            .pictures, .lyrics, .exportJob:
            "/org/mediad/Player1"
        }
    }
}
