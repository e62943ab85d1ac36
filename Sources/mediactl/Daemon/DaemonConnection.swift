import DBusKit

/// The running mediad, as the commands talk to it.
///
/// Everything goes to the unique name of whoever owns mediad's names, so that nothing here can start the service by
/// accident, and a daemon that restarts halfway is noticed instead of being told the second half.
struct DaemonConnection {
    /// For what goes beyond calls: signals.
    let bus: BusClient
    private let owner: String

    /// Connects to the session's mediad.
    ///
    /// - Parameter starting: whether the bus may start mediad when it does not run.
    init(starting: Bool = false) throws(Failure) {
        let bus = try Self.sessionBus()
        if let owner = try Self.owner(on: bus) {
            self.init(bus: bus, owner: owner)
            return
        }
        guard starting else { throw .notRunning }
        do throws(DBusError) {
            // The bus itself gives up on a service after 25 s.
            try bus.call(
                .bus("StartServiceByName", [.string(DaemonInterface.busNames[0]), .uint32(0)]), timeout: .seconds(30))
        } catch {
            throw Failure(starting: error)
        }
        guard let owner = try Self.owner(on: bus) else { throw .notRunning }
        self.init(bus: bus, owner: owner)
    }

    private init(bus: BusClient, owner: String) {
        self.bus = bus
        self.owner = owner
    }

    /// The bus alone, for those who can wait for the daemon.
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

    /// Calls a method after which the daemon may be gone before it answered.
    func callExpectingEnd(_ interface: DaemonInterface, _ member: String) throws(Failure) {
        try mapping(interface) { () throws(DBusError) in
            do throws(DBusError) {
                try bus.call(request(interface, member, []))
            } catch  where error.isStandard(.noReply) || error.isStandard(.nameHasNoOwner) {
                return
            }
        }
    }

    /// A property, out of its variant.
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

    /// Calls a method of an object that is not there all the time.
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

    /// All properties of an object that is not there all the time.
    func properties(at path: String, of interface: DaemonInterface) throws(Failure) -> [String: DBusValue] {
        try mapping(interface) { () throws(DBusError) in
            try bus.getAll(owner, path, interface.rawValue)
        }
    }

    /// All properties of an interface; nil if this daemon does not have it.
    func propertiesIfKnown(of interface: DaemonInterface) throws(Failure) -> [String: DBusValue]? {
        try mapping(interface) { () throws(DBusError) in
            do throws(DBusError) {
                return try bus.getAll(owner, interface.path, interface.rawValue)
            } catch  where error.isStandard(.unknownInterface) || error.isStandard(.unknownObject) {
                return nil
            }
        }
    }

    /// Refuses with `sentence` when the player says that it cannot do something now: the MPRIS methods themselves would
    /// do nothing without a word.
    ///
    /// - Parameter whilePlaying: whether the sentence is about the current item, and ``Failure/nothingPlays`` says more
    ///   while playback is stopped.
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

/// The interfaces that mediactl talks to.
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
    /// Of one export; each has an object of its own.
    case exportJob = "org.mediad.ExportJob1"

    /// mediad's names on the bus, its own first: the MPRIS name may be given up while nothing plays.
    static let busNames = ["org.mediad.Player1", "org.mpris.MediaPlayer2.mediad"]

    /// The object that has the interface.
    var path: String {
        switch self {
        case .root, .player, .trackList, .playlists: "/org/mpris/MediaPlayer2"
        case .queue, .chapters, .segments, .live, .actions, .proposal, .window, .trim, .tracks, .audio, .session,
            .exportJob:
            "/org/mediad/Player1"
        }
    }
}
