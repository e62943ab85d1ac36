internal import Foundation

/// A program that runs beside a test, in a process group of its own; killed when it is dropped.
public final class ChildProcess: Sendable {
    /// How a program ended.
    public enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)

        /// 0 … 255 as shells have it: the exit status, or 128 and the signal.
        public var status: Int32 {
            switch self {
            case .exited(let status): status
            case .signalled(let signal): 128 + signal
            }
        }
    }

    /// What a program did that ran to its end.
    public struct Result: Sendable {
        public var end: End
        public var output: String
        public var errors: String
    }

    /// A program that could not be started.
    public struct StartFailure: Error, CustomStringConvertible {
        public let description: String
    }

    public let name: String
    public let processIdentifier: Int32
    /// Its standard output; empty where that is a terminal.
    public let output: StreamReader
    /// Its standard error.
    public let errors: StreamReader
    private let ended = Monitored<End?>(nil)

    /// - Parameters:
    ///   - program: a path, or a name on `PATH`.
    ///   - environment: beside `PATH`, `HOME` and a UTF-8 locale, which every program gets.
    ///   - input: what its standard input holds; short enough for a pipe.
    ///   - terminal: the path of what its standard output is instead of a pipe.
    ///   - descriptors: further open files, as descriptor 3, 4, … of the child; they are closed here.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String = "",
        terminal: String? = nil, descriptors: [Int32] = []
    ) throws {
        guard let path = Tool.path(of: program) else { throw Tool.Missing(name: program) }
        name = URL(fileURLWithPath: program).lastPathComponent
        let standardInput = try input.isEmpty ? Descriptors.openForReading("/dev/null") : Descriptors.holding(input)
        let (out, err) = (try Descriptors.pipe(), try Descriptors.pipe())
        let inherited = [standardInput, out.write, err.write] + descriptors
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in inherited.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        if let terminal { posix_spawn_file_actions_addopen(&actions, 1, terminal, O_WRONLY | O_NOCTTY, 0) }

        // The threads that run tests block signals, and a child would inherit that and not hear a SIGTERM.
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
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var values = ["LANG": "C.UTF-8"]
        for inherited in ["PATH", "HOME"] { values[inherited] = getenv(inherited).map { String(cString: $0) } }
        values.merge(environment) { $1 }
        let argv = ([path] + arguments).map { strdup($0) } + [nil]
        let envp = values.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }

        var child: pid_t = 0
        let status = Descriptors.whileNoneIsMade { posix_spawn(&child, path, &actions, &attributes, argv, envp) }
        for descriptor in inherited { close(descriptor) }
        guard status == 0 else {
            for descriptor in [out.read, err.read] { close(descriptor) }
            throw StartFailure(description: "\(path): \(String(cString: strerror(status)))")
        }
        output = StreamReader(out.read)
        errors = StreamReader(err.read)
        processIdentifier = child
        Thread.detachNewThread { [ended, child] in
            var information = siginfo_t()
            while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            // Under the lock: from here on the number may be another program's.
            ended.update { end in
                var status: Int32 = 0
                waitpid(child, &status, 0)
                end = status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .signalled(status & 0x7f)
            }
        }
    }

    deinit { kill() }

    /// How it ended; nil while it runs.
    public var end: End? { ended.current }
    /// Whether it still runs.
    public var isRunning: Bool { end == nil }

    /// Sends it a signal, unless it has ended.
    public func signal(_ number: Int32) { send(number, to: processIdentifier) }

    private func send(_ number: Int32, to target: pid_t) {
        ended.update { end in
            if end == nil { Glibc.kill(target, number) }
        }
    }

    /// Ends it and what it started at once, as a crash would.
    public func kill() {
        send(SIGKILL, to: -processIdentifier)
        _ = ended.wait(seconds: 30) { $0 }
    }

    /// Stops it and what it started, whatever it takes.
    public func stop() {
        send(SIGTERM, to: -processIdentifier)
        if ended.wait(seconds: 3, for: { $0 }) == nil { kill() }
    }

    /// Waits until it has ended and everything that it wrote is here.
    @discardableResult
    public func waitForEnd(within seconds: Double = 60) throws -> End {
        guard let end = ended.wait(seconds: seconds, for: { $0 }) else {
            throw Deadline.Missed("\(name) still runs after \(seconds) s; it wrote:\n\(output.text)\(errors.text)")
        }
        // What it started may still have them open.
        output.waitForEnd(within: 1)
        errors.waitForEnd(within: 1)
        return end
    }

    /// The next line of its output, without the newline.
    public func line(within seconds: Double = 30) throws -> String {
        guard let line = try output.nextLine(within: seconds) else {
            throw Deadline.Missed("\(name) ended before it wrote a line; it wrote:\n\(errors.text)")
        }
        return line
    }

    /// Waits for its end.
    ///
    /// - Returns: its exit status as shells have it, and everything of both streams that was not read line by line.
    public func finish(within seconds: Double = 30) throws -> (status: Int32, output: String) {
        let end = try waitForEnd(within: seconds)
        return (end.status, output.rest + errors.rest)
    }

    /// Runs a program to its end.
    public static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String = "",
        within seconds: Double = 60
    ) throws -> Result {
        let process = try ChildProcess(program, arguments, environment: environment, input: input)
        defer { process.stop() }
        let end = try process.waitForEnd(within: seconds)
        return Result(end: end, output: process.output.text, errors: process.errors.text)
    }
}
