internal import Glibc
internal import Synchronization

/// Values on their way from a callback to the test that waits for them.
public final class Mailbox<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let sockets: (read: Int32, write: Int32)

    public init() {
        var pair: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        precondition(socketpair(AF_UNIX, kind, 0, &pair) == 0, "no sockets left")
        sockets = (pair[0], pair[1])
    }

    deinit {
        close(sockets.read)
        close(sockets.write)
    }

    public func post(_ value: Value) {
        values.withLock { $0.append(value) }
        var byte: UInt8 = 0
        write(sockets.write, &byte, 1)
    }

    /// How many were posted and not taken.
    public var count: Int { values.withLock { $0.count } }

    /// The next value, in the order of posting.
    public func next(within time: Duration = .seconds(10), _ what: String = "what was waited for") throws -> Value {
        try Deadline(in: time).waitForInput(sockets.read, what: what)
        var byte: UInt8 = 0
        read(sockets.read, &byte, 1)
        return values.withLock { $0.removeFirst() }
    }
}
