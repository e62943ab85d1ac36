internal import Glibc

/// A moment on the monotonic clock after which waiting is over.
public struct Deadline: Sendable {
    /// What was waited for and did not come.
    public struct Missed: Error, CustomStringConvertible {
        public let description: String
        public init(_ description: String) { self.description = description }
    }

    private let milliseconds: Int64

    public init(in duration: Duration) {
        milliseconds =
            Self.now + duration.components.seconds * 1_000
            + duration.components.attoseconds / 1_000_000_000_000_000
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// As `poll` wants it: milliseconds, not negative.
    public var remaining: Int32 { Int32(clamping: max(0, milliseconds - Self.now)) }

    /// Waits until the descriptor can be read (or has ended).
    func waitForInput(_ descriptor: Int32, what: @autoclosure () -> String) throws {
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&entry, 1, remaining)
            if count > 0 { return }
            if count < 0, errno == EINTR { continue }
            throw Missed("\(what()) did not come in time")
        }
    }
}
