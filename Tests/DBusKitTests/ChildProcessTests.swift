import Glibc
import TestSupport
import Testing

/// What the other tests rely on.
@Suite("Programs beside tests")
struct ChildProcessTests {
    @Test("Output comes line by line, then the exit status")
    func output() throws {
        let shell = try ChildProcess(
            "/bin/sh", ["-c", "echo one; echo \"$WORD\" >&2; exit 3"], environment: ["WORD": "two"])
        #expect(try shell.line() == "one")
        #expect(try shell.errors.nextLine() == "two")
        #expect(try shell.finish() == (3, ""))
        #expect(!shell.isRunning)
    }

    @Test("A signal reaches it, whatever the test's own thread blocks")
    func signals() throws {
        let shell = try ChildProcess("/bin/sh", ["-c", "echo ready; exec sleep 60"])
        #expect(try shell.line() == "ready")
        #expect(shell.isRunning)
        shell.signal(SIGTERM)
        #expect(try shell.finish().status == 128 + SIGTERM)
    }

    @Test("What is not installed says so; what does not come in time is missed")
    func failures() throws {
        #expect(throws: Tool.Missing.self) { try ChildProcess("mediad-no-such-program", []) }
        let shell = try ChildProcess("/bin/sh", ["-c", "sleep 60"])
        #expect(throws: Deadline.Missed.self) { try shell.line(within: 0.02) }
    }
}
