import Testing

@testable import PlayerCore

/// The volume, and silence beside it.
@Suite struct SoundLevelTests {
    @Test("what is muted keeps its volume") func muted() {
        var level = SoundLevel(volume: 0.8)
        #expect(level.change(fade: 1) == 0.8)
        #expect(level.change(fade: 1) == nil)
        level.isMuted = true
        #expect(level.change(fade: 1) == 0)
        #expect(level.change(fade: 0.5) == nil)
        #expect(level.volume == 0.8)
        level.isMuted = false
        #expect(level.change(fade: 0.5) == 0.4)
    }

    @Test("a louder volume ends silence, and a lower one does not") func set() {
        var level = SoundLevel(volume: 0.5)
        level.isMuted = true
        level.set(0.4)
        #expect(level.isMuted && level.volume == 0.4)
        level.set(0.45)
        #expect(!level.isMuted && level.volume == 0.45)
    }

    @Test("a muted item plays on, and clients see both") func clients() {
        let engine = FakeEngine()
        engine.media["file:///0"] = FakeMedia(duration: .seconds(100))
        engine.send(.replaceQueue([MediaDescription(uri: "file:///0")], play: true, start: nil, index: 0))
        engine.send(.setVolume(0.7))
        engine.send(.setMuted(true))
        engine.advance(5)
        #expect(engine.snapshot.isMuted && engine.snapshot.volume == 0.7 && engine.status == .playing)
        let told = engine.effects.compactMap { if case .setVolume(let volume) = $0 { volume } else { nil } }
        #expect(told.last == 0)
    }
}
