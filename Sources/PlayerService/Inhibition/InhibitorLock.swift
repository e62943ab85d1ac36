internal import DBusKit
internal import PlayerCore

/// Holds at most one inhibition of a service: requests it, replaces it and returns it.
///
/// A replacement is requested before the old inhibition is released, so that there is no gap in what both cover. A
/// service that refuses is not called or started again until its name has a new owner or until ``reconsider()``. A
/// service that does not reply has one pending call at a time. A late grant is kept if it is still wanted, and
/// returned if not.
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
    /// Called after changes of the held or pending inhibition that did not result from ``want(_:)`` or
    /// ``reconsider()``.
    var onChange: (@BusActor () -> Void)?

    private var target: Inhibition = []
    private var grant: Grant?
    /// Whether a call or the connection for it is pending.
    private var isAsking = false
    /// Limits the wait for a reply; nil if nothing is pending or the time is over.
    private var timer: BusTimer?
    private var hasRefused = false
    private var mayActivate = true
    /// The subscriptions, and their connection.
    private var watched: (connection: BusConnection, subscriptions: [BusSubscription])?

    /// - Parameters:
    ///   - connect: connects to the service's bus.
    ///   - patience: how long to wait for a reply.
    init(_ service: any InhibitionService, patience: Duration, connect: @escaping Connect) {
        self.service = service
        self.patience = patience
        self.connect = connect
    }

    var name: String { service.name }
    var capabilities: Inhibition { service.capabilities }
    /// The inhibition that is held now.
    var held: Inhibition { grant?.what ?? [] }
    /// Whether a reply is pending that other services depend on.
    var isPending: Bool { timer != nil && !target.isEmpty }

    /// Sets the inhibition to hold, as soon as the service grants it.
    func want(_ what: Inhibition) {
        target = what
        if what != held, !what.isEmpty, !isAsking, !hasRefused { ask() }
        // An excess inhibition is kept only until the wanted one replaces it.
        if !isPending, !what.isSuperset(of: held) { letGo() }
    }

    /// Ignores an earlier refusal.
    func reconsider() { hasRefused = false }

    // MARK: Requests

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
        // The wanted inhibition may have changed while the connection was established.
        let what = target
        guard !what.isEmpty else { return finish() }
        watch(connection)
        var request = service.request(what)
        request.autoStart = mayActivate
        // Without a timeout, because a late grant must be returned. The bus replies if the service goes away.
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

    /// Ends the pending request.
    private func finish() {
        isAsking = false
        timer = nil
        onChange?()
    }

    // MARK: Returning

    private func letGo() {
        guard let grant else { return }
        self.grant = nil
        giveBack(grant)
    }

    private func giveBack(_ grant: Grant) {
        guard let request = service.release(grant.token) else { return }
        // A connection that cannot send is lost, and the inhibition with it.
        try? grant.connection.tell(request)
    }

    // MARK: Changes by the service

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
        // The inhibition ended with the service that granted it.
        let hasLost = grant != nil
        grant = nil
        if owner != nil {
            hasRefused = false
        } else if hasLost {
            // The service was stopped on purpose, so it is not started from here.
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
