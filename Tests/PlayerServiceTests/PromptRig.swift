import DBusKit
import PlayerCore
import PlayerService
import Synchronization
import TestSupport
import Testing

/// Prompts on a bus of their own, with as many notification servers as a test wants, one after the other.
final class PromptRig: Sendable {
    let bus: PrivateBus
    let connection: BusConnection
    let prompts: DesktopPrompts
    /// What the prompts had to say.
    let log = Mailbox<String>()
    private let current = Mutex<FakeNotificationServer?>(nil)
    private let commands: Commands

    /// What buttons did, and on whose behalf.
    final class Commands: Sendable {
        private let all = Mutex<[(PlayerCommand, CommandOrigin)]>([])
        var list: [PlayerCommand] { all.withLock { $0.map(\.0) } }
        var origins: Set<CommandOrigin> { all.withLock { Set($0.map(\.1)) } }
        func add(_ command: PlayerCommand, _ origin: CommandOrigin) { all.withLock { $0.append((command, origin)) } }
    }

    /// - Parameter services: folders of services that the bus may start.
    init(mode: PromptMode = .withoutWindow, services: [String] = []) async throws {
        bus = try PrivateBus(services: services)
        commands = Commands()
        (connection, prompts) = try await Self.start(bus.address, mode, commands, log)
    }

    deinit {
        let (connection, prompts, server) = (connection, prompts, server)
        BusActor.post {
            prompts.stop()
            connection.close()
            server?.leave()
        }
    }

    @BusActor
    private static func start(
        _ address: String, _ mode: PromptMode, _ commands: Commands, _ log: Mailbox<String>
    ) throws -> (BusConnection, DesktopPrompts) {
        let connection = try BusConnection(address: address)
        let prompts = DesktopPrompts(
            session: connection, snapshot: PlayerSnapshot(), mode: mode, language: .english,
            perform: { command, origin, completion in
                commands.add(command, origin)
                BusActor.post { completion(.success(.done)) }
            }, log: { log.post($0) })
        return (connection, prompts)
    }

    /// The newest server.
    var server: FakeNotificationServer? { current.withLock { $0 } }
    var pressed: [PlayerCommand] { commands.list }
    var origins: Set<CommandOrigin> { commands.origins }

    /// There is a server from now on.
    @discardableResult
    func serve(
        capabilities: [String] = ["actions", "body", "body-markup", "icon-static"], firstID: UInt32 = 1
    ) async throws -> FakeNotificationServer {
        let server = try await FakeNotificationServer(bus.address, capabilities: capabilities, firstID: firstID)
        current.withLock { $0 = server }
        return server
    }

    func show(_ snapshot: PlayerSnapshot, _ notices: [PlayerNotice] = []) async {
        await prompts.follow(snapshot, notices: notices)
    }

    /// Waits until the server shows what is expected.
    @discardableResult
    func wait(
        for what: String, _ holds: @BusActor (FakeNotificationServer) -> Bool
    ) async throws -> [(id: UInt32, shown: FakeNotificationServer.Notification)] {
        let server = try #require(server)
        let deadline = ContinuousClock.now + .seconds(20)
        while await !holds(server) {
            guard ContinuousClock.now < deadline else {
                throw Deadline.Missed(
                    "\(what) did not come; there is \(await server.shown), after \(await server.calls)")
            }
            try await settle()
        }
        return await server.shown.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// What was sent before is there once this returns, and so is what was sent on hearing that.
    func settle() async throws {
        for _ in 0..<3 { _ = try await connection.call(.bus("GetId")) }
    }

    // MARK: What holds

    /// An intro that may be skipped.
    static func offering(until end: Int64 = 30_000_000) -> PlayerSnapshot {
        var snapshot = PlayerSnapshot.sample()
        snapshot.status = .playing
        let range = TimeRange(start: .zero, end: MediaTime(microseconds: end))
        snapshot.segments.segments = [range].compactMap { range in
            range.map { Segment(range: $0, kind: .openingCredits, action: .ask, source: "test") }
        }
        snapshot.segments.offer = SegmentMachine.Offer(
            index: 0, end: MediaTime(microseconds: end), prominentUntil: .zero, isProminent: true)
        snapshot.segments.canTakeOffer = true
        return snapshot
    }

    /// Something that is proposed.
    static func proposing(_ title: String, picture: String? = nil) -> PlayerSnapshot {
        var snapshot = PlayerSnapshot.sample()
        snapshot.status = .playing
        var fields = MediaDetails.Fields()
        fields.title = title
        snapshot.proposal.state = .presented
        snapshot.proposal.proposal = Proposal(
            source: .client, description: MediaDescription(uri: "file:///\(title)", details: MediaDetails(fields)))
        snapshot.proposal.artworkURI = picture
        return snapshot
    }

    static func acting(_ ids: [String]) -> PlayerSnapshot {
        var snapshot = PlayerSnapshot.sample()
        snapshot.status = .playing
        snapshot.actions.offered = ids.map {
            ActionSnapshot.Offered(ClientAction(id: $0, title: $0.uppercased()), owner: ":1.7", isVisible: true)
        }
        return snapshot
    }
}
