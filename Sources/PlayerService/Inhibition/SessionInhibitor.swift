public import DBusKit
public import PlayerCore

/// Keeps the session from going idle and the machine from going to sleep while something plays.
///
/// Asked is the desktop portal; what it does not do, the screen saver; what is left, logind. One inhibition is held by
/// each at most, and only by those that are needed. Where nobody answers, nothing is inhibited and nothing is wrong.
@BusActor
public final class SessionInhibitor {
    private let systemBus: OnDemandBus
    /// In the order in which they are asked.
    private let locks: [InhibitorLock]
    private let log: @Sendable (String) -> Void
    private var wanted: Inhibition = []
    private var isStopped = false
    private var hasTold = false

    /// Whether anything is inhibited at all.
    public var isEnabled: Bool {
        didSet { settle(after: oldValue ? wanted : []) }
    }

    /// - Parameters:
    ///   - session: the session bus; the system bus is connected to when it is needed.
    ///   - patience: after which a service that does not answer is passed over.
    ///   - log: takes a sentence, once, if nobody inhibits what is wanted.
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

    /// Makes `what` what is inhibited from now on; nothing of it waits for anybody.
    public func want(_ what: Inhibition) {
        let old = effective
        wanted = what
        settle(after: old)
    }

    /// Lets go of everything, for good; what is to be told is sent with the session bus's next flush.
    public func stop() {
        isStopped = true
        settle()
        systemBus.close()
    }

    private var effective: Inhibition { isEnabled && !isStopped ? wanted : [] }

    private func settle(after old: Inhibition) {
        // Who refused the last time something played is asked anew, though not started anew.
        if old.isEmpty, !effective.isEmpty {
            for lock in locks { lock.reconsider() }
        }
        settle()
    }

    private func settle() {
        var rest = effective
        for lock in locks {
            lock.want(rest.intersection(lock.capabilities))
            // What is left for the next ones is known with the answer; what they hold, they keep meanwhile.
            if lock.isPending { return }
            rest.subtract(lock.held)
        }
        guard !rest.isEmpty, !hasTold else { return }
        hasTold = true
        let what = rest == .idle ? "the session may go idle" : "the machine may suspend"
        log("\(what) while something plays: no response from \(locks.map(\.name).joined(separator: ", "))")
    }
}
