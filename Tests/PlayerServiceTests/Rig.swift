import DBusKit
import Glibc
import PlayerCore
import PlayerService
import TestSupport
import Testing

/// A player's interfaces on a bus of their own, seen by a client, with playerctld beside them.
///
/// playerctld 2.4.1 aborts on signals that it does not expect, so every test ends by asking whether it still lives.
final class Rig {
    static let name = "org.mpris.MediaPlayer2.mediad"
    static let path = "/org/mpris/MediaPlayer2"
    static let ownName = "org.mediad.Player1"
    static let ownPath = "/org/mediad/Player1"
    static let root = "org.mpris.MediaPlayer2"
    static let playerInterface = "org.mpris.MediaPlayer2.Player"
    static let trackList = "org.mpris.MediaPlayer2.TrackList"
    static let queue = "org.mediad.Queue1"
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    static let properties = "org.freedesktop.DBus.Properties"

    let bus: PrivateBus
    let client: BusClient
    let player: FakePlayer
    let connections: PlayerBus.Connections
    let service: PlayerBus
    let playerctld: ChildProcess

    /// - Parameters:
    ///   - core: has the real core carry out commands instead of reactions.
    ///   - history: what was played; nil: nothing is remembered.
    ///   - exports: whether files can be made.
    init(
        _ snapshot: PlayerSnapshot = .sample(), core: Player? = nil, history: FakeHistory? = nil,
        exports: Bool = true, options: PlayerBus.Options = .init()
    ) async throws {
        bus = try PrivateBus()
        client = try BusClient(address: bus.address)
        playerctld = try ChildProcess("playerctld", [], environment: bus.environment)
        try Self.waitForOwner(of: "org.mpris.MediaPlayer2.playerctld", client)
        player = FakePlayer(snapshot, core: core)
        (connections, service) = try await Self.start(
            bus.address, player, history, exports ? player.exports : nil, options)
        for sender in senders { try client.addMatch(BusMatch(sender: sender)) }
    }

    deinit {
        if !isPlayerctldAlive { Issue.record("playerctld did not survive this test") }
        let (connections, player) = (connections, player)
        BusActor.post {
            connections.mpris.close()
            connections.own.close()
            player.attach(nil)
        }
    }

    @BusActor
    private static func start(
        _ address: String, _ player: FakePlayer, _ history: FakeHistory?, _ exports: ExportHandlers?,
        _ options: PlayerBus.Options
    ) throws -> (PlayerBus.Connections, PlayerBus) {
        let connections = try PlayerBus.Connections(
            mpris: BusConnection(address: address), own: BusConnection(address: address))
        let service = PlayerBus(
            connections: connections, snapshot: player.snapshot, options: options, handlers: player.handlers,
            history: history?.handlers, exports: exports, pictures: player.pictures)
        player.attach(service)
        try service.start()
        return (connections, service)
    }

    static func waitForOwner(of name: String, _ client: BusClient) throws {
        try client.addMatch(
            BusMatch(sender: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: name))
        guard try client.call(.bus("NameHasOwner", [.string(name)])) != [true] else { return }
        guard try client.nextSignal(timeout: .seconds(10)) != nil else { throw Deadline.Missed("\(name) did not come") }
    }

    /// Asked something that its main loop answers, after all that was sent to it before.
    private var isPlayerctldAlive: Bool {
        let names = try? client.get(
            "org.mpris.MediaPlayer2.playerctld", Self.path, "com.github.altdesktop.playerctld", "PlayerNames")
        return names?.asStringArray != nil && playerctld.isRunning
    }

    // MARK: The player's side

    /// Shows another state.
    ///
    /// - Returns: the processor time that the service took for it.
    @discardableResult
    func publish(
        _ notices: [PlayerNotice] = [], _ change: (inout PlayerSnapshot) -> Void = { _ in }
    ) async -> Duration {
        var snapshot = player.snapshot
        change(&snapshot)
        player.show(snapshot)
        return await Self.publish(snapshot, notices, service)
    }

    @BusActor
    private static func publish(
        _ snapshot: PlayerSnapshot, _ notices: [PlayerNotice], _ service: PlayerBus
    ) -> Duration {
        let before = processorTime
        service.publish(snapshot, notices: notices)
        return processorTime - before
    }

    /// Of this thread.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    func stopService() async { await Self.stopService(service) }

    @BusActor
    private static func stopService(_ service: PlayerBus) { service.stop() }

    // MARK: The client's side

    /// Calls a method of the Player interface.
    @discardableResult
    func call(_ member: String, _ arguments: [DBusValue] = []) throws(DBusError) -> [DBusValue] {
        try client.call(Self.name, Self.path, Self.playerInterface, member, arguments)
    }

    @discardableResult
    func trackList(_ member: String, _ arguments: [DBusValue] = []) throws(DBusError) -> [DBusValue] {
        try client.call(Self.name, Self.path, Self.trackList, member, arguments)
    }

    /// Calls a method of one of mediad's own interfaces.
    @discardableResult
    func own(_ interface: String, _ member: String, _ arguments: [DBusValue] = []) throws(DBusError) -> [DBusValue] {
        try client.call(Self.ownName, Self.ownPath, "org.mediad." + interface, member, arguments)
    }

    @discardableResult
    func queue(_ member: String, _ arguments: [DBusValue] = []) throws(DBusError) -> [DBusValue] {
        try own("Queue1", member, arguments)
    }

    /// A property of the Player interface.
    func get(_ name: String) throws(DBusError) -> DBusValue {
        try client.get(Self.name, Self.path, Self.playerInterface, name)
    }

    func set(_ name: String, _ value: DBusValue) throws(DBusError) {
        try client.set(Self.name, Self.path, Self.playerInterface, name, to: value)
    }

    func ownProperty(_ interface: String, _ name: String) throws(DBusError) -> DBusValue {
        try client.get(Self.ownName, Self.ownPath, "org.mediad." + interface, name)
    }

    func all(_ interface: String, own: Bool = false) throws(DBusError) -> [String: DBusValue] {
        try client.getAll(own ? Self.ownName : Self.name, own ? Self.ownPath : Self.path, interface)
    }

    var metadata: [String: DBusValue] { (try? get("Metadata"))?.asDictionary ?? [:] }

    /// The error that `body` fails with; nil when it succeeds.
    func failure(_ body: () throws(DBusError) -> Void) -> DBusError? {
        do throws(DBusError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    /// The unique name of the connection that has MPRIS alone.
    var mprisSender: String { connections.mpris.uniqueName }
    /// That of the connection that has everything.
    var ownSender: String { connections.own.uniqueName }
    private var senders: [String] { [mprisSender, ownSender] }

    /// Everything the service has signalled until now: about MPRIS, then about everything else. Between the two there is
    /// no order.
    func signals() throws -> [BusSignalMessage] {
        // The answers come after all signals sent before them.
        for sender in senders { try client.call(sender, "/", "org.freedesktop.DBus.Peer", "Ping") }
        var signals: [BusSignalMessage] = []
        while let signal = try client.nextSignal(timeout: .zero) { signals.append(signal) }
        return senders.flatMap { sender in signals.filter { $0.sender == sender } }
    }

    func forgetSignals() throws { _ = try signals() }
}

extension BusSignalMessage {
    /// The interface that a `PropertiesChanged` is about.
    var changedInterface: String? { member == "PropertiesChanged" ? arguments.first?.asString : nil }
    var changed: [String: DBusValue] { member == "PropertiesChanged" ? arguments[1].asDictionary ?? [:] : [:] }
    var invalidated: [String] { member == "PropertiesChanged" ? arguments[2].asStringArray ?? [] : [] }
    /// `Player: PlaybackStatus Rate`, `Seeked`: for comparing whole sequences.
    var summary: String {
        guard let changedInterface else { return member }
        let last = changedInterface.split(separator: ".").last ?? ""
        return "\(last): " + (changed.keys.sorted() + invalidated.map { "-" + $0 }).joined(separator: " ")
    }
}
