import Foundation

/// A process whose end is waited for by `waitpid` alone: Foundation's own waiting needs a run loop, which the threads
/// that run tests do not have.
final class ChildProcess {
    /// What could not be started.
    struct StartFailure: Error {
        var program: String
        var code: CInt
    }

    /// Its standard output.
    let output: LineReader
    /// Its standard error.
    let errors: LineReader
    private let id: pid_t
    private var status: Int32?

    /// - Parameters:
    ///   - input: what its standard input holds; short enough for a pipe.
    ///   - terminal: the path of what its standard output is instead of a pipe.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], input: String = "",
        terminal: String? = nil
    ) throws {
        let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let ends = [
            standardInput.fileHandleForReading, standardOutput.fileHandleForWriting,
            standardError.fileHandleForWriting,
        ]
        for (number, end) in ends.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, end.fileDescriptor, CInt(number))
        }
        if let terminal { posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, terminal, O_WRONLY | O_NOCTTY, 0) }
        // A pipe that stays open in another child never ends.
        for pipe in [standardInput, standardOutput, standardError] {
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The test's threads block signals that the program relies on.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, program, &actions, &attributes, words, variables)
        guard code == 0 else { throw StartFailure(program: program, code: code) }
        self.id = id
        for end in ends + [standardInput.fileHandleForWriting] { try end.close() }
        output = LineReader(standardOutput.fileHandleForReading)
        errors = LineReader(standardError.fileHandleForReading)
    }

    deinit { stop() }

    /// Waits for the end.
    ///
    /// - Returns: the exit status; 128 and the number for the end by a signal, as shells have it.
    func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(id, &raw, 0) < 0, errno == EINTR {}
        let status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
        self.status = status
        return status
    }

    /// As Ctrl-C.
    func interrupt() { kill(id, SIGINT) }

    /// Ends it if it still runs.
    func stop() {
        guard status == nil else { return }
        kill(id, SIGKILL)
        _ = wait()
    }
}
