internal import Glibc

/// A socket that speaks D-Bus without any library, as a client of a bus or as a bus itself.
public final class WireConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []
    private var lastSerial: UInt32 = 0
    /// Whether the other side closed the socket.
    public private(set) var isClosed = false

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects to the bus at `unix:path=…`, proves who it is, and says Hello.
    public convenience init(address: String) throws {
        guard let path = UnixSocket.path(in: address) else { throw Deadline.Missed("no path in \(address)") }
        self.init(descriptor: try UnixSocket.connect(to: path))
        write([0] + "AUTH EXTERNAL \(Self.identity)\r\n".utf8)
        _ = try readLine()
        write(Array("BEGIN\r\n".utf8))
        let hello = send(.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello"))
        _ = try reply(to: hello)
    }

    /// The user's number, as decimal digits in hexadecimal.
    private static var identity: String {
        String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    }

    public func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a message under the next serial, which it returns.
    @discardableResult
    public func send(_ message: WireMessage) -> UInt32 {
        write(number(message))
        return lastSerial
    }

    /// The bytes of a message under the next serial, to be written together with others.
    public func number(_ message: WireMessage) -> [UInt8] {
        lastSerial += 1
        var message = message
        message.serial = lastSerial
        return message.bytes
    }

    /// Drops what has arrived, without waiting, and counts the answers in it.
    public func discard() -> (replies: Int, errors: Int) {
        var buffer = [UInt8](repeating: 0, count: 262_144)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { isClosed = true }
            guard count > 0 else { break }
            received += buffer[..<count]
        }
        var (offset, replies, errors) = (0, 0, 0)
        while let length = WireMessage.length(in: received, at: offset), offset + length <= received.count {
            if received[offset + 1] == WireMessage.Kind.reply.rawValue { replies += 1 }
            if received[offset + 1] == WireMessage.Kind.error.rawValue { errors += 1 }
            offset += length
        }
        received.removeFirst(offset)
        return (replies, errors)
    }

    /// The next message, whatever it is, in the order of arrival; nil when the other side hung up.
    public func next(within time: Duration = .seconds(10)) throws -> WireMessage? {
        let deadline = Deadline(in: time)
        while true {
            if let message = WireMessage.take(from: &received) { return message }
            guard try fill(deadline) else { return nil }
        }
    }

    /// Skips to the answer to a call.
    public func reply(to serial: UInt32, within time: Duration = .seconds(10)) throws -> WireMessage {
        while let message = try next(within: time) {
            if message.replySerial == serial { return message }
        }
        throw Deadline.Missed("the other side hung up before it answered")
    }

    func readLine() throws -> String {
        let deadline = Deadline(in: .seconds(10))
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeSubrange(...end) }
                return String(decoding: received[..<end].filter { $0 != 13 && $0 != 0 }, as: UTF8.self)
            }
            guard try fill(deadline) else { throw Deadline.Missed("the other side hung up while greeting") }
        }
    }

    private func fill(_ deadline: Deadline) throws -> Bool {
        try deadline.waitForInput(descriptor, what: "a message")
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            isClosed = true
            return false
        }
        received += buffer[..<count]
        return true
    }
}
