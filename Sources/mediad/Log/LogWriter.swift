internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// Writes lines of log on a thread of its own: whoever logs never waits for a terminal that was stopped with Ctrl-S, nor for
/// a pipe that nobody reads.
///
/// What is not taken waits in a queue that holds so much and no more. Lines that it has no room for are dropped; how many
/// is written in their place as soon as there is room.
final class LogWriter: @unchecked Sendable {
    // Everything that changes is guarded by the condition's lock.
    private let changed = NSCondition()
    private var waiting: [[UInt8]] = []
    private var waitingBytes = 0
    private var dropped = 0
    /// Whether the thread is about to write something that it has taken from the queue.
    private var isWriting = false
    private let descriptor: CInt
    private let bounds: Bounds
    private let noted: @Sendable (String) -> [UInt8]

    /// How much waits to be written, at most.
    struct Bounds: Sendable {
        var lines = 1_000
        var bytes = 512 << 10
    }

    /// Starts the thread; it runs until the process ends.
    ///
    /// - Parameters:
    ///   - descriptor: where lines go.
    ///   - noted: makes lines of a sentence about the log itself.
    init(descriptor: CInt, bounds: Bounds = Bounds(), noted: @escaping @Sendable (String) -> [UInt8]) {
        self.descriptor = descriptor
        self.bounds = bounds
        self.noted = noted
        let thread = Thread { self.run() }
        thread.name = "log"
        thread.start()
    }

    /// Hands over what is written at once, mostly a line; waits for nobody.
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

    /// Waits until everything is written, for so long at most; before the process ends.
    ///
    /// - Returns: whether it was.
    @discardableResult
    func flush(within seconds: Double) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
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

    /// Each in one write as long as there is room: lines of several processes never mix.
    private func put(_ line: [UInt8]) {
        var bytes = line[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                // Whoever gave mediad the descriptor does not wait for it, so it is waited for here.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                // A log that cannot be written must not stop the music.
                return
            }
        }
    }
}
