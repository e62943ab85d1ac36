import PlayerCore
import Testing

/// What the machine's sleep does to playback.
@Suite struct SuspensionTests {
    private static func engine(
        _ uri: String = "file:///a.flac", _ onResume: ResumePlayback = .goOn
    ) -> FakeEngine {
        var settings = PlayerSettings()
        settings.onResume = onResume
        let engine = FakeEngine(settings: settings)
        engine.send(.insert([MediaDescription(uri: uri)], at: 0))
        engine.send(.play)
        engine.advance(5)
        return engine
    }

    @Test func playbackPausesAndGoesOn() {
        let engine = Self.engine()
        engine.tell(.machine(.fallsAsleep))
        #expect(engine.snapshot.status == .paused && engine.position == 5)
        // Twice is once.
        engine.tell(.machine(.fallsAsleep))
        engine.tell(.machine(.awakes))
        #expect(engine.snapshot.status == .playing && engine.position == 5)
        engine.tell(.machine(.awakes))
        #expect(engine.snapshot.status == .playing)
    }

    @Test func orStaysPaused() {
        let engine = Self.engine("file:///a.flac", .pause)
        engine.tell(.machine(.fallsAsleep))
        engine.tell(.machine(.awakes))
        #expect(engine.snapshot.status == .paused)
        #expect(engine.logLines.contains { $0.contains("on-resume") })
        engine.send(.play)
        #expect(engine.snapshot.status == .playing)
    }

    @Test func whatDidNotPlayDoesNotBegin() {
        let engine = Self.engine()
        engine.send(.pause)
        engine.tell(.machine(.fallsAsleep))
        engine.tell(.machine(.awakes))
        #expect(engine.snapshot.status == .paused)
    }

    /// A key that woke the machine, or a command that came while it fell asleep.
    @Test func whatSomebodyDecidesHolds() {
        let engine = Self.engine()
        engine.tell(.machine(.fallsAsleep))
        engine.send(.stop)
        engine.tell(.machine(.awakes))
        #expect(engine.snapshot.status == .stopped)
    }

    /// A key that is quicker than the news that the machine is awake.
    @Test func whoPlaysIsServed() throws {
        let engine = Self.engine("http://a.example/a.flac")
        let generation = try #require(engine.currentGeneration)
        engine.tell(.machine(.fallsAsleep))
        engine.send(.play)
        #expect(engine.snapshot.status == .playing)
        #expect(engine.effects.suffix(3).contains(.connect(generation)))
        engine.send(.pause)
        engine.tell(.machine(.awakes))
        #expect(engine.snapshot.status == .paused)
    }

    @Test func withoutItsDeviceItStaysPaused() {
        let engine = Self.engine()
        engine.tell(.machine(.fallsAsleep))
        engine.tell(.deviceLost("phones"))
        engine.tell(.machine(.awakes))
        #expect(engine.snapshot.status == .paused)
        #expect(engine.logLines.contains { $0.contains("phones") && $0.contains("slept") })
    }

    @Test func connectionsDoNotSurvive() throws {
        let engine = Self.engine("http://a.example/a.flac")
        let generation = try #require(engine.currentGeneration)
        engine.tell(.machine(.fallsAsleep))
        #expect(engine.effects.suffix(2).contains(.disconnect(generation)))
        engine.tell(.machine(.awakes))
        let last = Array(engine.effects.suffix(2))
        #expect(last == [.connect(generation), .setPlaying(true)])
        #expect(engine.snapshot.status == .playing)
    }
}
