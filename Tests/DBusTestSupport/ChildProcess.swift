import Glibc

/// A program started by a test, without Foundation's `Process`: that one hands its children the blocked signals of the
/// thread it happens to run on, and they cannot be ended then.
final class ChildProcess {
    let output: Int32
    let errors: Int32
    private let identifier: pid_t
    private var status: Int32?

    init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        let output = try Self.pipe()
        let errors = try Self.pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.write, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.write, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var argumentList = ([path] + arguments).map { strdup($0) } + [nil]
        var environmentList = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argumentList + environmentList { free(text) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, path, &actions, &attributes, &argumentList, &environmentList)
        close(output.write)
        close(errors.write)
        guard code == 0 else { throw MissingTool(name: path) }
        self.identifier = identifier
        self.output = output.read
        self.errors = errors.read
    }

    deinit {
        stop()
        close(output)
        close(errors)
    }

    var isRunning: Bool {
        if status != nil { return false }
        var raw: Int32 = 0
        guard waitpid(identifier, &raw, WNOHANG) == identifier else { return true }
        status = raw
        return false
    }

    /// Ends it at once and waits for that.
    func stop() {
        guard isRunning else { return }
        kill(identifier, SIGKILL)
        _ = wait()
    }

    /// Waits for its end; the exit code, or 128 and the signal that ended it.
    func wait() -> Int32 {
        if status == nil {
            var raw: Int32 = 0
            while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
            status = raw
        }
        let raw = status ?? 0
        return raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
    }

    /// Everything that comes from a pipe until its end.
    static func readAll(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        // A pair of sockets, because unlike a pipe it can be had closed to other children from the start.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw MissingTool(name: "a pipe") }
        return (ends[0], ends[1])
    }
}
