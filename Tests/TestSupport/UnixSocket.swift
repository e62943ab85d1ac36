internal import Glibc

/// Stream sockets by path.
public enum UnixSocket {
    /// The path in a D-Bus address `unix:path=…,guid=…`.
    static func path(in address: String) -> String? {
        guard let start = address.firstRange(of: "unix:path=")?.upperBound else { return nil }
        return String(address[start...].prefix { $0 != "," && $0 != ";" })
    }

    static func connect(to path: String) throws -> Int32 {
        try with(path) { descriptor, address, length in Glibc.connect(descriptor, address, length) }
    }

    /// A socket that listens there; to be closed by the caller.
    public static func listen(at path: String) throws -> Int32 {
        try with(path) { descriptor, address, length in
            let bound = Glibc.bind(descriptor, address, length)
            return bound == 0 ? Glibc.listen(descriptor, 4) : bound
        }
    }

    private static func with(
        _ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { field in
            for (index, byte) in path.utf8.prefix(field.count - 1).enumerated() { field[index] = byte }
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw Deadline.Missed("\(path): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }
}
