public import DBusKit
public import PlayerCore

/// Tells when the machine falls asleep and wakes, and holds the sleep up until the player is ready for it.
///
/// systemd-logind or elogind is watched from the first playback on. Without it, nothing is told.
///
/// https://systemd.io/INHIBITOR_LOCKS/
@BusActor
public final class MachineSleep {
    /// Tells the player; the completion is called when it is ready.
    public typealias Tell = @Sendable (MachineEvent, @escaping @Sendable @BusActor () -> Void) -> Void

    private static let manager = (path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager")

    private let bus: OnDemandBus
    private let tell: Tell
    private var isWatching = false
    private var subscription: BusSubscription?
    /// Delays the sleep as long as it is open.
    private var lock: DBusValue?

    public init(systemAddress: String = BusAddress.system, tell: @escaping Tell) {
        bus = OnDemandBus(address: systemAddress)
        self.tell = tell
    }

    /// Watches from now on. May be called again.
    public func watch() {
        guard !isWatching else { return }
        isWatching = true
        bus.connect { [weak self] result in
            guard let self, case .success(let connection) = result else { return }
            let match = BusMatch(
                path: Self.manager.path, interface: Self.manager.interface, member: "PrepareForSleep")
            subscription = try? connection.subscribe(match) { [weak self, weak connection] signal in
                guard let connection else { return }
                self?.take(signal, on: connection)
            }
            hold(connection)
        }
    }

    public func stop() {
        subscription = nil
        lock = nil
        bus.close()
    }

    private func take(_ signal: BusSignalMessage, on connection: BusConnection) {
        guard let isStarting = signal.arguments.first?.asBool else { return }
        guard isStarting else {
            hold(connection)
            return tell(.awakes) {}
        }
        tell(.fallsAsleep) { [weak self] in self?.lock = nil }
    }

    private func hold(_ connection: BusConnection) {
        guard lock == nil else { return }
        let request = BusRequest(
            destination: "org.freedesktop.login1", path: Self.manager.path, interface: Self.manager.interface,
            member: "Inhibit",
            arguments: ["sleep", .string(InhibitionText.application), "Pausing before sleep", "delay"],
            autoStart: false)
        connection.call(request) { [weak self] result in
            if case .success(let values) = result { self?.lock = values.first }
        }
    }
}
