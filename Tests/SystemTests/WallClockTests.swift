import DBusKit
import Foundation
import TestSupport
import Testing

/// A wall clock that is set while mediad runs: by a person, by the first answer of a time server, by a dead battery.
@Suite(.patient, .needs("dbus-daemon", "gst-inspect-1.0", "ffmpeg", "cc"))
struct WallClockTests {
    private static let day = 86_400

    /// The position follows the sound, and a sleep timer runs for as long as was asked.
    @Test(arguments: [day, -day]) func playedTimeAndTheSleepTimerDoNotFollowIt(_ jump: Int) throws {
        try Self.perform { stage, clock in
            let remote = stage.remote
            let item = try Silence.write(seconds: 900, as: "long.wav", in: stage.sandbox)
            try remote.replace([item])
            try remote.waitForMovement()
            try remote.call(.session, "SetSleepTimer", [.string("duration"), .int64(600_000_000)])

            let before = (try remote.position(), Moment.now)
            try clock.set(ahead: jump)
            try remote.wait("two seconds of sound") { try remote.position() >= before.0 + 2 }
            // A busy machine may hold up the one reading or the other.
            let passed = Moment.now - before.1
            #expect(try remote.position() - before.0 < passed + 1)
            #expect(remote.status == "Playing", "the sleep timer has run out")
            let timer = try remote.get(.session, "SleepTimer").asDictionary ?? [:]
            let left = Double(timer["deadline"]?.asInt64 ?? 0) / 1e6 - Date().timeIntervalSince1970 - Double(jump)
            #expect((500...601).contains(left), "\(left) s of the sleep timer")

            // A short one ends, although the clock is set back further.
            let asked = Moment.now
            try remote.call(.session, "SetSleepTimer", [.string("duration"), .int64(3_000_000)])
            try clock.set(ahead: jump - Self.day)
            try remote.wait("the end of the sleep timer") { remote.status == "Paused" }
            #expect(Moment.now - asked >= 2.9)
            #expect(try remote.position() < before.0 + (Moment.now - before.1) + 1)
        }
    }

    /// What was played last counts, although the clock says that it was before what is known.
    @Test func theHistoryAndTheSessionHaveTheNewestPosition() throws {
        try Self.perform { stage, clock in
            let item = try Silence.write(seconds: 900, as: "long.wav", in: stage.sandbox)
            try clock.set(ahead: Self.day)
            try stage.remote.replace([item], start: 100)
            try stage.remote.waitForMovement()
            stage.daemon.finish()

            try clock.set(ahead: -Self.day)
            try stage.restart()
            try stage.remote.wait("the session") { try stage.remote.position() >= 100 }
            #expect(try stage.remote.position() < 200)
            try stage.seek(to: 300)
            try stage.remote.call(.player, "Play")
            try stage.remote.waitForMovement()
            stage.daemon.finish()

            try stage.restart()
            try stage.remote.wait("the later position") { try stage.remote.position() >= 300 }
            let entries = try stage.remote.call(.session, "History", [.uint32(0), .uint32(9)]).first?.asArray ?? []
            #expect(entries.count == 1)
            let position = Double(entries.first?.asDictionary?["position"]?.asInt64 ?? 0) / 1e6
            #expect((300..<400).contains(position))
        }
    }

    /// An item that crashed waits for a person, whatever the time is then.
    @Test(arguments: [day, -day]) func theCrashLedgerDoesNotFollowIt(_ jump: Int) throws {
        let sandbox = try Sandbox()
        let (clock, decoder) = (try MovableClock(in: sandbox), try CrashingDecoder(in: sandbox))
        let extra = decoder.environment.merging(clock.environment) { "\($0) \($1)" }
        try Stage.perform(configuration: Self.configuration, extra: extra, in: sandbox) { stage in
            let path = "\(sandbox.directory)/bad.flac"
            let made = try ChildProcess.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=440:duration=60", path],
                environment: sandbox.environment, within: 60)
            try #require(made.end == .exited(0), "\(made.errors)")
            try stage.remote.replace([URL(fileURLWithPath: path).absoluteString])
            try stage.remote.waitForMovement()
            stage.daemon.finish()
            try decoder.set("abort")
            #expect(try stage.startAndFall() == .signalled(SIGABRT))

            try clock.set(ahead: jump)
            try stage.restart()
            try stage.remote.wait("the refusal") { try Self.state(of: 0, stage) == "failed" }
            #expect(stage.remote.status == "Paused")
        }
    }

    /// A server that does not answer is given up after `[network] timeout`, and not a day later.
    @Test func deadlinesDoNotFollowIt() throws {
        let server = try MediaServer()
        defer { server.stop() }
        try Self.perform { stage, clock in
            let list = server.uri("hang/list.m3u")
            let asked = Moment.now
            try stage.remote.replace([list])
            try server.waitForConnection()
            try clock.set(ahead: -Self.day)
            try stage.remote.wait("the failure") { try Self.state(of: 0, stage) == "failed" }
            #expect(Moment.now - asked >= 1.9)
        }
    }

    private static func state(of index: UInt32, _ stage: Stage) throws -> String {
        let items = try stage.remote.call(.queue, "Items", [.uint32(index), .uint32(1)]).first?.asArray ?? []
        return items.first?.asDictionary?["state"]?.asString ?? ""
    }

    private static let configuration = "\(Stage.silent)[session]\nrestore = \"playing\"\n"

    private static func perform(
        _ location: SourceLocation = #_sourceLocation, _ body: (Stage, MovableClock) throws -> Void
    ) throws {
        let sandbox = try Sandbox()
        let clock = try MovableClock(in: sandbox)
        try Stage.perform(configuration: configuration, extra: clock.environment, in: sandbox, location) { stage in
            try body(stage, clock)
        }
    }
}
