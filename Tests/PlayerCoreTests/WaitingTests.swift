import Testing

@testable import PlayerCore

/// What clients are told while playback stands although nobody paused it.
@Suite struct WaitingTests {
    private static let station = "http://radio.example/stream.mp3"

    private static func engine(_ uri: String = station) -> FakeEngine {
        let engine = FakeEngine([uri])
        engine.media[uri] = FakeMedia(duration: nil, isSeekable: false)
        return engine
    }

    @Test("a server that is away is told after two seconds, with the time when the sound stopped") func lost() throws {
        let engine = Self.engine()
        engine.send(.play)
        engine.advance(10)
        #expect(engine.snapshot.waiting == nil)
        let generation = try #require(engine.currentGeneration)
        let stopped = engine.now
        engine.tell(.buffering(generation, percent: 0))
        engine.advance(1.9)
        #expect(engine.snapshot.waiting == nil)
        engine.advance(0.2)
        let waiting = WaitingSnapshot(cause: .server, since: stopped)
        #expect(engine.snapshot.waiting == waiting && engine.snapshot.status == .playing)
        engine.advance(60)
        engine.tell(.buffering(generation, percent: 50))
        #expect(engine.snapshot.waiting == waiting)
        engine.tell(.buffering(generation, percent: 100))
        #expect(engine.snapshot.waiting == nil)
    }

    @Test("a server that does not answer is told, too; whoever pauses waits for nothing") func opening() {
        let engine = Self.engine()
        engine.holdsPreparing = true
        let begun = engine.now
        engine.send(.play)
        engine.advance(3)
        #expect(engine.snapshot.waiting == WaitingSnapshot(cause: .server, since: begun))
        engine.send(.pause)
        #expect(engine.snapshot.waiting == nil)
        engine.send(.play)
        engine.advance(3)
        #expect(engine.snapshot.waiting?.cause == .server)
        engine.send(.stop)
        #expect(engine.snapshot.waiting == nil)
    }

    @Test("what opens or seeks at once is not told, and nothing wakes the processor while it plays") func quick() {
        let engine = Self.engine("file:///a.mp3")
        var told = false
        engine.observe = { snapshot, _ in told = told || snapshot.waiting != nil }
        engine.send(.play)
        engine.advance(30)
        engine.send(.seek(by: .seconds(10)))
        engine.advance(30)
        #expect(!told)
        #expect(engine.player.features.waits.wakesAt(engine.player.scene) == nil)
    }

    @Test("a hanging disk and a lost sound server are told by name", arguments: [false, true]) func causes(
        isSound: Bool
    ) throws {
        let engine = Self.engine("file:///mnt/a.mp3")
        engine.send(.play)
        engine.advance(5)
        let generation = try #require(engine.currentGeneration)
        if isSound {
            engine.tell(.outputLost(PlaybackFault(.audioOutputLost, "It is gone."), retryIn: .seconds(1)))
        } else {
            engine.tell(.buffering(generation, percent: 0))
        }
        engine.advance(3)
        #expect(engine.snapshot.waiting?.cause == (isSound ? .sound : .file))
    }
}
