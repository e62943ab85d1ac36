import CDBus
import GLibLoop

#if canImport(Glibc)
    import Glibc
#endif

/// Lets the bus loop poll for a connection: libdbus's watches and timeouts as loop sources, and fair dispatching.
///
/// libdbus calls back about watches and timeouts with its own lock held, so these callbacks do not touch the
/// connection; the work is done in the next turn of the loop.
@BusActor
final class ConnectionDriver {
    /// How long messages are read before calls are answered, and how long calls are answered before other work of the
    /// loop has its turn, in microseconds. Messages of a fast sender are read first: if they stayed with the bus, they
    /// would be ahead of everyone's calls.
    private static let (longestReading, longestAnswering): (Int64, Int64) = (2_000, 1_000)

    private var connection: OpaquePointer?
    private var watches: [OpaquePointer: LoopSource] = [:]
    private var timeouts: [OpaquePointer: LoopSource] = [:]
    private var nextTurn: LoopSource?
    private let answer: @BusActor () -> Bool

    /// libdbus keeps a reference to the driver until ``stop()``.
    ///
    /// - Parameter answer: answers one received call, if there is one, and returns whether more of them wait.
    init(_ connection: OpaquePointer, answering answer: @escaping @BusActor () -> Bool) throws(DBusError) {
        self.connection = connection
        self.answer = answer
        let data = Unmanaged.passUnretained(self).toOpaque()
        let added = dbus_connection_set_watch_functions(
            connection,
            { watch, data in
                ConnectionDriver.from(data, watch) { $0.refreshWatch($1) }
                return 1
            },
            { watch, data in ConnectionDriver.from(data, watch) { $0.watches[$1] = nil } },
            { watch, data in ConnectionDriver.from(data, watch) { $0.refreshWatch($1) } },
            data, nil)
        let timed = dbus_connection_set_timeout_functions(
            connection,
            { timeout, data in
                ConnectionDriver.from(data, timeout) { $0.refreshTimeout($1) }
                return 1
            },
            { timeout, data in ConnectionDriver.from(data, timeout) { $0.timeouts[$1] = nil } },
            { timeout, data in ConnectionDriver.from(data, timeout) { $0.refreshTimeout($1) } },
            data, nil)
        guard added != 0, timed != 0 else { throw DBusError(.noMemory, "the connection could not be watched") }
        dbus_connection_set_dispatch_status_function(
            connection,
            { _, status, data in
                guard status == DBUS_DISPATCH_DATA_REMAINS, let data else { return }
                let driver = Unmanaged<ConnectionDriver>.fromOpaque(data).takeUnretainedValue()
                BusActor.assumeIsolated { driver.scheduleTurn() }
            }, data, nil)
        dbus_connection_set_wakeup_main_function(
            connection,
            { data in
                guard let data else { return }
                // May be called on any thread: libdbus has something to write or to dispatch.
                let driver = Unmanaged<ConnectionDriver>.fromOpaque(data).takeUnretainedValue()
                guard BusActor.loop.isOnLoop else { return BusActor.post { driver.scheduleTurn() } }
                // Without a wake-up of the loop for each message that is read.
                BusActor.assumeIsolated { driver.scheduleTurn() }
            }, data, nil)
        scheduleTurn()
    }

    /// Stops polling for the connection; call this before the connection is closed.
    func stop() {
        guard let connection else { return }
        self.connection = nil
        dbus_connection_set_wakeup_main_function(connection, nil, nil, nil)
        dbus_connection_set_dispatch_status_function(connection, nil, nil, nil)
        dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
        dbus_connection_set_timeout_functions(connection, nil, nil, nil, nil, nil)
        watches.removeAll()
        timeouts.removeAll()
        nextTurn = nil
    }

    /// Runs `body` for a watch or timeout of libdbus; these callbacks run on the actor's thread, because the
    /// connection is used nowhere else.
    private nonisolated static func from(
        _ data: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
        _ body: @BusActor @Sendable (ConnectionDriver, OpaquePointer) -> Void
    ) {
        guard let data, let handle else { return }
        let driver = Unmanaged<ConnectionDriver>.fromOpaque(data).takeUnretainedValue()
        let address = UInt(bitPattern: handle)
        BusActor.assumeIsolated {
            guard let handle = OpaquePointer(bitPattern: address) else { return }
            body(driver, handle)
        }
    }

    private func refreshWatch(_ watch: OpaquePointer) {
        watches[watch] = nil
        guard dbus_watch_get_enabled(watch) != 0 else { return }
        let flags = dbus_watch_get_flags(watch)
        var wanted: LoopSource.Readiness = [.error, .hangup]
        if flags & DBUS_WATCH_READABLE.rawValue != 0 { wanted.insert(.readable) }
        if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { wanted.insert(.writable) }
        let address = UInt(bitPattern: watch)
        watches[watch] = LoopSource.watch(
            on: BusActor.loop, descriptor: dbus_watch_get_unix_fd(watch), for: wanted
        ) { [weak self] ready in
            guard let self else { return }
            BusActor.assumeIsolated { self.handleWatch(address, ready) }
        }
    }

    private func handleWatch(_ address: UInt, _ ready: LoopSource.Readiness) {
        guard let watch = OpaquePointer(bitPattern: address), watches[watch] != nil else { return }
        var flags: UInt32 = 0
        if ready.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if ready.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if ready.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        if ready.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
        dbus_watch_handle(watch, flags)
        scheduleTurn()
    }

    private func refreshTimeout(_ timeout: OpaquePointer) {
        timeouts[timeout] = nil
        guard dbus_timeout_get_enabled(timeout) != 0 else { return }
        let interval = Int64(max(1, dbus_timeout_get_interval(timeout))) * 1000
        let address = UInt(bitPattern: timeout)
        timeouts[timeout] = LoopSource.timer(on: BusActor.loop, at: MonotonicClock.microseconds + interval) {
            [weak self] in
            guard let self else { return }
            BusActor.assumeIsolated { self.handleTimeout(address) }
        }
    }

    private func handleTimeout(_ address: UInt) {
        guard let timeout = OpaquePointer(bitPattern: address), timeouts[timeout] != nil else { return }
        // libdbus's timeouts repeat until removed; handling one may remove it, so it is armed again first.
        refreshTimeout(timeout)
        dbus_timeout_handle(timeout)
        scheduleTurn()
    }

    /// As a separate source, not after the loop's queue: many snapshots may be queued for the bus.
    private func scheduleTurn() {
        guard nextTurn == nil else { return }
        nextTurn = LoopSource.timer(on: BusActor.loop, at: 0) { [weak self] in
            guard let self else { return }
            BusActor.assumeIsolated { self.turn() }
        }
    }

    private func turn() {
        nextTurn = nil
        guard let held = connection.flatMap({ dbus_connection_ref($0) }) else { return }
        // A handler may close the connection while libdbus is still using it.
        defer { dbus_connection_unref(held) }
        let isAllTaken = take(from: held)
        let isAllAnswered = answerCalls()
        if connection != nil, !isAllTaken || !isAllAnswered { scheduleTurn() }
    }

    /// - Returns: whether nothing is left to read.
    private func take(from connection: OpaquePointer) -> Bool {
        let end = MonotonicClock.microseconds + Self.longestReading
        var taken = 0
        repeat {
            while dbus_connection_dispatch(connection) == DBUS_DISPATCH_DATA_REMAINS {
                taken += 1
                guard self.connection != nil, MonotonicClock.microseconds < end else { return false }
            }
        } while taken > 1 && self.connection != nil && MonotonicClock.microseconds < end && readMore()
        return dbus_connection_get_dispatch_status(connection) != DBUS_DISPATCH_DATA_REMAINS
    }

    /// Reads more data. libdbus reads two kilobytes at a time, and the turns of the loop are too rare for a sender that
    /// is so fast that they hold more than one message.
    ///
    /// - Returns: whether there was something to read.
    private func readMore() -> Bool {
        for watch in watches.keys where dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE.rawValue != 0 {
            var entry = pollfd(fd: dbus_watch_get_unix_fd(watch), events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 0) > 0 else { continue }
            dbus_watch_handle(watch, DBUS_WATCH_READABLE.rawValue)
            return true
        }
        return false
    }

    /// - Returns: whether no call waits.
    private func answerCalls() -> Bool {
        let end = MonotonicClock.microseconds + Self.longestAnswering
        while connection != nil {
            guard answer() else { return true }
            guard MonotonicClock.microseconds < end else { return false }
        }
        return true
    }
}
