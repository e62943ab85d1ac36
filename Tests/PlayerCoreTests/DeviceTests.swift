import PlayerCore
import Testing

/// What happens when sound devices are chosen and disappear.
@Suite struct DeviceTests {
    private static func engine(_ onUnplug: UnplugPlayback = .pause) -> FakeEngine {
        var settings = PlayerSettings()
        settings.onUnplug = onUnplug
        let engine = FakeEngine(settings: settings)
        engine.send(.insert([MediaDescription(uri: "file:///a.flac")], at: 0))
        engine.send(.play)
        return engine
    }

    private func watching(_ engine: FakeEngine) -> [Bool] {
        engine.effects.compactMap { if case .watchDevices(let isOn) = $0 { isOn } else { nil } }
    }

    @Test func aDeviceThatDisappearsPauses() {
        let engine = Self.engine()
        engine.advance(5)
        engine.tell(.deviceLost("phones"))
        #expect(engine.snapshot.status == .paused)
        #expect(engine.snapshot.error == nil)
        #expect(engine.logLines.contains { $0.contains("phones") })
    }

    @Test func unlessItIsToGoOn() {
        let engine = Self.engine(.goOn)
        engine.tell(.deviceLost("phones"))
        #expect(engine.snapshot.status == .playing)
    }

    /// As PulseAudio asks for during a phone call.
    @Test func playbackPausesForACallAndGoesOn() {
        let engine = Self.engine()
        engine.advance(5)
        engine.tell(.corked(true))
        #expect(engine.snapshot.status == .paused)
        engine.advance(30)
        engine.tell(.corked(false))
        #expect(engine.snapshot.status == .playing)
        // The server repeats itself.
        engine.tell(.corked(false))
        #expect(engine.snapshot.status == .playing)
    }

    @Test func whatSomebodyDecidesDuringACallHolds() {
        let engine = Self.engine()
        engine.tell(.corked(true))
        engine.send(.play)
        engine.send(.pause)
        engine.tell(.corked(false))
        #expect(engine.snapshot.status == .paused)
        // A call while nothing plays.
        engine.tell(.corked(true))
        engine.tell(.corked(false))
        #expect(engine.snapshot.status == .paused)
    }

    @Test func oneThatIsNotThereIsRefused() {
        let engine = Self.engine()
        engine.tell(.devicesChanged([SoundDevice(id: "phones", description: "Phones")]))
        guard case .failure(.notFound) = engine.send(.devices(.choose("nowhere"))) else {
            Issue.record("it was taken")
            return
        }
        #expect(engine.snapshot.devices.chosen == "")
        #expect(engine.send(.devices(.choose("phones"))) == .success(.done))
        // Gone and chosen again: it may be back before anybody said so.
        engine.tell(.devicesChanged([]))
        engine.forget()
        #expect(engine.send(.devices(.choose("phones"))) == .success(.done))
        #expect(engine.effects.contains(.chooseDevice("phones")))
        guard case .failure(.invalid) = engine.send(.devices(.choose(String(repeating: "x", count: 1_025)))) else {
            Issue.record("it was taken")
            return
        }
    }

    @Test func whoAsksIsToldForAMinute() {
        let engine = Self.engine()
        engine.send(.devices(.look))
        #expect(watching(engine) == [true])
        engine.advance(40)
        engine.send(.devices(.look))
        engine.advance(40)
        #expect(watching(engine) == [true])
        engine.advance(30)
        #expect(watching(engine) == [true, false])
    }
}
