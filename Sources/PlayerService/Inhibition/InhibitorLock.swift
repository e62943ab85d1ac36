internal import DBusKit
internal import PlayerCore

/// At most one inhibition by one service: asked for, held, exchanged for another, given back.
///
/// A wider or narrower inhibition is held before the old one is let go of, so that what both cover has no gap. A service
/// that refuses is not asked again, and not started again, before its name has a new owner or ``reconsider()``; one that
/// does not answer has one call to answer at a time, and what it grants late is taken if it is still wanted and given
/// back if not.
@BusActor
final class InhibitorLock {
    typealias Connect = @BusActor (@escaping OnDemandBus.Completion) -> Void

    private struct Grant {
        var what: Inhibition
        var token: DBusValue
        var connection: BusConnection
    }

    private let service: any InhibitionService
    private let connect: Connect
    private let patience: Duration
    /// Called after anything but ``want(_:)`` and ``reconsider()`` changed what is held or waited for.
    var onChange: (@BusActor () -> Void)?

    private var target: Inhibition = []
    private var grant: Grant?
    /// Whether a call is under way, or the connection that it needs.
    private var isAsking = false
    /// Runs out while a call waits for its answer; nil when nothing waits or enough was waited.
    private var timer: BusTimer?
    private var hasRefused = false
    private var mayActivate = true
    /// To what is listened, and over which connection.
    private var watched: (connection: BusConnection, subscriptions: [BusSubscription])?

    /// - Parameters:
    ///   - connect: brings the bus that the service is on.
    ///   - patience: how long an answer is waited for.
    init(_ service: any InhibitionService, patience: Duration, connect: @escaping Connect) {
        self.service = service
        self.patience = patience
        self.connect = connect
    }

    var name: String { service.name }
    var capabilities: Inhibition { service.capabilities }
    /// What is inhibited now.
    var held: Inhibition { grant?.what ?? [] }
    /// Whether an answer is waited for that decides what others are to do.
    var isPending: Bool { timer != nil && !target.isEmpty }

    /// Makes `what` the inhibition that is to be held, as soon as the service lets it.
    func want(_ what: Inhibition) {
        target = what
        if what != held, !what.isEmpty, !isAsking, !hasRefused { ask() }
        // More than is wanted is kept only until what is wanted replaces it.
        if !isPending, !what.isSuperset(of: held) { letGo() }
    }

    /// A refusal counts no longer.
    func reconsider() { hasRefused = false }

    // MARK: Asking

    private func ask() {
        isAsking = true
        timer = BusTimer(after: patience) { [weak self] in
            self?.timer = nil
            self?.onChange?()
        }
        connect { [self] result in
            switch result {
            case .success(let connection): ask(over: connection)
            case .failure: refused()
            }
        }
    }

    private func ask(over connection: BusConnection) {
        // Connecting may have taken its time.
        let what = target
        guard !what.isEmpty else { return finish() }
        watch(connection)
        var request = service.request(what)
        request.autoStart = mayActivate
        // No deadline: what is granted later has to be given back. The bus answers for a service that goes away.
        connection.call(request, timeout: nil) { [self] result in
            guard case .success(let values) = result, values.count == 1, let token = values.first,
                token.signature == service.tokenType
            else { return refused() }
            granted(Grant(what: what, token: token, connection: connection))
        }
    }

    private func granted(_ new: Grant) {
        let old = grant
        grant = new
        mayActivate = true
        if let old { giveBack(old) }
        if target.isEmpty { letGo() }
        finish()
    }

    private func refused() {
        hasRefused = true
        mayActivate = false
        finish()
    }

    /// Nothing is under way any more.
    private func finish() {
        isAsking = false
        timer = nil
        onChange?()
    }

    // MARK: Giving back

    private func letGo() {
        guard let grant else { return }
        self.grant = nil
        giveBack(grant)
    }

    private func giveBack(_ grant: Grant) {
        guard let request = service.release(grant.token) else { return }
        // A connection that cannot send is gone, and the inhibition with it.
        try? grant.connection.tell(request)
    }

    // MARK: The service's own doing

    private func watch(_ connection: BusConnection) {
        guard watched?.connection !== connection else { return }
        var subscriptions: [BusSubscription] = []
        if let owner = try? connection.watchOwner(of: service.name, { [weak self] in self?.ownerChanged($0) }) {
            subscriptions.append(owner)
        }
        if let match = service.withdrawals,
            let withdrawals = try? connection.subscribe(match, { [weak self] in self?.withdrawn($0) })
        {
            subscriptions.append(withdrawals)
        }
        watched = (connection, subscriptions)
    }

    private func ownerChanged(_ owner: String?) {
        // Gone with the service that granted it.
        let hasLost = grant != nil
        grant = nil
        if owner != nil {
            hasRefused = false
        } else if hasLost {
            // Starting it is left to whoever stopped it.
            hasRefused = true
            mayActivate = false
        }
        onChange?()
    }

    private func withdrawn(_ signal: BusSignalMessage) {
        guard let grant, service.withdraws(signal, grant.token) else { return }
        letGo()
        hasRefused = true
        onChange?()
    }
}
