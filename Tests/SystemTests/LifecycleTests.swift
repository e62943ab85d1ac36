import DBusKit
import Foundation
import TestSupport
import Testing

/// Starting, stopping and what is left behind.
@Suite(.system, .needs("dbus-daemon", "gst-inspect-1.0"))
struct LifecycleTests {
    @Test func aSecondInstanceSaysSoAndEnds() throws {
        try Stage.perform { stage in
            let second = try ChildProcess.run(Daemon.program, environment: stage.environment)
            #expect(second.end == .exited(1))
            #expect(second.errors.split(separator: "\n").count == 1, "\(second.errors)")
            #expect(second.errors.contains("another mediad is running"), "\(second.errors)")
            #expect(stage.daemon.process.end == nil)
        }
    }

    /// Swift's own threads, used once, would be looked after once a second from then on.
    @Test(arguments: [false, true]) func anIdleDaemonIsNotWoken(hasPlayed: Bool) throws {
        try Stage.perform { stage in
            if hasPlayed {
                try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
                try stage.remote.waitForMovement()
                try stage.remote.call(.player, "Stop")
            }
            try stage.waitForRest()
        }
    }

    /// Code that is unmapped loses the breakpoints of debuggers, and costs the next item time.
    @Test func anItemAfterAStopKeepsItsCode() throws {
        try Stage.perform { stage in
            let tone = try Silence.write(seconds: 60, as: "tone.wav", in: stage.sandbox, value: 1)
            func mapped() throws -> Int {
                let status = try ProcessStatus(of: String(stage.daemon.process.processIdentifier))
                return status["RssFile"]?.split(separator: " ").first.flatMap { Int($0) } ?? 0
            }
            try stage.remote.replace([tone])
            try stage.remote.waitForMovement()
            let before = try mapped()
            try stage.remote.call(.player, "Stop")
            try stage.remote.listen(for: 2)
            let stopped = try mapped()
            #expect(stopped * 4 > before * 3, "\(before) kB before, \(stopped) two seconds after the stop")
            try stage.remote.replace([tone])
            try stage.remote.wait("two seconds of it") { try stage.remote.position() > 2 }
            let after = try mapped()
            #expect(before > 0 && after * 4 > before * 3, "\(before) kB before, \(after) after")
        }
    }

    @Test("a signal draws the pipelines") func aSignalDrawsThePipelines() throws {
        try Stage.perform { stage in
            let process = stage.daemon.process
            process.signal(SIGUSR1)
            try stage.remote.wait("an answer") { stage.daemon.log.contains("there are no pipelines to draw") }
            try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
            try stage.remote.waitForMovement()
            process.signal(SIGUSR1)
            let folder = "\(stage.sandbox.directory)/run/mediad"
            for (name, element) in [("current", "uridecodebin"), ("output", "GstProxySrc")] {
                let path = "\(folder)/\(name).dot"
                try stage.remote.wait(path) { stage.daemon.log.contains("pipeline drawn: \(path)") }
                let graph = try String(contentsOfFile: path, encoding: .utf8)
                #expect(graph.hasPrefix("digraph pipeline {") && graph.contains(element), "\(graph.prefix(200))")
            }
            // What has ended is not left there.
            try stage.remote.call(.player, "Stop")
            process.signal(SIGUSR1)
            try stage.remote.wait("the graph to go") {
                !FileManager.default.fileExists(atPath: "\(folder)/current.dot")
            }
            #expect(process.end == nil)
        }
    }

    @Test func withoutABusItSaysSoAndEnds() throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let result = try ChildProcess.run(Daemon.program, environment: sandbox.environment)
        #expect(result.end == .exited(1))
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(result.errors.contains("session bus"), "\(result.errors)")
    }

    @Test func aWrongConfigurationIsToldWithItsPlace() throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try sandbox.writeConfiguration("[audio]\nsink = \"none\"\nvolume = \"loud\"\n\n[video]\n  color = 1\n")
        let result = try ChildProcess.run(Daemon.program, ["--check-config"], environment: sandbox.environment)
        #expect(result.end == .exited(1))
        let lines = result.errors.split(separator: "\n")
        #expect(lines.contains { $0.contains("config.toml:3:") && $0.contains("volume") }, "\(result.errors)")
        #expect(lines.contains { $0.contains("config.toml:6:3") && $0.contains("color") }, "\(result.errors)")
        try sandbox.writeConfiguration(
            try ChildProcess.run(
                Daemon.program, ["--print-config"], environment: sandbox.environment
            ).output)
        let right = try ChildProcess.run(Daemon.program, ["--check-config"], environment: sandbox.environment)
        #expect(right.end == .exited(0), "\(right.errors)")
    }

    /// It passed, and only the log of the daemon told of it.
    @Test(arguments: ["nosuchsink", "audioconvert ! ", "fakesink colour=red", "fakesink ! ! fakesink"])
    func aSinkThatCannotBeBuiltIsTold(sink: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try sandbox.writeConfiguration("[audio]\nsink = \"\(sink)\"\n")
        let wrong = try ChildProcess.run(Daemon.program, ["--check-config"], environment: sandbox.environment)
        #expect(wrong.end == .exited(1))
        #expect(wrong.errors.contains("config.toml:2:8: audio.sink cannot be built"), "\(wrong.errors)")
        try sandbox.writeConfiguration("[audio]\nsink = \"audioconvert ! fakesink sync=true\"\n")
        let right = try ChildProcess.run(Daemon.program, ["--check-config"], environment: sandbox.environment)
        #expect(right.end == .exited(0), "\(right.errors)")
    }

    /// Ways to be told to stop, and what to be doing then.
    @Test(arguments: ["SIGTERM", "Quit"], ["nothing", "playing", "a source that hangs"])
    func itStopsWithinASecond(way: String, while activity: String) throws {
        let server = try MediaServer()
        defer { server.stop() }
        let stage = try Stage()
        defer { stage.close() }
        switch activity {
        case "playing":
            try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
            try stage.remote.waitForMovement()
        case "a source that hangs":
            try stage.remote.replace([server.uri("hang/episode-1.mkv")])
            try server.waitForConnection()
        default: break
        }
        let begun = Moment.now
        if way == "Quit" {
            try stage.remote.call(.root, "Quit")
        } else {
            stage.daemon.process.signal(SIGTERM)
        }
        let end = try stage.daemon.process.waitForEnd(within: 5)
        let took = Moment.now - begun
        print("stopped by \(way) while \(activity): \(Int(took * 1000)) ms")
        #expect(end == .exited(0), "\(stage.daemon.log)")
        #expect(took < 1)
        if activity == "playing" {
            try stage.remote.listen()
            #expect(stage.remote.status == "Stopped")
        }
    }

    @Test func afterKillItStartsAgain() throws {
        let stage = try Stage()
        defer { stage.close() }
        try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
        try stage.remote.waitForMovement()
        stage.daemon.process.signal(SIGKILL)
        #expect(try stage.daemon.process.waitForEnd(within: 2) == .signalled(SIGKILL))
        try stage.restart()
        try stage.remote.replace([Fixtures.uri("tone.flac")])
        try stage.remote.waitForMovement()
        stage.daemon.finish()
    }

    @Test func aHangUpReadsTheConfigurationAgain() throws {
        try Stage.perform { stage in
            try stage.sandbox.writeConfiguration(Stage.silent + "[playback]\nprevious-threshold = 9\n")
            stage.daemon.process.signal(SIGHUP)
            _ = try stage.daemon.process.errors.line("the reload", within: 5) { $0.contains("configuration applied") }
            try stage.sandbox.writeConfiguration("[playback]\nprevious = 9\n")
            stage.daemon.process.signal(SIGHUP)
            _ = try stage.daemon.process.errors.line("the mistake", within: 5) { $0.contains("config.toml:2:1") }
            #expect(throws: DBusError.self) { try stage.remote.call(.session, "ReloadConfig") }
            try stage.sandbox.writeConfiguration(Stage.silent)
            try stage.remote.call(.session, "ReloadConfig")
        }
    }
}
