import DBusKit
import Foundation
import TestSupport
import Testing

/// A log that nobody reads: a terminal after Ctrl-S, a pipe whose reader waits.
@Suite(.patient, .needs("dbus-daemon"))
struct UnreadLogTests {
    /// A daemon that writes every step into a pipe, and its sound into another one.
    private final class Rig {
        let sandbox: Sandbox
        let bus: PrivateBus
        let process: ChildProcess
        let remote: Remote
        let sound: StreamReader
        /// The end of the log's pipe that nobody reads yet.
        let log: Int32

        init() throws {
            sandbox = try Sandbox()
            bus = try PrivateBus(in: sandbox)
            try sandbox.writeConfiguration(
                """
                [audio]
                sink = "audioconvert ! audio/x-raw,format=S16LE,channels=1 ! fdsink fd=4 sync=true"
                [video]
                sink = "none"

                """)
            let (log, audio) = (try Descriptors.pipe(), try Descriptors.pipe())
            self.log = log.read
            sound = StreamReader(audio.read)
            let client = try BusClient(address: bus.address)
            process = try ChildProcess(
                "sh", ["-c", "exec \"$0\" --log-level trace 2>&3", Daemon.program],
                environment: sandbox.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 },
                descriptors: [log.write, audio.write])
            try Daemon.waitForNames(on: client)
            remote = try Remote(client)
        }

        /// Has it write many times what a pipe holds.
        func fillTheLog() throws {
            for index in 0..<1_500 {
                try remote.set(.player, "Volume", .double(index % 2 == 0 ? 0.5 : 0.6))
            }
        }

        func close() {
            process.stop()
            Glibc.close(log)
            bus.stop()
            sandbox.remove()
        }
    }

    @Test func aLogThatNobodyReadsStopsNothing() throws {
        let rig = try Rig()
        defer { rig.close() }
        let remote = rig.remote
        try remote.set(.player, "LoopStatus", .string("Track"))
        try remote.replace([Fixtures.uri("episode-1.mkv")])
        try remote.waitForMovement()
        try rig.fillTheLog()
        // Commands go through the media loop, and what they change comes back from it.
        try remote.call(.player, "SetPosition", [.objectPath(try remote.currentTrack()), .int64(1_000_000)])
        let heard = rig.sound.state.current.bytes.count
        try remote.waitForMovement(within: 10)
        let more: Bool? = rig.sound.state.wait(seconds: 10) { $0.bytes.count > heard + 20_000 ? true : nil }
        #expect(more == true, "the sound goes on")
        // Read again, it says how much is missing, and goes on behind that.
        let reader = StreamReader(dup(rig.log))
        let told = try reader.line("how much is missing", within: 10) { $0.contains("lines of log were dropped") }
        #expect(told.hasPrefix("warning: "))
        try remote.set(.player, "Volume", .double(0.25))
        _ = try reader.line("the next line", within: 10) { $0.contains("0.25") }
        reader.close()
    }

    @Test func aLogThatNobodyReadsDoesNotHoldUpTheEnd() throws {
        let rig = try Rig()
        defer { rig.close() }
        try rig.fillTheLog()
        let begun = Moment.now
        rig.process.signal(SIGTERM)
        #expect(try rig.process.waitForEnd(within: 5) == .exited(0))
        #expect(Moment.now - begun < 1)
    }
}
