import Glibc

/// Speaks the wire protocol by hand, so that it can break it.
final class RawClient {
    private let socket: Int32
    private var serial: UInt32 = 0

    struct Failure: Error {}

    init(address: String) throws {
        let fields = address.dropFirst("unix:".count).split(separator: ",").map {
            $0.split(separator: "=", maxSplits: 1)
        }
        guard let field = fields.first(where: { $0[0] == "path" || $0[0] == "abstract" }) else { throw Failure() }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = (field[0] == "abstract" ? [0] : []) + Array(field[1].utf8)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let isConnected = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) == 0 }
        }
        guard isConnected else { throw Failure() }
        let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        write([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
        guard try readSome().starts(with: Array("OK ".utf8)) else { throw Failure() }
        write(Array("BEGIN\r\n".utf8))
        call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", "", [])
        _ = try readSome()
    }

    deinit { Glibc.close(socket) }

    /// Sends a call whose body is already on the wire's form.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ signature: String,
        _ body: [UInt8]
    ) {
        serial += 1
        var fields: [UInt8] = []
        for (code, type, text) in [
            (1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination), (8, "g", signature),
        ] as [(UInt8, String, String)] where !text.isEmpty {
            while fields.count % 8 != 0 { fields.append(0) }
            fields += [code, 1] + Array(type.utf8) + [0]
            fields += type == "g" ? [UInt8(text.utf8.count)] : Self.number(text.utf8.count)
            fields += Array(text.utf8) + [0]
        }
        var message: [UInt8] = [UInt8(ascii: "l"), 1, 0, 1] + Self.number(body.count) + Self.number(Int(serial))
        message += Self.number(fields.count) + fields
        while message.count % 8 != 0 { message.append(0) }
        write(message + body)
    }

    /// Whether the bus ends the connection, reading away what it says before.
    func isThrownOut() -> Bool {
        while let bytes = try? readSome() { if bytes.isEmpty { return true } }
        return true
    }

    static func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) } }

    private func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private func readSome() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Failure() }
        return Array(buffer[..<count])
    }
}
