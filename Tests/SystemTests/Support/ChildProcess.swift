import Foundation
import Glibc
import TestSupport

/// A program that runs beside the test, in a process group of its own.
final class ChildProcess: Sendable {
    enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    struct Result: Sendable {
        var end: End
        var output: String
        var errors: String
    }

    let name: String
    let pid: pid_t
    let output: StreamReader
    let errors: StreamReader
    private let ended = Monitored<End?>(nil)

    /// - Parameter descriptors: further open files, as descriptor 3, 4, … of the child; they are closed here.
    init(
        _ program: String, _ arguments: [String] = [], environment: [String: String], descriptors: [CInt] = []
    ) throws {
        guard let path = Tool.path(program) else { throw Failure("\(program) is not installed") }
        name = URL(fileURLWithPath: program).lastPathComponent
        let input = try Descriptors.openForReading("/dev/null")
        let out = try Descriptors.pipe()
        let err = try Descriptors.pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let inherited = [input, out.write, err.write] + descriptors
        for (number, descriptor) in inherited.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
        }
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

        var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
        argv.append(nil)
        envp.append(nil)
        defer { for text in argv + envp { free(text) } }
        var spawned: pid_t = 0
        let status = posix_spawn(&spawned, path, &actions, &attributes, argv, envp)
        for descriptor in inherited { close(descriptor) }
        output = StreamReader(out.read)
        errors = StreamReader(err.read)
        let pid = spawned
        self.pid = pid
        guard status == 0 else { throw Failure("\(path): \(String(cString: strerror(status)))") }
        let thread = Thread { [ended] in
            var status: CInt = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            let code = status
            ended.update { $0 = code & 0x7f == 0 ? .exited((code >> 8) & 0xff) : .signalled(code & 0x7f) }
        }
        thread.start()
    }

    /// How it ended, nil while it runs.
    var end: End? { ended.current }

    func signal(_ number: CInt) { if end == nil { kill(pid, number) } }

    func waitForEnd(within seconds: Double) throws -> End {
        guard let end = ended.wait(seconds: seconds, for: { $0 }) else {
            throw Failure("\(name) still runs after \(seconds) s; it wrote:\n\(output.text)\(errors.text)")
        }
        output.waitForEnd(within: 1)
        errors.waitForEnd(within: 1)
        return end
    }

    /// Stops it, whatever it takes.
    func stop() {
        guard end == nil else { return }
        kill(-pid, SIGTERM)
        if ended.wait(seconds: 3, for: { $0 }) == nil {
            kill(-pid, SIGKILL)
            _ = ended.wait(seconds: 3, for: { $0 })
        }
    }

    /// Runs a program to its end.
    static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String], within seconds: Double = 60
    ) throws -> Result {
        let process = try ChildProcess(program, arguments, environment: environment)
        defer { process.stop() }
        let end = try process.waitForEnd(within: seconds)
        return Result(end: end, output: process.output.text, errors: process.errors.text)
    }
}
