public import DBusKit
public import PlayerCore

/// Keeps the session from becoming idle and the machine from suspending during playback.
///
/// The desktop portal is asked first, then the screen saver for the rest, then logind. Each service holds at most one
/// inhibition, and only if it is needed. If no service responds, nothing is inhibited, which is not an error.
@BusActor
public final class SessionInhibitor {
    private let systemBus: OnDemandBus
    /// The services in the order of the requests.
    private let locks: [InhibitorLock]
    private let log: @Sendable (String) -> Void
    private var wanted: Inhibition = []
    private var isStopped = false
    private var hasTold = false

    /// Whether anything is inhibited.
    public var isEnabled: Bool {
        didSet { settle(after: oldValue ? wanted : []) }
    }

    /// - Parameters:
    ///   - session: the session bus; the system bus is connected when it is needed.
    ///   - patience: the time after which a service that does not respond is skipped.
    ///   - log: receives a sentence, once, if no service inhibits what is wanted.
    public init(
        session: BusConnection, systemAddress: String = BusAddress.system, isEnabled: Bool = true,
        patience: Duration = .seconds(3), log: @escaping @Sendable (String) -> Void
    ) {
        let systemBus = OnDemandBus(address: systemAddress)
        self.systemBus = systemBus
        self.isEnabled = isEnabled
        self.log = log
        locks = [
            InhibitorLock(PortalService(), patience: patience) { $0(.success(session)) },
            InhibitorLock(ScreenSaverService(), patience: patience) { $0(.success(session)) },
            InhibitorLock(LogindService(), patience: patience) { systemBus.connect($0) },
        ]
        for lock in locks { lock.onChange = { [weak self] in self?.settle() } }
    }

    /// Sets what is inhibited from now on; never waits.
    public func want(_ what: Inhibition) {
        let old = effective
        wanted = what
        settle(after: old)
    }

    /// Releases everything permanently. The messages are sent with the next flush of the session bus.
    public func stop() {
        isStopped = true
        settle()
        systemBus.close()
    }

    private var effective: Inhibition { isEnabled && !isStopped ? wanted : [] }

    private func settle(after old: Inhibition) {
        // Services that refused during the last playback are asked again, but not started again.
        if old.isEmpty, !effective.isEmpty {
            for lock in locks { lock.reconsider() }
        }
        settle()
    }

    private func settle() {
        var rest = effective
        for lock in locks {
            lock.want(rest.intersection(lock.capabilities))
            // The rest for the next services depends on the reply. They keep their inhibitions until then.
            if lock.isPending { return }
            rest.subtract(lock.held)
        }
        guard !rest.isEmpty, !hasTold else { return }
        hasTold = true
        let what = rest == .idle ? "the session may go idle" : "the machine may suspend"
        log("\(what) during playback: no response from \(locks.map(\.name).joined(separator: ", "))")
    }
}
