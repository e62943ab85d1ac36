import DBusKit
import Foundation
import TestSupport
import Testing

/// The built mediad keeps the session awake as long as it plays, and not a moment longer.
@Suite(.patient, .needs("dbus-daemon", "gst-inspect-1.0"))
struct InhibitionTests {
    /// A session with fakes of those that can inhibit something, and mediad in it.
    private final class Scene {
        let ledger = InhibitionLedger()
        let stage: Stage
        private let system: PrivateBus
        private let systemSandbox: Sandbox
        private let fakes: [FakeInhibitor]
        var logind: FakeInhibitor? { fakes.first { $0.service == .logind } }

        init(_ services: [FakeInhibitor.Service]) async throws {
            let sandbox = try Sandbox()
            let bus = try PrivateBus(in: sandbox)
            systemSandbox = try Sandbox()
            system = try PrivateBus(in: systemSandbox)
            var fakes: [FakeInhibitor] = []
            for service in services {
                let address = service == .logind ? system.address : bus.address
                fakes.append(try await FakeInhibitor(service, at: address, ledger))
            }
            self.fakes = fakes
            stage = try Stage(extra: ["DBUS_SYSTEM_BUS_ADDRESS": system.address], in: sandbox, bus: bus)
        }

        func play(_ names: String...) throws {
            try stage.remote.replace(names.map { Fixtures.uri($0) })
            try stage.remote.waitForMovement()
        }

        func close() async {
            for fake in fakes { await fake.close() }
            stage.close()
            system.stop()
            systemSandbox.remove()
        }
    }

    @Test func throughThePortal() async throws {
        let scene = try await Scene([.portal, .screensaver, .logind])
        let (stage, ledger) = (scene.stage, scene.ledger)
        try scene.play("episode-1.mkv", "episode-2.mkv", "tone.flac")
        #expect(try ledger.next(3) == ["+portal 4", "+portal 12", "-portal 4"])
        try stage.remote.call(.player, "Next")
        try stage.remote.wait("the next item") { stage.remote.index == 1 }
        try stage.remote.waitForMovement()
        try stage.remote.call(.player, "Pause")
        #expect(try ledger.next() == "-portal 12", "kept across the change of the item")
        #expect(ledger.standing == [])
        try stage.remote.call(.player, "Play")
        #expect(try ledger.next() == "+portal 12")
        try stage.remote.call(.player, "Next")
        #expect(try ledger.next(2) == ["+portal 4", "-portal 12"], "sound after video")
        #expect(ledger.standing == ["portal 4"])

        try stage.sandbox.writeConfiguration(Stage.silent + "[session]\ninhibit = false\n")
        try stage.remote.call(.session, "ReloadConfig")
        #expect(try ledger.next() == "-portal 4")
        try stage.sandbox.writeConfiguration(Stage.silent)
        try stage.remote.call(.session, "ReloadConfig")
        #expect(try ledger.next() == "+portal 4")

        stage.daemon.process.signal(SIGKILL)
        #expect(try stage.daemon.process.waitForEnd(within: 2) == .signalled(SIGKILL))
        #expect(try ledger.next() == "-portal 4")
        #expect(ledger.standing == [] && ledger.unread == 0)

        try stage.restart()
        try scene.play("tone.flac")
        #expect(try ledger.next() == "+portal 4")
        stage.daemon.finish()
        #expect(try ledger.next() == "-portal 4")
        await scene.close()
    }

    /// Before the machine sleeps, playback pauses; after it, it goes on, from where it was. What a server sends is opened
    /// again.
    @Test(arguments: [false, true]) func playbackSurvivesTheSleepOfTheMachine(isRemote: Bool) async throws {
        let scene = try await Scene([.logind])
        let server = try MediaServer()
        defer { server.stop() }
        let remote = scene.stage.remote
        let logind = try #require(scene.logind)
        try remote.set(.player, "LoopStatus", .string("Track"))
        try remote.replace([isRemote ? server.uri("tone.flac") : Fixtures.uri("tone.flac")])
        try remote.waitForMovement()
        #expect(try logind.delays.next() == "+logind sleep delay")
        try await logind.tellSleep(true)
        // It sleeps when nobody delays it.
        #expect(try logind.delays.next() == "-logind sleep delay")
        #expect(try remote.get(.player, "PlaybackStatus") == "Paused")
        let place = try remote.position()
        try await logind.tellSleep(false)
        try remote.wait("playback") { remote.status == "Playing" }
        try remote.waitForMovement()
        #expect(try abs(remote.position() - place) < 3)
        #expect(try logind.delays.next() == "+logind sleep delay")

        try scene.stage.sandbox.writeConfiguration(Stage.silent + "[session]\non-resume = \"pause\"\n")
        try remote.call(.session, "ReloadConfig")
        try await logind.tellSleep(true)
        #expect(try logind.delays.next() == "-logind sleep delay")
        try await logind.tellSleep(false)
        #expect(try logind.delays.next() == "+logind sleep delay")
        #expect(try remote.get(.player, "PlaybackStatus") == "Paused")
        await scene.close()
    }

    @Test func throughTheScreenSaverAndLogind() async throws {
        let scene = try await Scene([.screensaver, .logind])
        let (stage, ledger) = (scene.stage, scene.ledger)
        let both = ["+logind sleep", "+screensaver idle"]
        let neither = ["-logind sleep", "-screensaver idle"]
        try scene.play("episode-1.mkv", "episode-2.mkv")
        #expect(try ledger.next(2).sorted() == both)
        try stage.remote.call(.player, "Next")
        try stage.remote.wait("the next item") { stage.remote.index == 1 }
        try stage.remote.waitForMovement()
        try stage.remote.call(.player, "Pause")
        #expect(try ledger.next(2).sorted() == neither)
        #expect(ledger.standing == [])
        try stage.remote.call(.player, "Play")
        #expect(try ledger.next(2).sorted() == both)
        stage.daemon.process.signal(SIGKILL)
        #expect(try stage.daemon.process.waitForEnd(within: 2) == .signalled(SIGKILL))
        #expect(try ledger.next(2).sorted() == neither)
        #expect(ledger.standing == [] && ledger.unread == 0)
        await scene.close()
    }

    @Test func throughNobody() async throws {
        try Stage.perform { stage in
            try stage.remote.replace([Fixtures.uri("episode-1.mkv")])
            try stage.remote.waitForMovement()
            _ = try stage.daemon.process.errors.line("the sentence", within: 10) { $0.contains("may suspend") }
        }
    }
}
