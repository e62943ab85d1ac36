internal import GLibLoop

#if canImport(Glibc)
    internal import Glibc
#endif

/// Writes log lines on a separate thread, so that logging never waits for a terminal that was stopped with Ctrl-S,
/// nor for a pipe that is not read.
///
/// Lines wait in a bounded queue. Lines that do not fit are dropped; their number is logged as soon as there is room.
final class LogWriter: @unchecked Sendable {
    // The condition's lock guards all mutable state.
    private let changed = Condition()
    private var waiting: [[UInt8]] = []
    private var waitingBytes = 0
    private var dropped = 0
    /// Whether the thread is writing lines that it has taken from the queue.
    private var isWriting = false
    private let descriptor: CInt
    private let bounds: Bounds
    private let noted: @Sendable (String) -> [UInt8]

    /// The maximum amount of waiting output.
    struct Bounds: Sendable {
        var lines = 1_000
        var bytes = 512 << 10
    }

    /// Starts the thread, which runs until the process ends.
    ///
    /// - Parameters:
    ///   - descriptor: where lines go.
    ///   - noted: formats a sentence about the log itself as log lines.
    init(descriptor: CInt, bounds: Bounds = Bounds(), noted: @escaping @Sendable (String) -> [UInt8]) {
        self.descriptor = descriptor
        self.bounds = bounds
        self.noted = noted
        SideThread.run("log") { self.run() }
    }

    /// Queues one or more lines that are written at once; never waits.
    func write(_ lines: [UInt8]) {
        guard !lines.isEmpty else { return }
        changed.withLock {
            guard waiting.count < bounds.lines, waitingBytes + lines.count <= bounds.bytes else {
                dropped += lines.count { $0 == UInt8(ascii: "\n") }
                return
            }
            noteDropped()
            append(lines)
            changed.broadcast()
        }
    }

    /// Waits until everything is written, or until the time is over; called before the process ends.
    ///
    /// - Returns: whether everything was written.
    @discardableResult
    func flush(within seconds: Double) -> Bool {
        let deadline = MonotonicClock.microseconds + Int64(seconds * 1_000_000)
        return changed.withLock {
            while !waiting.isEmpty || isWriting {
                guard changed.wait(until: deadline) else { return false }
            }
            return true
        }
    }

    private func append(_ lines: [UInt8]) {
        waiting.append(lines)
        waitingBytes += lines.count
    }

    private func noteDropped() {
        guard dropped > 0 else { return }
        append(noted(dropped == 1 ? "1 line of log was dropped" : "\(dropped) lines of log were dropped"))
        dropped = 0
    }

    private func run() {
        while true {
            let lines: [[UInt8]] = changed.withLock {
                isWriting = false
                if waiting.isEmpty { noteDropped() }
                changed.broadcast()
                while waiting.isEmpty { changed.wait() }
                isWriting = true
                return take()
            }
            for line in lines { put(line) }
        }
    }

    private func take() -> [[UInt8]] {
        defer {
            waiting = []
            waitingBytes = 0
        }
        return waiting
    }

    /// Writes the lines in one write if there is room, so that the lines of several processes never mix.
    private func put(_ line: [UInt8]) {
        var bytes = line[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                // The descriptor was passed to mediad in nonblocking mode, so this waits for room.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                // A log that cannot be written must not stop playback.
                return
            }
        }
    }
}
