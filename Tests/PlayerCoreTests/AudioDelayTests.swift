import Testing

@testable import PlayerCore

/// How much later than the picture the sound is heard.
@Suite struct AudioDelayTests {
    private static let film = "file:///film.mkv"
    private static let other = "file:///other.mkv"
    private static let song = "file:///song.flac"

    private static func engine() -> FakeEngine {
        var settings = PlayerSettings()
        (settings.hasJournal, settings.keepsHistory) = (true, true)
        let engine = FakeEngine(settings: settings)
        for uri in [film, other] {
            engine.media[uri] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true)
            engine.media[uri]?.tracks.audio = [MediaTrack(id: 0)]
        }
        engine.media[song] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings())
        engine.media[song]?.tracks.audio = [MediaTrack(id: 0)]
        let items = [film, other, song].map { MediaDescription(uri: $0) }
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        return engine
    }

    private static func set(_ seconds: Double, _ engine: FakeEngine) -> Result<CommandReply, CommandRefusal> {
        engine.send(.tracks(.setAudioDelay(.seconds(seconds))))
    }

    @Test("a delay is kept for its item, and applies to items without their own")
    func ofItems() {
        let engine = Self.engine()
        engine.audioDelays[Self.other] = .seconds(-0.5)
        #expect(Self.set(0.3, engine) == .success(.done))
        #expect(engine.snapshot.audioDelay == .seconds(0.3))
        #expect(engine.effects.contains(.delaySound(.seconds(0.3))))
        #expect(engine.records.last?.audioDelay == .seconds(0.3))
        #expect(engine.saved.last?.state.audioDelay == .seconds(0.3))
        engine.send(.next)
        #expect(engine.snapshot.audioDelay == .seconds(-0.5))
        #expect(engine.effects.contains(.delaySound(.seconds(-0.5))))
        engine.send(.next)
        #expect(engine.snapshot.audioDelay == .seconds(0.3), "it was chosen last")
    }

    @Test("a delay comes back with the session")
    func afterARestart() throws {
        let before = Self.engine()
        _ = Self.set(0.3, before)
        var session = try #require(before.saved.last)
        session.state.savedAt = 5
        let engine = FakeEngine()
        engine.send(.restore(session, absence: .seconds(100), plays: false))
        #expect(engine.snapshot.audioDelay == .seconds(0.3))
        #expect(engine.effects.contains(.delaySound(.seconds(0.3))))
    }

    @Test("a delay needs a picture, and has bounds; it can be taken back anywhere")
    func refusals() {
        let engine = Self.engine()
        for seconds in [10.001, -10.001, 1e9] {
            guard case .failure(.invalid) = Self.set(seconds, engine) else {
                Issue.record("\(seconds) was taken")
                continue
            }
        }
        #expect(Self.set(-10, engine) == .success(.done))
        engine.send(.goTo(engine.id(2)))
        #expect(Self.set(0.3, engine) == .failure(.notPossible("This item has no picture.")))
        #expect(Self.set(0, engine) == .success(.done))
        #expect(engine.snapshot.audioDelay == .zero)
    }

    @Test(
        "Ctrl with plus and minus changes it by a tenth of a second, and without Ctrl they mean nothing",
        arguments: [("plus", 0.1), ("equal", 0.1), ("KP_Add", 0.1), ("minus", -0.1), ("KP_Subtract", -0.1)])
    func keys(key: String, seconds: Double) {
        let engine = Self.engine()
        func press(_ modifiers: KeyModifiers) {
            engine.tell(.window(.changed(.key(KeyPress(name: key, modifiers: modifiers)))))
        }
        press([])
        press([.control, .alt])
        #expect(engine.snapshot.audioDelay == .zero)
        press(.control)
        #expect(engine.snapshot.audioDelay == .seconds(seconds))
        press([.control, .shift])
        #expect(engine.snapshot.audioDelay == .seconds(2 * seconds))
        engine.tell(.window(.changed(.key(KeyPress(name: "q", modifiers: .control)))))
        #expect(engine.status == .playing, "other keys mean nothing with Ctrl")
    }
}
