import DBusKit
import TestSupport

/// A client that believes the signals: what it shows is what they told, and never asked again.
///
/// For one thread at a time.
final class Remote {
    enum Adapter: String, CaseIterable {
        case root = "org.mpris.MediaPlayer2"
        case player = "org.mpris.MediaPlayer2.Player"
        case trackList = "org.mpris.MediaPlayer2.TrackList"
        case queue = "org.mediad.Queue1"
        case chapters = "org.mediad.Chapters1"
        case segments = "org.mediad.Segments1"
        case actions = "org.mediad.Actions1"
        case proposal = "org.mediad.Proposal1"
        case window = "org.mediad.Window1"
        case trim = "org.mediad.Trim1"
        case tracks = "org.mediad.Tracks1"
        case audio = "org.mediad.Audio1"
        case session = "org.mediad.Session1"
        case pictures = "org.mediad.Pictures1"
        case live = "org.mediad.Live1"

        var path: String {
            rawValue.hasPrefix("org.mpris") ? "/org/mpris/MediaPlayer2" : "/org/mediad/Player1"
        }

        /// The name whose connection has it.
        var destination: String { rawValue.hasPrefix("org.mpris") ? Daemon.mprisName : Daemon.ownName }
    }

    let client: BusClient
    private(set) var properties: [Adapter: [String: DBusValue]] = [:]
    /// Every signal but PropertiesChanged, with when it came.
    private(set) var happened: [(at: Double, signal: BusSignalMessage)] = []
    /// Properties that were announced without a value, and not asked for since.
    private(set) var invalidated: Set<String> = []
    /// How many PropertiesChanged came.
    private(set) var changes = 0
    /// The daemon's unique names: playerctld repeats its signals under another.
    private let owners: [String]

    /// Connects to a daemon that is there, and listens.
    init(_ client: BusClient) throws {
        self.client = client
        owners = try [Daemon.mprisName, Daemon.ownName].map { name in
            try client.call(.bus("GetNameOwner", [.string(name)])).first?.asString ?? ""
        }
        for owner in owners { try client.addMatch(BusMatch(sender: owner)) }
        for adapter in Adapter.allCases { properties[adapter] = try all(adapter) }
    }

    // MARK: Asking

    @discardableResult
    func call(_ adapter: Adapter, _ member: String, _ arguments: [DBusValue] = []) throws -> [DBusValue] {
        defer { hearAll(after: adapter) }
        return try client.call(
            adapter.destination, adapter.path, adapter.rawValue, member, arguments, timeout: .seconds(10))
    }

    /// Hears the signals of the other connection, too: a reply follows those of its own alone.
    private func hearAll(after adapter: Adapter) {
        guard let other = owners.first(where: { $0 != owner(of: adapter) }) else { return }
        _ = try? client.call(other, "/", "org.freedesktop.DBus.Peer", "Ping", timeout: .seconds(10))
    }

    private func owner(of adapter: Adapter) -> String {
        adapter.destination == Daemon.mprisName ? owners[0] : owners[1]
    }

    func request(_ adapter: Adapter, _ member: String, _ arguments: [DBusValue] = []) -> BusRequest {
        BusRequest(
            destination: adapter.destination, path: adapter.path, interface: adapter.rawValue, member: member,
            arguments: arguments)
    }

    func get(_ adapter: Adapter, _ name: String) throws -> DBusValue {
        try client.get(adapter.destination, adapter.path, adapter.rawValue, name, timeout: .seconds(10))
    }

    func set(_ adapter: Adapter, _ name: String, _ value: DBusValue) throws {
        try client.set(adapter.destination, adapter.path, adapter.rawValue, name, to: value, timeout: .seconds(10))
        hearAll(after: adapter)
    }

    func all(_ adapter: Adapter) throws -> [String: DBusValue] {
        try client.getAll(adapter.destination, adapter.path, adapter.rawValue, timeout: .seconds(10))
    }

    func position() throws -> Double { Double(try get(.player, "Position").asInt64 ?? -1) / 1e6 }

    /// The current item's track, asked for: signals of a change of item may be held back.
    func currentTrack() throws -> String {
        try get(.player, "Metadata").asDictionary?["mpris:trackid"]?.asString ?? ""
    }

    func replace(_ uris: [String], play: Bool = true, start: Double? = nil, index: Int = 0) throws {
        var options: [String: DBusValue] = ["play": .boolean(play), "index": .uint32(UInt32(index))]
        if let start { options["start"] = .int64(Int64(start * 1e6)) }
        try call(.queue, "Replace", [.propertyLists(uris.map { ["uri": .string($0)] }), .properties(options)])
    }

    // MARK: Listening

    var status: String { properties[.player]?["PlaybackStatus"]?.asString ?? "" }
    var index: Int { Int(properties[.queue]?["CurrentIndex"]?.asInt64 ?? -2) }
    var metadata: [String: DBusValue] { properties[.player]?["Metadata"]?.asDictionary ?? [:] }
    var track: String { metadata["mpris:trackid"]?.asString ?? "" }
    var title: String { metadata["xesam:title"]?.asString ?? "" }

    func value(_ adapter: Adapter, _ name: String) -> DBusValue? { properties[adapter]?[name] }

    func signals(_ member: String) -> [BusSignalMessage] {
        happened.map(\.signal).filter { $0.member == member }
    }

    func forget() throws {
        try listen()
        happened = []
    }

    /// Takes what has arrived, and what arrives within the time.
    func listen(for seconds: Double = 0, until isOver: () -> Bool = { false }) throws {
        let deadline = Moment.now + seconds
        while !isOver() {
            let left = max(0, deadline - Moment.now)
            guard let signal = try client.nextSignal(timeout: .nanoseconds(Int64(left * 1e9))) else { return }
            take(signal)
        }
    }

    /// Listens until something is so.
    func wait(_ what: String, within seconds: Double = 60, until condition: () throws -> Bool) throws {
        let deadline = Moment.now + seconds
        while true {
            try listen()
            if try condition() { return }
            let left = deadline - Moment.now
            guard left > 0 else { break }
            // What is asked for, like the position, changes without a signal.
            if let signal = try client.nextSignal(timeout: .seconds(min(left, 0.02))) { take(signal) }
        }
        throw Failure(
            "\(what) did not happen within \(seconds) s: \(status), item \(index), \(title); "
                + "\(properties[.queue]?["Error"].map { "\($0)" } ?? "")")
    }

    /// Waits until the position moves, which it does only when something is heard or seen.
    func waitForMovement(within seconds: Double = 60) throws {
        let begun = try position()
        let deadline = Moment.now + seconds
        while try status != "Playing" || position() == begun {
            guard Moment.now < deadline else {
                throw Failure("nothing moves after \(seconds) s: \(status), item \(index), \(title)")
            }
            try listen(for: 0.01)
        }
    }

    private func take(_ signal: BusSignalMessage) {
        guard owners.contains(signal.sender) else { return }
        guard signal.member == "PropertiesChanged" else {
            happened.append((Moment.now, signal))
            return
        }
        changes += 1
        guard signal.arguments.count == 3, let adapter = signal.arguments[0].asString.flatMap(Adapter.init),
            let changed = signal.arguments[1].asDictionary
        else { return }
        for (name, value) in changed { properties[adapter]?[name] = value }
        invalidated.formUnion(signal.arguments[2].asStringArray ?? [])
    }
}
