internal import Dispatch
internal import FoundationEssentials
internal import GLibLoop
internal import Logging
internal import PlayerCore
internal import Synchronization

/// Runs the trackers, one update after the other on a queue of its own: the media loop only leaves its snapshots here.
final class TrackerHost: Sendable {
    private struct State {
        var lifecycle = TrackerLifecycle()
        var configured: [TrackerConfiguration] = []
        var processes: [String: CommandProcess] = [:]
        /// By tracker, then by item.
        var trackers: [String: [ItemID: any PlayerItemTracker]] = [:]
        var armed: MonotonicTime?
    }

    /// The built-in tracker that writes to the log.
    private static let logName = "[log]"

    private let queue = DispatchQueue(label: "trackers", qos: .utility)
    /// Touched on the queue alone; the lock is for the compiler.
    private let state = Mutex(State())
    private let logger: Logger
    private let clock: WallClock
    private let refresh: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameter refresh: brings what is measured only when asked up to date, then calls back.
    init(logger: Logger, refresh: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.logger = logger
        self.refresh = refresh
        clock = WallClock {
            (Date(), MonotonicTime(microseconds: MonotonicClock.microseconds))
        }
    }

    /// Takes over which trackers are configured; a program that was dropped is tried again.
    func configure(_ trackers: [TrackerConfiguration]) {
        perform { host, state in
            let old = state.configured
            var roles = trackers.map(\.role)
            if host.logger.logLevel <= .debug { roles.append(TrackerRole(name: Self.logName)) }
            // First those that change or go, by themselves: they hear of it while they are still there.
            let kept = trackers.filter { new in
                old.contains { $0.name == new.name && $0.command == new.command }
                    && state.processes[new.name]?.isDropped == false
            }.map(\.name)
            let now = host.now
            let staying = roles.filter { kept.contains($0.name) || $0.name == Self.logName }
            host.tell(state.lifecycle.setTrackers(staying, now: now), &state)
            for name in old.map(\.name) where !kept.contains(name) {
                state.trackers[name] = nil
                state.processes.removeValue(forKey: name)?.finish(within: .seconds(1)) {}
            }
            state.configured = trackers
            for tracker in trackers where state.processes[tracker.name] == nil {
                state.processes[tracker.name] = CommandProcess(
                    name: tracker.name, command: tracker.command, logger: host.logger)
            }
            host.tell(state.lifecycle.setTrackers(roles, now: now), &state)
        }
    }

    /// Takes what the core publishes, in order; returns at once.
    func take(_ snapshot: PlayerSnapshot, _ notices: [PlayerNotice]) {
        perform { host, state in host.tell(state.lifecycle.take(snapshot, notices), &state) }
    }

    /// Ends every playing as of this moment, and every program, which has so long to read what it is told.
    func stop(within time: Duration) async {
        let moment = now
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            perform { host, state in
                host.tell(state.lifecycle.end(now: moment), &state)
                let group = DispatchGroup()
                for process in state.processes.values {
                    group.enter()
                    process.finish(within: time) { group.leave() }
                }
                state.processes = [:]
                state.trackers = [:]
                group.notify(queue: host.queue) { done.resume() }
            }
        }
    }

    private var now: MonotonicTime { clock.now().monotonic }

    private func perform(_ body: @escaping @Sendable (TrackerHost, inout State) -> Void) {
        queue.async {
            self.state.withLock { state in
                body(self, &state)
                self.arm(&state)
            }
        }
    }

    private func tell(_ calls: [TrackerCall], _ state: inout State) {
        for call in calls {
            switch call {
            case .update(let name, let item, let update):
                let tracker = state.trackers[name]?[item] ?? make(name, item, state)
                state.trackers[name, default: [:]][item] = tracker
                tracker?.receive(update)
            case .forget(let item):
                for name in state.trackers.keys { state.trackers[name]?[item] = nil }
            }
        }
    }

    private func make(_ name: String, _ item: ItemID, _ state: State) -> (any PlayerItemTracker)? {
        if name == Self.logName { return LogTracker(item: item, logger: logger) }
        return state.processes[name].map { CommandTracker(process: $0, clock: clock) }
    }

    /// Wakes up for the next heartbeat, and not before.
    private func arm(_ state: inout State) {
        guard let next = state.lifecycle.nextHeartbeat, state.armed.map({ next < $0 }) ?? true else { return }
        state.armed = next
        let wait = max(.zero, next - now)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: wait.nanoseconds))) { self.beat(next) }
    }

    private func beat(_ moment: MonotonicTime) {
        state.withLock { state in if state.armed == moment { state.armed = nil } }
        refresh {
            self.perform { host, state in host.tell(state.lifecycle.beat(now: host.now), &state) }
        }
    }
}
