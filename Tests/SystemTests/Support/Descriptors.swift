import Glibc

/// File descriptors that no child inherits by accident.
enum Descriptors {
    static func pipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw Failure("pipe: \(String(cString: strerror(errno)))") }
        // Out of the way of the low numbers that children get theirs on.
        let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
        for end in ends { close(end) }
        return (high[0], high[1])
    }

    static func openForReading(_ path: String) throws -> CInt {
        let low = open(path, O_RDONLY | O_CLOEXEC)
        guard low >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
        defer { close(low) }
        return fcntl(low, F_DUPFD_CLOEXEC, 100)
    }
}
