internal import FoundationEssentials
internal import GLibLoop
internal import Glibc

/// A running program: its input, its output and its exit. Used by one thread.
struct Child: ~Copyable {
    /// Why a program could not be started.
    struct StartFailure: Error {
        var reason: String
    }

    private enum Started {
        case failed(CInt)
        case running(pid_t, input: CInt, words: CInt)
    }

    /// How the program ended, in words.
    typealias End = String

    private let pid: pid_t
    /// Nonblocking; -1 once it is closed.
    private(set) var input: CInt
    /// Standard output and standard error together; -1 once both have ended.
    private(set) var words: CInt

    /// Starts a program in a process group of its own. The program inherits only two pipes, no blocked or ignored
    /// signals, and cannot gain privileges.
    ///
    /// - Parameter environment: the complete environment, see ``ChildEnvironment``.
    init(_ command: [String], environment: [String: String]) throws(StartFailure) {
        switch Self.start(command, environment) {
        case .failed(let error): throw StartFailure(reason: Self.text(error))
        case .running(let pid, let input, let words):
            self.pid = pid
            self.input = input
            self.words = words
        }
    }

    deinit {
        if input >= 0 { close(input) }
        if words >= 0 { close(words) }
    }

    private static func start(_ command: [String], _ environment: [String: String]) -> Started {
        var input: [CInt] = [-1, -1]
        var words: [CInt] = [-1, -1]
        guard pipe(&input) == 0 else { return .failed(errno) }
        guard pipe(&words) == 0 else {
            let problem = errno
            for descriptor in input { close(descriptor) }
            return .failed(problem)
        }
        for descriptor in input + words { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        // Only mediad's ends are nonblocking: programs expect a blocking standard input.
        for descriptor in [input[1], words[0]] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        var pid: pid_t = 0
        let result = spawn(command, environment, input: input[0], words: words[1], &pid)
        close(input[0])
        close(words[1])
        guard result == 0 else {
            close(input[1])
            close(words[0])
            return .failed(result)
        }
        return .running(pid, input: input[1], words: words[0])
    }

    private static func spawn(
        _ command: [String], _ environment: [String: String], input: CInt, words: CInt, _ pid: inout pid_t
    ) -> CInt {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, words, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, words, STDERR_FILENO)
        // The program must not inherit descriptors that libraries opened without close-on-exec, nor the pipe of
        // another child that is started at the same time.
        let problem = actions.closeDescriptors(from: STDERR_FILENO + 1)
        guard problem == 0 else { return problem }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        // The program inherits this from the thread, which never needs more privileges either.
        ProcessRights.renouncePrivileges()
        return posix_spawnp(&pid, command[0], &actions, &attributes, arguments, variables)
    }

    // MARK: Pipes

    /// The number of bytes that were written: 0 when the pipe is full, nil when the program no longer reads.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { return nil }
        }
    }

    /// The next output; empty when there is none now.
    mutating func read() -> [UInt8] {
        guard words >= 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(words, &buffer, buffer.count)
        if count > 0 { return Array(buffer[..<count]) }
        if count == 0 || (errno != EAGAIN && errno != EINTR) {
            close(words)
            words = -1
        }
        return []
    }

    /// Whether the program has not read all of its input yet.
    var hasUnreadInput: Bool {
        var count: CInt = 0
        return input >= 0 && ioctl(input, UInt(FIONREAD), &count) == 0 && count > 0
    }

    mutating func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    // MARK: Exit

    /// How the program ended, or nil while it runs. Must not be called again after it returned a value.
    func reap() -> End? {
        var status: CInt = 0
        let result = waitpid(pid, &status, WNOHANG)
        guard result != 0 else { return nil }
        // Another wait has taken the status: the program has ended.
        if result < 0 { return errno == EINTR ? nil : "ended" }
        return status & 0x7F == 0
            ? "ended with status \((status >> 8) & 0xFF)" : "was killed by signal \(status & 0x7F)"
    }

    /// The processor time that the program has used, in clock ticks; nil if it has ended.
    var ticks: Int64? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            // The name in parentheses may contain anything.
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[end...].split(separator: " ")
        guard fields.count > 13, let user = Int64(fields[12]), let system = Int64(fields[13]) else { return nil }
        return user &+ system
    }

    /// Kills the program and everything that it started.
    func kill() { signal(SIGKILL) }

    /// Sends a signal to the program and to everything that it started.
    func signal(_ number: CInt) { Glibc.kill(-pid, number) }

    /// Waits for the exit on a separate thread, so that no zombie remains. A file system that hangs can delay the
    /// exit even of a killed process until it responds.
    func reapLater() {
        let pid = pid
        SideThread.run("reaper") {
            var status: CInt = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }
    }

    private static func text(_ error: CInt) -> String {
        strerror(error).map { String(cString: $0) } ?? "error \(error)"
    }
}
