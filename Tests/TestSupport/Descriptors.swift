internal import Glibc
internal import Synchronization

/// File descriptors that no child inherits by accident.
public enum Descriptors {
    /// Glibc's `pipe2` is out of Swift's reach: between making a pipe and marking its ends no child may be started.
    private static let making = Mutex(())

    /// A pipe, which ``ChildProcess`` gives a child where it is asked to.
    public static func pipe() throws -> (read: Int32, write: Int32) {
        try making.withLock { _ in
            var ends: [Int32] = [-1, -1]
            guard Glibc.pipe(&ends) == 0 else { throw failure("pipe") }
            let high = ends.map(outOfTheWay)
            return (high[0], high[1])
        }
    }

    static func openForReading(_ path: String) throws -> Int32 {
        let low = open(path, O_RDONLY | O_CLOEXEC)
        guard low >= 0 else { throw failure(path) }
        return outOfTheWay(low)
    }

    /// Something to read a text from.
    static func holding(_ text: String) throws -> Int32 {
        let ends = try pipe()
        defer { close(ends.write) }
        let bytes = Array(text.utf8)
        guard write(ends.write, bytes, bytes.count) == bytes.count else { throw failure("a pipe") }
        return ends.read
    }

    static func whileNoneIsMade<Result>(_ body: () -> Result) -> Result { making.withLock { _ in body() } }

    /// Above the low numbers that children get theirs on.
    private static func outOfTheWay(_ low: Int32) -> Int32 {
        defer { close(low) }
        return fcntl(low, F_DUPFD_CLOEXEC, 100)
    }

    private static func failure(_ what: String) -> ChildProcess.StartFailure {
        ChildProcess.StartFailure(description: "\(what): \(String(cString: strerror(errno)))")
    }
}
