internal import CGLib
internal import Glibc
internal import Synchronization

/// Notices on a thread of its own when a loop is at work for longer than it may be, and says what it is at.
///
/// Each loop winds up an alarm when it wakes, unless it did so a moment ago. The thread wakes only when one goes off: loops
/// that work as they should do not wake it, and one that comes to rest does so once.
public final class LoopWatch: Sendable {
    private let alarms: [LoopAlarm]
    private let patience: Int64
    private let tell: @Sendable (String) -> Void

    /// Watches for as long as the process lives.
    ///
    /// - Parameters:
    ///   - loops: each of them watched by nobody else.
    ///   - patience: how long a loop may be at work, in microseconds.
    ///   - tell: receives sentences for the log, on the watch's thread.
    public init(_ loops: [EventLoop], patience: Int64 = 1_000_000, tell: @escaping @Sendable (String) -> Void) {
        self.patience = patience
        self.tell = tell
        // Without descriptors nothing is watched, and all else works.
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

/// A loop's alarm: goes off when the loop has been at work for too long, and when that is over.
private final class LoopAlarm: Sendable {
    let loop: EventLoop
    /// Readable when the loop is at work for too long.
    let late: Int32
    /// Readable when that is over.
    let over: Int32
    private let patience: Int64
    /// When the loop woke, in microseconds; 0 while it sleeps.
    private let woke = Atomic<Int64>(0)
    /// When the loop last wound up the alarm, in microseconds.
    private let wound = Atomic<Int64>(0)
    /// The moment of ``woke`` of the work whose end is awaited; 0 for none.
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

    /// Since when the loop has been at work; nil while it sleeps.
    var begun: Int64? {
        let moment = woke.load(ordering: .sequentiallyConsistent)
        return moment == 0 ? nil : moment
    }

    /// Makes the descriptors wait for the next time.
    func acknowledge() {
        var count: UInt64 = 0
        for descriptor in [late, over] { _ = read(descriptor, &count, MemoryLayout.size(ofValue: count)) }
    }

    /// Winds up an alarm that went off too early for the work of now: it was wound up for some before it.
    func rewind(begun: Int64, now: Int64) {
        guard now - begun < patience else { return }
        wound.store(0, ordering: .sequentiallyConsistent)
        cglib_alarm_set(late, gint64(begun + patience - now))
    }

    /// False when the work has ended already.
    func awaitEnd(of begun: Int64) -> Bool {
        awaited.store(begun, ordering: .sequentiallyConsistent)
        return woke.load(ordering: .sequentiallyConsistent) == begun
    }

    /// What was awaited and is over: when it began and ended.
    func takeEnds() -> [(begun: Int64, end: Int64)] {
        ends.withLock { ends in
            defer { ends = [] }
            return ends
        }
    }

    /// Begins to hear from the loop, which keeps the alarm from then on.
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
            // A turn may be so short that winding up for each would cost as much as the turn.
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
