internal import DBusKit
internal import GLibLoop
internal import Synchronization

/// When the service manager is to be told that the daemon is well. Decides only; the clock is an argument.
struct WatchdogRounds: Sendable {
    /// How long from one round to the next, in microseconds: half of what the manager waits for.
    let interval: Int64
    /// One round at a time: one that is held up must not have others queued behind it.
    private var isUnderWay = false

    /// nil when nobody wants to hear anything.
    ///
    /// - Parameters:
    ///   - environment: the process's own: `$WATCHDOG_USEC`, and `$WATCHDOG_PID` where it is meant for one process.
    ///   - process: the process's number.
    init?(environment: [String: String], process: Int32) {
        guard let limit = environment["WATCHDOG_USEC"].flatMap({ UInt64($0) }), limit > 0 else { return nil }
        if let wanted = environment["WATCHDOG_PID"], Int32(wanted) != process { return nil }
        interval = max(1, Int64(clamping: limit / 2))
    }

    /// The timer went off.
    ///
    /// - Parameter now: microseconds of the monotonic clock.
    /// - Returns: whether a round is to begin, and when the timer is needed next.
    mutating func wake(now: Int64) -> (begins: Bool, next: Int64) {
        defer { isUnderWay = true }
        let (next, isTooLate) = now.addingReportingOverflow(interval)
        return (!isUnderWay, isTooLate ? .max : next)
    }

    /// A round has gone through both loops.
    mutating func end() { isUnderWay = false }
}

/// Tells the service manager that both loops turn: a job that begins on the media loop and goes on to the bus loop ends in
/// the message. A loop that stands does not let it pass, and the manager restarts the daemon.
///
/// Without a manager that wants to hear it there is no timer.
@MediaActor
final class Watchdog {
    /// Both loops change it.
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

    /// Begins the first round, and has the others follow.
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
