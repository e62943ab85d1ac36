internal import Glibc
internal import Synchronization

/// A program run beside a test; killed when it is dropped.
public final class ChildProcess: Sendable {
    /// A program that could not be started.
    public struct StartFailure: Error, CustomStringConvertible {
        public let description: String
    }

    private struct State {
        var status: Int32?
        var unread: [UInt8] = []
        var hasEnded = false
    }

    public let name: String
    public let processIdentifier: Int32
    private let output: Int32
    private let state = Mutex(State())

    /// - Parameter environment: beside `PATH`, `HOME` and a UTF-8 locale, which every program gets.
    public init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        guard let path = name.hasPrefix("/") ? name : Tool.path(of: name) else { throw Tool.Missing(name: name) }
        var pipe: [Int32] = [-1, -1]
        // Sockets, because unlike a pipe they are closed in other children from the start.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &pipe) == 0 else { throw StartFailure(description: "no pipe for \(name)") }
        defer { close(pipe[1]) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], 2)

        // The pool's threads block signals, and a child would inherit that and not hear a SIGTERM.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var values = ["LANG": "C.UTF-8"]
        for inherited in ["PATH", "HOME"] { values[inherited] = getenv(inherited).map { String(cString: $0) } }
        values.merge(environment) { $1 }
        let argv = ([path] + arguments).map { strdup($0) } + [nil]
        let envp = values.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }

        var child: pid_t = 0
        let result = posix_spawn(&child, path, &actions, &attributes, argv, envp)
        guard result == 0 else {
            close(pipe[0])
            throw StartFailure(description: "\(path): \(String(cString: strerror(result)))")
        }
        self.name = name
        processIdentifier = child
        output = pipe[0]
    }

    deinit {
        kill()
        close(output)
    }

    /// Whether it still runs.
    public var isRunning: Bool { reap(WNOHANG) == nil }

    /// Sends a signal, unless it has ended.
    public func signal(_ number: Int32) { if isRunning { Glibc.kill(processIdentifier, number) } }

    /// Ends it at once.
    public func kill() {
        signal(SIGKILL)
        _ = reap(0)
    }

    private func reap(_ options: Int32) -> Int32? {
        state.withLock { state in
            if let status = state.status { return status }
            var status: Int32 = 0
            guard waitpid(processIdentifier, &status, options) == processIdentifier else { return nil }
            // 0 … 255 as the shell has it: the exit status, or 128 and the signal.
            let exit = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
            state.status = exit
            return exit
        }
    }

    /// The next line of its output (both streams), without the newline.
    public func line(within time: Duration = .seconds(30)) throws -> String {
        let deadline = Deadline(in: time)
        while true {
            if let line = takeLine() { return line }
            guard try read(deadline) else { throw Deadline.Missed("\(name) ended before it wrote a line") }
        }
    }

    /// Everything it still writes, and its exit status; waits for its end.
    public func finish(within time: Duration = .seconds(30)) throws -> (status: Int32, output: String) {
        let deadline = Deadline(in: time)
        while try read(deadline) {}
        let status = reap(0) ?? 0
        let text = state.withLock { state in
            defer { state.unread = [] }
            return String(decoding: state.unread, as: UTF8.self)
        }
        return (status, text)
    }

    private func takeLine() -> String? {
        state.withLock { state in
            guard let end = state.unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { state.unread.removeSubrange(...end) }
            return String(decoding: state.unread[..<end], as: UTF8.self)
        }
    }

    /// - Returns: false at the end of the output.
    private func read(_ deadline: Deadline) throws -> Bool {
        try deadline.waitForInput(output, what: "output of \(name)")
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(output, &buffer, buffer.count)
        guard count > 0 else { return false }
        state.withLock { $0.unread += buffer[..<count] }
        return true
    }
}
