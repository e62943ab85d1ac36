import CGLib
import Synchronization

/// A timer or file-descriptor watch attached to an ``EventLoop``; dropping or cancelling it detaches it.
public final class LoopSource: Sendable {
    /// What a descriptor is ready for.
    public struct Readiness: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let readable = Readiness(rawValue: 1)
        public static let writable = Readiness(rawValue: 4)
        public static let error = Readiness(rawValue: 8)
        public static let hangup = Readiness(rawValue: 16)

        init(_ condition: GIOCondition) { self.init(rawValue: condition.rawValue) }
        var condition: GIOCondition { GIOCondition(rawValue: rawValue) }
    }

    private final class Closure<Body: Sendable>: Sendable {
        let body: Body
        init(_ body: Body) { self.body = body }
    }

    /// A GSource is reference-counted and locked by GLib itself, and may be destroyed on any thread.
    private struct Handle: @unchecked Sendable { let source: UnsafeMutablePointer<GSource> }
    private let handle: Handle

    private init(_ source: UnsafeMutablePointer<GSource>, on loop: EventLoop) {
        handle = Handle(source: source)
        g_source_attach(source, loop.context)
    }

    deinit {
        g_source_destroy(handle.source)
        g_source_unref(handle.source)
    }

    /// Detaches the source; on the loop's own thread its closure is not called after this returns.
    public func cancel() { g_source_destroy(handle.source) }

    /// Balances the retain that handed a closure to GLib.
    private static let releaseBox: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
        data.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
    }

    /// Calls `body` once on `loop` when the monotonic clock reaches `deadline`.
    ///
    /// - Parameters:
    ///   - deadline: microseconds of `CLOCK_MONOTONIC`, as `MonotonicClock.microseconds` reads it.
    ///   - origin: the function that a ``LoopWatch`` names if `body` takes long.
    public static func timer(
        on loop: EventLoop, at deadline: Int64, origin: StaticString = #function,
        _ body: @escaping @Sendable () -> Void
    ) -> LoopSource {
        guard let source = cglib_ready_source_new() else { preconditionFailure("GLib could not allocate a source") }
        let box = Closure<@Sendable () -> Void> { loop.during(origin, body) }
        g_source_set_callback(
            source,
            { data in
                guard let data else { return 0 }
                Unmanaged<Closure<@Sendable () -> Void>>.fromOpaque(data).takeUnretainedValue().body()
                return 0
            }, Unmanaged.passRetained(box).toOpaque(),
            releaseBox
        )
        g_source_set_ready_time(source, Int(deadline))
        return LoopSource(source, on: loop)
    }

    /// Calls `body` on `loop` whenever `descriptor` is ready for one of `events`, until cancelled.
    public static func watch(
        on loop: EventLoop, descriptor: Int32, for events: Readiness,
        _ body: @escaping @Sendable (Readiness) -> Void
    ) -> LoopSource {
        guard let source = g_unix_fd_source_new(descriptor, events.condition) else {
            preconditionFailure("GLib could not allocate a source")
        }
        // Otherwise GLib takes the descriptor out of the poll for each call, and wakes the loop twice for that.
        g_source_set_can_recurse(source, 1)
        let box = Closure(body)
        cglib_source_set_fd_callback(
            source,
            { _, condition, data in
                guard let data else { return 0 }
                Unmanaged<Closure<@Sendable (Readiness) -> Void>>.fromOpaque(data).takeUnretainedValue()
                    .body(Readiness(condition))
                return 1
            }, Unmanaged.passRetained(box).toOpaque(),
            releaseBox
        )
        return LoopSource(source, on: loop)
    }
}

/// `CLOCK_MONOTONIC`, the clock of every deadline and of every position anchor.
public enum MonotonicClock {
    /// Microseconds since an arbitrary start.
    public static var microseconds: Int64 { Int64(g_get_monotonic_time()) }
}

extension EventLoop {
    /// Runs `work` on the loop's thread once, `seconds` from now.
    public func post(after seconds: Double, _ work: @escaping @Sendable () -> Void) {
        let keeper = Keeper()
        let moment = MonotonicClock.microseconds + Int64(seconds * 1e6)
        keeper.source.withLock { source in
            source = LoopSource.timer(on: self, at: moment) {
                keeper.source.withLock { $0 = nil }
                work()
            }
        }
    }

    /// Keeps a timer until it goes off.
    private final class Keeper: Sendable { let source = Mutex<LoopSource?>(nil) }
}
