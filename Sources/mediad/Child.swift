internal import Foundation
internal import GLibLoop
internal import Glibc

/// A running program: its input, what it says, and its end. Used by one thread.
struct Child: ~Copyable {
    /// Why a program could not be started.
    struct StartFailure: Error {
        var reason: String
    }

    private enum Started {
        case failed(CInt)
        case running(pid_t, input: CInt, words: CInt)
    }

    /// How it ended, in words.
    typealias End = String

    private let pid: pid_t
    /// Does not block; -1 once it is closed.
    private(set) var input: CInt
    /// Standard output and standard error, as one; -1 once they ended.
    private(set) var words: CInt

    /// Starts a program in a process group of its own, with nothing of ours but two pipes, no signal blocked or ignored, and
    /// no way to more rights than it is given.
    ///
    /// - Parameter environment: all of its environment, see ``ChildEnvironment``.
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
        // Of our ends only: what the program reads from stays as programs expect it.
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
        // What libraries opened without closing it in children is none of the program's business, nor is the pipe of
        // another child that is started meanwhile.
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
        // The program inherits it from this thread, which never needs more rights either.
        ProcessRights.renouncePrivileges()
        return posix_spawnp(&pid, command[0], &actions, &attributes, arguments, variables)
    }

    // MARK: Pipes

    /// How many bytes it took; 0 when its pipe is full, nil when nobody reads it any more.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { return nil }
        }
    }

    /// Its next words; empty when there are none now.
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

    /// Whether something was written that it has not read yet.
    var hasUnreadInput: Bool {
        var count: CInt = 0
        return input >= 0 && ioctl(input, UInt(FIONREAD), &count) == 0 && count > 0
    }

    mutating func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    // MARK: The end

    /// How it ended, if it has; to be asked no more then.
    func reap() -> End? {
        var status: CInt = 0
        let result = waitpid(pid, &status, WNOHANG)
        guard result != 0 else { return nil }
        // Somebody else's waiting took it: it is gone all the same.
        if result < 0 { return errno == EINTR ? nil : "ended" }
        return status & 0x7F == 0
            ? "ended with status \((status >> 8) & 0xFF)" : "was ended by signal \(status & 0x7F)"
    }

    /// Ends it and what it started, whatever they do.
    func kill() { signal(SIGKILL) }

    /// Sends a signal to it and to what it started.
    func signal(_ number: CInt) { Glibc.kill(-pid, number) }

    /// Waits for its end on a thread of its own, so that no zombie stays: a file system that hangs keeps even what is
    /// killed, until it answers.
    func reapLater() {
        let pid = pid
        Thread.detachNewThread {
            var status: CInt = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }
    }

    private static func text(_ error: CInt) -> String {
        strerror(error).map { String(cString: $0) } ?? "error \(error)"
    }
}
