import DBusKit
import Foundation
import TestSupport
import Testing

/// Prompts on a real notification server, pressed with a pointer.
@Suite(.system, .needs("dbus-daemon", "Xvfb", "xdotool", "dunst"))
struct NotificationTests {
    /// A click takes what a prompt offers; it is at the upper left.
    private static let configuration = """
        [global]
        origin = top-left
        offset = 0x0
        width = 400
        mouse_left_click = do_action, close_current

        """

    private static func startServer(_ stage: Stage, _ display: XDisplay) throws -> ChildProcess {
        let path = "\(stage.sandbox.directory)/dunstrc"
        try configuration.write(toFile: path, atomically: true, encoding: .utf8)
        return try ChildProcess(
            "dunst", ["-conf", path], environment: stage.environment.merging(display.environment) { $1 })
    }

    /// Clicks where a prompt is, or will be, until something is so.
    private static func click(
        _ stage: Stage, _ display: XDisplay, until what: String, _ condition: () throws -> Bool
    ) throws {
        let deadline = Moment.now + 60
        while try !condition() {
            guard Moment.now < deadline else { throw Failure("clicking does not do it: \(what)") }
            try display.run("xdotool", "mousemove", "100", "20", "click", "1")
            try stage.remote.listen(for: 0.3) { (try? condition()) ?? false }
        }
    }

    private static func perform(
        configuration: String = Stage.silent, _ body: (Stage, XDisplay) throws -> Void
    ) throws {
        let display = try XDisplay()
        try Stage.perform(configuration: configuration) { stage in try body(stage, display) }
    }

    private static func play(_ stage: Stage, _ fields: [String: DBusValue] = [:]) throws {
        let item = fields.merging(["uri": .string(Fixtures.uri("episode-1.mkv"))]) { $1 }
        try stage.remote.call(.queue, "Replace", [.propertyLists([item]), .properties(["play": true])])
        try stage.remote.waitForMovement()
    }

    private static func offer(_ ids: [String], _ stage: Stage) throws {
        let actions = ids.map { DBusValue.structure([.string($0), .string($0.uppercased()), .properties([:])]) }
        try stage.remote.call(.actions, "SetActions", [.array("(ssa{sv})", actions)])
    }

    @Test func anOfferIsTaken() throws {
        try Self.perform { stage, display in
            let server = try Self.startServer(stage, display)
            defer { server.kill() }
            let credits: [String: DBusValue] = [
                "start": .int64(0), "end": .int64(6_000_000), "kind": "opening-credits",
            ]
            try Self.play(stage, ["segments": .propertyLists([credits])])
            try Self.click(stage, display, until: "the skip") { !stage.remote.signals("Skipped").isEmpty }
            #expect(stage.remote.signals("Skipped").first?.arguments.last == "offer")
        }
    }

    @Test func aProposalIsAccepted() throws {
        try Self.perform { stage, display in
            let server = try Self.startServer(stage, display)
            defer { server.kill() }
            try Self.play(stage)
            let next: [String: DBusValue] = [
                "uri": .string(Fixtures.uri("episode-2.mkv")), "title": "Two", "presentAt": .int64(1_000_000),
            ]
            try stage.remote.call(.proposal, "Propose", [.properties(next)])
            try Self.click(stage, display, until: "the acceptance") { !stage.remote.signals("Accepted").isEmpty }
            #expect(stage.remote.signals("Accepted").first?.arguments == ["user"])
            try stage.remote.wait("the next item") {
                stage.remote.metadata["xesam:url"]?.asString == Fixtures.uri("episode-2.mkv")
            }
        }
    }

    @Test func whoWatchesGoesOn() throws {
        try Self.perform(configuration: Stage.silent + "[proposals]\nstill-watching-minutes = 0.02\n") {
            stage, display in
            let server = try Self.startServer(stage, display)
            defer { server.kill() }
            try Self.play(stage)
            try stage.remote.wait("the question") { stage.remote.value(.proposal, "StillWatching") == true }
            try Self.click(stage, display, until: "going on") {
                stage.remote.status == "Playing" && stage.remote.value(.proposal, "StillWatching") == false
            }
        }
    }

    /// The server is ended and started at any moment: nothing hangs, and what holds is there in the end.
    @Test func serversComeAndGo() throws {
        try Self.perform { stage, display in
            var server: ChildProcess?
            defer { server?.kill() }
            try Self.play(stage)
            try stage.remote.set(.player, "LoopStatus", "Track")
            for round in 0..<12 {
                try Self.offer(["a\(round)"], stage)
                if let running = server {
                    running.kill()
                    server = nil
                } else {
                    server = try Self.startServer(stage, display)
                }
                try stage.remote.listen(for: Double.random(in: 0...0.6))
                let asked = Moment.now
                _ = try stage.remote.position()
                #expect(Moment.now - asked < 5)
            }
            server?.kill()
            try Self.offer(["last"], stage)
            try stage.remote.forget()
            server = try Self.startServer(stage, display)
            try Self.click(stage, display, until: "the press") { !stage.remote.signals("Invoked").isEmpty }
            #expect(stage.remote.signals("Invoked").first?.arguments == ["last"])
            try stage.remote.forget()
            try Self.offer([], stage)
        }
    }
}
