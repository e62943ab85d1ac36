internal import Foundation

/// Reads what a child writes, on a thread of its own, noting when each piece came.
public final class StreamReader: Sendable {
    /// What came at once.
    public struct Piece: Sendable {
        /// When it was read, see ``Moment``.
        public var at: Double
        /// Of its first byte in the stream.
        public var offset: Int
        public var count: Int
    }

    /// What came so far.
    public struct State: Sendable {
        public var bytes: [UInt8] = []
        public var pieces: [Piece] = []
        public var isAtEnd = false
        /// How much of it was read line by line.
        fileprivate var taken = 0
    }

    public let state = Monitored(State())
    /// Closed to have the thread read no more.
    private let wake: Int32

    /// Takes over the descriptor.
    public init(_ descriptor: Int32) {
        var wakes: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &wakes)
        wake = wakes[0]
        Thread.detachNewThread { [state, other = wakes[1]] in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                var entries = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                if poll(&entries, 2, -1) < 0, errno == EINTR { continue }
                // What is there is read before it is looked whether more is wanted.
                guard entries[0].revents != 0 else { break }
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                let now = Moment.now
                state.update { state in
                    state.pieces.append(Piece(at: now, offset: state.bytes.count, count: count))
                    state.bytes += buffer[..<count]
                }
            }
            Glibc.close(descriptor)
            Glibc.close(other)
            state.update { $0.isAtEnd = true }
        }
    }

    deinit { Glibc.close(wake) }

    /// Everything so far.
    public var text: String { String(decoding: state.current.bytes, as: UTF8.self) }
    /// The whole lines so far.
    public var lines: [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    /// Everything so far that ``nextLine(within:)`` did not give.
    public var rest: String {
        state.update { state in
            defer { state.taken = state.bytes.count }
            return String(decoding: state.bytes[state.taken...], as: UTF8.self)
        }
    }

    /// Waits for the next line; nil at the end.
    public func nextLine(within seconds: Double = 60) throws -> String? {
        let found: String?? = state.wait(seconds: seconds) { state in
            guard let end = state.bytes[state.taken...].firstIndex(of: UInt8(ascii: "\n")) else {
                return state.isAtEnd ? .some(nil) : nil
            }
            defer { state.taken = end + 1 }
            return String(decoding: state.bytes[state.taken..<end], as: UTF8.self)
        }
        guard let found else { throw Deadline.Missed("no line within \(seconds) s; there is:\n\(text)") }
        return found
    }

    /// Waits for a whole line that fits.
    public func line(
        _ what: String, within seconds: Double, where condition: (String) -> Bool
    ) throws -> String {
        let found: String? = state.wait(seconds: seconds) { state in
            String(decoding: state.bytes, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
                .first(where: condition)
        }
        guard let found else {
            throw Deadline.Missed("\(what): no such line within \(seconds) s; there is:\n\(text)")
        }
        return found
    }

    /// Waits for the end of the stream, but no longer than that.
    public func waitForEnd(within seconds: Double) { _ = state.wait(seconds: seconds) { $0.isAtEnd ? true : nil } }

    /// Reads no more: who writes on is told that nobody does.
    public func close() {
        shutdown(wake, Int32(SHUT_RDWR))
        waitForEnd(within: 30)
    }
}
