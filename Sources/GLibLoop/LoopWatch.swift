internal import CGLib
internal import Glibc
internal import Synchronization

/// Detects on a separate thread when a loop is busy for too long, and reports its work.
///
/// Each loop sets an alarm when it wakes, unless it did so recently. The thread wakes only when an alarm fires:
/// normally working loops do not wake it, and a loop that becomes idle wakes it once.
public final class LoopWatch: Sendable {
    private let alarms: [LoopAlarm]
    private let patience: Int64
    private let tell: @Sendable (String) -> Void

    /// Watches for as long as the process lives.
    ///
    /// - Parameters:
    ///   - loops: each of them must have no other watch.
    ///   - patience: how long a loop may be busy, in microseconds.
    ///   - tell: receives sentences for the log, on the watch's thread.
    public init(_ loops: [EventLoop], patience: Int64 = 1_000_000, tell: @escaping @Sendable (String) -> Void) {
        self.patience = patience
        self.tell = tell
        // Without descriptors nothing is watched, and everything else works.
        alarms = loops.compactMap { LoopAlarm(of: $0, patience: patience) }
        guard !alarms.isEmpty else { return }
        let thread = g_thread_new(
            "watch",
            { data in
                guard let data else { return nil }
                Unmanaged<LoopWatch>.fromOpaque(data).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        g_thread_unref(thread)
        for alarm in alarms { alarm.attach() }
    }

    private func run() {
        var stalls = alarms.map { LoopStall(loop: $0.loop.name, patience: patience) }
        var entries = alarms.flatMap { alarm in
            [alarm.late, alarm.over].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        }
        while true {
            guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
            for (index, alarm) in alarms.enumerated() {
                alarm.acknowledge()
                for (begun, end) in alarm.takeEnds() { stalls[index].end(of: begun, at: end).map(tell) }
                let begun = alarm.begun
                let now = MonotonicClock.microseconds
                if let begun { alarm.rewind(begun: begun, now: now) }
                guard let sentence = stalls[index].look(begun: begun, work: alarm.loop.work, now: now) else { continue }
                tell(sentence)
                guard let begun, !alarm.awaitEnd(of: begun) else { continue }
                stalls[index].end(of: begun, at: MonotonicClock.microseconds).map(tell)
            }
        }
    }
}

/// A loop's alarm: fires when the loop has been busy for too long, and when that is over.
private final class LoopAlarm: Sendable {
    let loop: EventLoop
    /// Readable when the loop is busy for too long.
    let late: Int32
    /// Readable when that is over.
    let over: Int32
    private let patience: Int64
    /// When the loop woke, in microseconds; 0 while it sleeps.
    private let woke = Atomic<Int64>(0)
    /// When the loop last set the alarm, in microseconds.
    private let wound = Atomic<Int64>(0)
    /// The value of ``woke`` of the work whose end is awaited; 0 for none.
    private let awaited = Atomic<Int64>(0)
    private let ends = Mutex<[(begun: Int64, end: Int64)]>([])

    init?(of loop: EventLoop, patience: Int64) {
        self.loop = loop
        self.patience = patience
        late = cglib_alarm_new()
        over = cglib_alarm_new()
        guard late >= 0, over >= 0 else { return nil }
    }

    deinit { for descriptor in [late, over] where descriptor >= 0 { close(descriptor) } }

    /// Since when the loop has been busy; nil while it sleeps.
    var begun: Int64? {
        let moment = woke.load(ordering: .sequentiallyConsistent)
        return moment == 0 ? nil : moment
    }

    /// Resets the descriptors.
    func acknowledge() {
        var count: UInt64 = 0
        for descriptor in [late, over] { _ = read(descriptor, &count, MemoryLayout.size(ofValue: count)) }
    }

    /// Sets the alarm again if it fired too early for the present work, because it was set for earlier work.
    func rewind(begun: Int64, now: Int64) {
        guard now - begun < patience else { return }
        wound.store(0, ordering: .sequentiallyConsistent)
        cglib_alarm_set(late, gint64(begun + patience - now))
    }

    /// False if the work has already ended.
    func awaitEnd(of begun: Int64) -> Bool {
        awaited.store(begun, ordering: .sequentiallyConsistent)
        return woke.load(ordering: .sequentiallyConsistent) == begun
    }

    /// Takes the awaited work that is over: when it began and ended.
    func takeEnds() -> [(begun: Int64, end: Int64)] {
        ends.withLock { ends in
            defer { ends = [] }
            return ends
        }
    }

    /// Attaches the alarm to the loop, which keeps it from then on.
    func attach() {
        let source = cglib_turn_source_new(
            { data, isAwake in
                guard let data else { return }
                Unmanaged<LoopAlarm>.fromOpaque(data).takeUnretainedValue().turned(isAwake: isAwake != 0)
            }, Unmanaged.passRetained(self).toOpaque())
        guard let source else { return }
        loop.isWatched.store(true, ordering: .relaxed)
        g_source_attach(source, loop.context)
        g_source_unref(source)
    }

    /// Called by the loop whenever it wakes and before it sleeps.
    private func turned(isAwake: Bool) {
        let now = MonotonicClock.microseconds
        if isAwake {
            woke.store(now, ordering: .sequentiallyConsistent)
            // A turn may be so short that setting the alarm for each would cost as much as the turn.
            guard now - wound.load(ordering: .sequentiallyConsistent) > patience / 4 else { return }
            wound.store(now, ordering: .sequentiallyConsistent)
            cglib_alarm_set(late, gint64(patience))
            return
        }
        let begun = woke.exchange(0, ordering: .sequentiallyConsistent)
        guard begun != 0, awaited.load(ordering: .sequentiallyConsistent) == begun else { return }
        ends.withLock { $0.append((begun, now)) }
        cglib_alarm_set(over, 1)
    }
}
