internal import FoundationEssentials
internal import GLibLoop
internal import Logging
internal import PlayerCore
internal import Synchronization

/// Runs the trackers on a separate serial queue. The media loop only passes its snapshots to it.
final class TrackerHost: Sendable {
    private struct State {
        var lifecycle = TrackerLifecycle()
        var configured: [TrackerConfiguration] = []
        var processes: [String: CommandProcess] = [:]
        /// By tracker, then by item.
        var trackers: [String: [ItemID: any PlayerItemTracker]] = [:]
        /// The next heartbeat.
        var armed: (moment: MonotonicTime, timer: LoopSource)?
    }

    /// The built-in tracker that writes to the log.
    private static let logName = "[log]"

    private let queue = WorkQueue(label: "mediad.trackers", width: 1, patience: nil)
    /// Used only on the queue; the lock satisfies the compiler.
    private let state = Mutex(State())
    private let logger: Logger
    private let clock: WallClock
    private let refresh: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameter refresh: updates the values that are measured only on request, then calls back.
    init(logger: Logger, refresh: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.logger = logger
        self.refresh = refresh
        clock = WallClock {
            (Date(), MonotonicTime(microseconds: MonotonicClock.microseconds))
        }
    }

    /// Applies the configured trackers. A program that was dropped is started again.
    func configure(_ trackers: [TrackerConfiguration]) {
        perform { host, state in
            let old = state.configured
            var roles = trackers.map(\.role)
            if host.logger.logLevel <= .debug { roles.append(TrackerRole(name: Self.logName)) }
            // First without the trackers that change or are removed, so that they receive the end of the playback.
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

    /// Takes the snapshots and notices that the core publishes, in order; returns at once.
    func take(_ snapshot: PlayerSnapshot, _ notices: [PlayerNotice]) {
        perform { host, state in host.tell(state.lifecycle.take(snapshot, notices), &state) }
    }

    /// Ends all playbacks at the present time, and all programs, which have the given time to read their lines.
    func stop(within time: Duration) async {
        let moment = now
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            perform { host, state in
                host.tell(state.lifecycle.end(now: moment), &state)
                let processes = Array(state.processes.values)
                state.processes = [:]
                state.trackers = [:]
                guard !processes.isEmpty else { return done.resume() }
                let running = Count(processes.count)
                for process in processes {
                    process.finish(within: time) { if running.down() == 0 { done.resume() } }
                }
            }
        }
    }

    private var now: MonotonicTime { clock.now().monotonic }

    private func perform(_ body: @escaping @Sendable (TrackerHost, inout State) -> Void) {
        queue.run {
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

    /// Schedules a timer for the next heartbeat.
    private func arm(_ state: inout State) {
        guard let next = state.lifecycle.nextHeartbeat, state.armed.map({ next < $0.moment }) ?? true else { return }
        state.armed = (
            next,
            LoopSource.timer(on: MediaActor.loop, at: next.nanoseconds / 1000) { [weak self] in self?.beat(next) }
        )
    }

    private func beat(_ moment: MonotonicTime) {
        state.withLock { state in if state.armed?.moment == moment { state.armed = nil } }
        refresh {
            self.perform { host, state in host.tell(state.lifecycle.beat(now: host.now), &state) }
        }
    }
}

/// A number that several threads count down.
private final class Count: Sendable {
    private let value: Mutex<Int>

    init(_ value: Int) { self.value = Mutex(value) }

    /// - Returns: what is left.
    func down() -> Int {
        value.withLock {
            $0 -= 1
            return $0
        }
    }
}
