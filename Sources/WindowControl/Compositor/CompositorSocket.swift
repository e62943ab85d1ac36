internal import GLibLoop
internal import Glibc

/// A connection to the socket of i3 or sway. Replies arrive in the order of the requests, with events in between.
@WindowActor
final class CompositorSocket {
    private struct Pending {
        let number: Int
        let continuation: CheckedContinuation<Result<[UInt8], WindowFault>, Never>
        let timer: LoopSource
    }

    let path: String
    private var descriptor: Int32
    private var watch: LoopSource?
    private var decoder = IPCDecoder()
    private var pending: [Pending] = []
    private var lastNumber = 0

    var onEvent: ((IPCMessage) -> Void)?
    /// Called once when the connection is lost, but not by ``close()``.
    var onLoss: ((String) -> Void)?

    /// Whether the connection accepts requests.
    var isOpen: Bool { descriptor >= 0 }

    init(path: String) throws(WindowFault) {
        self.path = path
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .compositor("no socket: \(Self.lastError)") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            Glibc.close(descriptor)
            descriptor = -1
            throw .compositor("the path is too long: \(path)")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // A Unix socket connects immediately or not at all, even in nonblocking mode.
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let why = Self.lastError
            Glibc.close(descriptor)
            descriptor = -1
            throw .compositor("\(path): \(why)")
        }
        watch = LoopSource.watch(on: WindowActor.loop, descriptor: descriptor, for: [.readable, .hangup, .error]) {
            [weak self] _ in
            WindowActor.assumeIsolated { self?.receive() }
        }
    }

    isolated deinit { close() }

    private static var lastError: String { String(cString: strerror(errno)) }

    func close() { end("closed") }

    /// Sends a request and waits for its reply, at most for `time`.
    ///
    /// - Returns: the JSON of the reply.
    func request(
        _ request: IPCMessage.Request, _ payload: String = "", within time: Duration
    ) async throws(WindowFault) -> [UInt8] {
        let bytes = IPCMessage(type: request.rawValue, payload: Array(payload.utf8)).bytes
        lastNumber += 1
        let number = lastNumber
        let deadline =
            MonotonicClock.microseconds + time.components.seconds * 1_000_000
            + time.components.attoseconds / 1_000_000_000_000
        // Sent and noted without an `await` in between: the loop may read the reply during any of them, and would have
        // nobody to give it to.
        let result: Result<[UInt8], WindowFault> = await withCheckedContinuation { continuation in
            guard descriptor >= 0 else { return continuation.resume(returning: .failure(.compositor("closed"))) }
            let sent = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent == bytes.count else {
                // A few hundred bytes always fit, unless the other side has not read for a long time.
                let why = sent < 0 ? Self.lastError : "it does not read"
                lose(why)
                return continuation.resume(returning: .failure(.compositor(why)))
            }
            let timer = LoopSource.timer(on: WindowActor.loop, at: deadline) { [weak self] in
                WindowActor.assumeIsolated { self?.expire(number) }
            }
            pending.append(Pending(number: number, continuation: continuation, timer: timer))
        }
        return try result.get()
    }

    /// Closes the connection if a reply is missing: all later replies would be assigned to the wrong requests.
    private func expire(_ number: Int) {
        // After something has held up the loop, the timer may come before the watch. The reply is then in the socket.
        receive()
        if pending.contains(where: { $0.number == number }) { lose("it does not answer") }
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while descriptor >= 0 {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { return lose(count == 0 ? "it hung up" : Self.lastError) }
            decoder.append(buffer[..<count])
            do {
                while let message = try decoder.next() { handle(message) }
            } catch {
                return lose(error.reason)
            }
        }
    }

    private func handle(_ message: IPCMessage) {
        if message.isEvent {
            onEvent?(message)
        } else if !pending.isEmpty {
            pending.removeFirst().continuation.resume(returning: .success(message.payload))
        }
    }

    private func lose(_ why: String) {
        guard descriptor >= 0 else { return }
        end(why)
        onLoss?(why)
    }

    private func end(_ why: String) {
        guard descriptor >= 0 else { return }
        watch = nil
        Glibc.close(descriptor)
        descriptor = -1
        let waiting = pending
        pending.removeAll()
        for request in waiting { request.continuation.resume(returning: .failure(.compositor(why))) }
    }
}
