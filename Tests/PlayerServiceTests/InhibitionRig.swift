import DBusKit
import PlayerCore
import PlayerService
import TestSupport

/// A session inhibitor on buses of its own, with as many fakes of those it asks as a test wants.
final class InhibitionRig {
    /// Long enough for every answer, and short where none is to come.
    static let patience = Duration.milliseconds(300)

    let session: PrivateBus
    let system: PrivateBus
    let ledger = InhibitionLedger()
    /// What the inhibitor had to say.
    let log = Mailbox<String>()
    let connection: BusConnection
    let inhibitor: SessionInhibitor
    private(set) var fakes: [FakeInhibitor.Service: FakeInhibitor] = [:]

    /// - Parameters:
    ///   - directories: folders of services that the session bus may start.
    ///   - systemAddress: of another system bus than the rig's own.
    init(
        _ services: [FakeInhibitor.Service: FakeInhibitor.Behaviour], patience: Duration = .seconds(10),
        services directories: [String] = [], systemAddress: String? = nil
    ) async throws {
        session = try PrivateBus(services: directories)
        system = try PrivateBus()
        (connection, inhibitor) = try await Self.start(
            session.address, systemAddress ?? system.address, patience, log)
        for (service, behaviour) in services { try await add(service, behaviour) }
    }

    deinit {
        let (connection, inhibitor, fakes) = (connection, inhibitor, fakes)
        BusActor.post {
            inhibitor.stop()
            connection.close()
            for fake in fakes.values { fake.close() }
        }
    }

    @BusActor
    private static func start(
        _ session: String, _ system: String, _ patience: Duration, _ log: Mailbox<String>
    ) throws -> (BusConnection, SessionInhibitor) {
        let connection = try BusConnection(address: session)
        let inhibitor = SessionInhibitor(
            session: connection, systemAddress: system, patience: patience, log: { log.post($0) })
        return (connection, inhibitor)
    }

    /// The service is there from now on.
    func add(_ service: FakeInhibitor.Service, _ behaviour: FakeInhibitor.Behaviour = .grant) async throws {
        let address = service == .logind ? system.address : session.address
        fakes[service] = try await FakeInhibitor(service, at: address, ledger, behaviour)
    }

    func fake(_ service: FakeInhibitor.Service) throws -> FakeInhibitor {
        guard let fake = fakes[service] else { throw Deadline.Missed("there is no \(service)") }
        return fake
    }

    func want(_ what: Inhibition) async { await inhibitor.want(what) }

    /// Everything the inhibitor has sent on the session bus was answered once this returns, and what it sent on hearing
    /// those answers too, as many times over as there are rounds.
    func settle(rounds: Int = 2) async throws {
        for _ in 0..<rounds {
            for fake in fakes.values where fake.service != .logind {
                let ping = BusRequest(
                    destination: fake.uniqueName, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
                _ = try await connection.call(ping)
            }
        }
    }
}
