import DBusKit
import Foundation
import TestSupport
import Testing

/// What a configured tracker is told by the built mediad.
@Suite(.patient, .needs("dbus-daemon", "gst-inspect-1.0"))
struct TrackerTests {
    private func configuration(_ command: String) -> String {
        Stage.silent + "[[tracker]]\nname = \"test\"\nheartbeat = 1\ncommand = [\"sh\", \"-c\", \"\(command)\"]\n"
    }

    private func lines(_ path: String) throws -> [[String: Any]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }

    @Test func itIsToldWhatIsPlayed() throws {
        let sandbox = try Sandbox()
        let file = "\(sandbox.directory)/lines"
        let stage = try Stage(configuration: configuration("exec cat > \(file)"), in: sandbox)
        defer { stage.close() }
        let custom: [String: DBusValue] = ["campaign": .string("ü"), "weight": .double(0.25), "ids": .int64(7)]
        let items: [[String: DBusValue]] = [
            ["uri": .string(Fixtures.uri("episode-1.mkv")), "title": .string("One"), "custom": .properties(custom)],
            ["uri": .string(Fixtures.uri("episode-2.mkv"))],
        ]
        try stage.remote.call(.queue, "Replace", [.propertyLists(items), .properties(["play": .boolean(true)])])
        try stage.remote.waitForMovement()
        try stage.remote.call(.player, "Seek", [.int64(500_000)])
        try stage.remote.wait("the seek") { !stage.remote.signals("Seeked").isEmpty }
        try stage.remote.call(.player, "Next")
        try stage.remote.wait("the next item") { stage.remote.index == 1 }
        try stage.remote.waitForMovement()
        try stage.remote.call(.player, "Pause")
        let position = try stage.remote.position()
        stage.daemon.finish()

        let lines = try lines(file)
        let log = Comment(rawValue: stage.daemon.log + "\n\(lines)")
        let events = lines.compactMap { $0["event"] as? String }
        #expect(events.filter { $0 == "enabled" }.count == 2, log)
        #expect(events.filter { $0 == "disabled" }.count == 2, log)
        #expect(events.first == "metadata" && events.last == "disabled", log)
        let first = try #require(lines.first)
        #expect((first["metadata"] as? [String: Any])?["title"] as? String == "One")
        let told = first["custom"] as? [String: Any]
        #expect(told?["campaign"] as? String == "ü" && told?["weight"] as? Double == 0.25 && told?["ids"] as? Int == 7)
        let metrics = lines.compactMap { ($0["metric"] as? [String: Any])?["kind"] as? String }
        #expect(metrics.contains("start-up") && metrics.contains("seek"), log)
        let sessions = Set(lines.compactMap { $0["session"] as? String })
        #expect(sessions.count == 2, log)
        let last = try #require(lines.last?["position"] as? Double)
        #expect(abs(last - position) < 0.001, "the last position is the one of the pause: \(last), \(position)")
    }

    /// A screen that shows 16 frames a second of 25: the sink drops some, and the decoder the others before it decodes them.
    @Test(.needs("ffmpeg")) func itIsToldEveryDroppedFrame() throws {
        let sandbox = try Sandbox()
        let file = "\(sandbox.directory)/lines"
        let sink = "[video]\nsink = \"identity sleep-time=60000 ! fakesink sync=true qos=true\"\n"
        let stage = try Stage(
            configuration: configuration("exec cat > \(file)")
                .replacing("[video]\nsink = \"none\"\n", with: sink), in: sandbox)
        defer { stage.close() }
        let film = FrameFilm(name: "film.mkv", code: 1, seconds: 15, encoding: FrameFilm.h264)
        try stage.remote.replace([try film.make(in: sandbox.directory)])
        try stage.remote.wait("seven seconds", within: 20) { try stage.remote.position() > 7 }
        stage.daemon.finish()
        let metrics = try lines(file).compactMap { $0["metric"] as? [String: Any] }
        let dropped = metrics.filter { $0["kind"] as? String == "frames-dropped" }
        let total = dropped.compactMap { $0["total"] as? Int }.last ?? 0
        // A third of 175, less what is on its way.
        #expect((35...80).contains(total), "\(dropped)")
        #expect(dropped.compactMap { $0["increment"] as? Int }.reduce(0, +) == total)
    }

    @Test func oneThatEndsHoldsNothing() throws {
        try Stage.perform(configuration: configuration("exit 4")) { stage in
            try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
            try stage.remote.waitForMovement()
            _ = try stage.daemon.process.errors.line("the end", within: 5) {
                $0.contains("tracker test ended with status 4")
            }
            let file = "\(stage.sandbox.directory)/later"
            try stage.sandbox.writeConfiguration(configuration("exec cat > \(file)"))
            try stage.remote.call(.session, "ReloadConfig")
            try stage.remote.call(.player, "Stop")
            try stage.remote.wait("the lines") {
                let events = try? lines(file).compactMap { $0["event"] as? String }
                return events?.contains("enabled") == true && events?.last == "disabled"
            }
        }
    }

    @Test func oneThatStaysIsLeftInTime() throws {
        try Stage.perform(configuration: configuration("exec sleep 1000")) { stage in
            try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
            try stage.remote.waitForMovement()
        }
    }
}
