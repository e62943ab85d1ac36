internal import DBusKit
internal import GLibLoop
internal import Synchronization

/// Decides when the service manager is notified that the daemon is well. The clock is an argument.
struct WatchdogRounds: Sendable {
    /// The time between two rounds, in microseconds: half of the manager's timeout.
    let interval: Int64
    /// Only one round runs at a time: a round that is delayed must not queue others behind it.
    private var isUnderWay = false

    /// Returns nil if the service manager expects no notifications.
    ///
    /// - Parameters:
    ///   - environment: the process's own, with `$WATCHDOG_USEC`, and `$WATCHDOG_PID` if the watchdog is for one
    ///     process.
    ///   - process: the process's number.
    init?(environment: [String: String], process: Int32) {
        guard let limit = environment["WATCHDOG_USEC"].flatMap({ UInt64($0) }), limit > 0 else { return nil }
        if let wanted = environment["WATCHDOG_PID"], Int32(wanted) != process { return nil }
        interval = max(1, Int64(clamping: limit / 2))
    }

    /// Handles the timer.
    ///
    /// - Parameter now: microseconds of the monotonic clock.
    /// - Returns: whether a round begins, and when the timer is needed next.
    mutating func wake(now: Int64) -> (begins: Bool, next: Int64) {
        defer { isUnderWay = true }
        let (next, isTooLate) = now.addingReportingOverflow(interval)
        return (!isUnderWay, isTooLate ? .max : next)
    }

    /// Records that a round has passed through both loops.
    mutating func end() { isUnderWay = false }
}

/// Notifies the service manager that both loops run: a job passes through the media loop and the bus loop, and then
/// sends the message. A loop that hangs does not let the job pass, and the manager restarts the daemon.
///
/// There is no timer if the service manager expects no notifications.
@MediaActor
final class Watchdog {
    /// Changed by both loops.
    private let rounds: Mutex<WatchdogRounds>
    private let notifier: SystemdNotifier
    private var timer: LoopSource?

    /// - Parameter process: the process's number.
    init?(environment: [String: String], process: Int32, notifier: SystemdNotifier) {
        guard notifier.isActive, let rounds = WatchdogRounds(environment: environment, process: process) else {
            return nil
        }
        self.rounds = Mutex(rounds)
        self.notifier = notifier
    }

    /// Begins the first round and schedules the next ones.
    func begin() {
        let round = rounds.withLock { $0.wake(now: MonotonicClock.microseconds) }
        timer = LoopSource.timer(on: MediaActor.loop, at: round.next) { [weak self] in
            MediaActor.assumeIsolated { self?.begin() }
        }
        guard round.begins else { return }
        BusActor.post { [self] in
            rounds.withLock { $0.end() }
            notifier.watchdog()
        }
    }
}
