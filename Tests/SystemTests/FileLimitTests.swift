import Foundation
import TestSupport
import Testing

/// A limit on the length of files (`ulimit -f`, `LimitFSIZE=`) is met like a full disk.
@Suite(.patient, .needs("dbus-daemon", "prlimit"))
struct FileLimitTests {
    @Test func playbackGoesOnWhereNothingCanBeWritten() throws {
        try Stage.perform { stage in
            let remote = stage.remote
            try remote.replace([Fixtures.uri("tone.flac"), Fixtures.uri("tone.flac")])
            try remote.waitForMovement()
            let process = stage.daemon.process
            let arguments = ["--pid", "\(process.processIdentifier)", "--fsize=1"]
            #expect(try ChildProcess.run("prlimit", arguments).end == .exited(0))
            try remote.call(.player, "Next")
            try remote.wait("the next item") { remote.index == 1 }
            try remote.waitForMovement()
            // What is written says so, in words.
            _ = try process.errors.line("the refusal of a write", within: 60) { $0.contains("cannot be written") }
            #expect(remote.status == "Playing")
        }
    }
}
