import PlayerCore
import Testing

/// The picture by hand: frame by frame, and turned.
@Suite struct PictureControlTests {
    private static let film = "file:///film.mkv"
    private static let next = "file:///next.mkv"
    private static let song = "file:///song.flac"

    private static func engine(_ uris: [String] = [film, next, song]) -> FakeEngine {
        let engine = FakeEngine()
        for uri in [film, next] {
            engine.media[uri] = FakeMedia(duration: .seconds(100), findings: ItemFindings(), hasVideo: true)
        }
        engine.media[song] = FakeMedia(duration: .seconds(100), findings: ItemFindings())
        engine.send(.replaceQueue(uris.map { MediaDescription(uri: $0) }, play: true, start: nil, index: 0))
        engine.advance(1)
        return engine
    }

    /// The number of the shown frame.
    private static func frame(_ engine: FakeEngine) -> Double { engine.position / 0.04 }

    private static func isRefused(_ engine: FakeEngine, _ command: PlayerCommand) -> Bool {
        if case .failure(.notPossible) = engine.send(command) { true } else { false }
    }

    @Test func aStepIsASeekToTheNextFrame() {
        let engine = Self.engine()
        engine.send(.pause)
        engine.send(.setPosition(engine.id(0), .seconds(10)))
        engine.send(.step(1))
        #expect(abs(Self.frame(engine) - 251) < 0.01)
        engine.send(.step(1))
        engine.send(.step(-1))
        engine.send(.step(-1))
        #expect(abs(Self.frame(engine) - 250) < 0.01)
        #expect(engine.snapshot.status == .paused)
    }

    /// Before the first frame that the decoder has, its time is known only after a seek.
    @Test func stepsLeadOverWhatTheDecoderHas() {
        let engine = Self.engine()
        engine.send(.pause)
        engine.send(.setPosition(engine.id(0), .seconds(10)))
        engine.send(.step(-3))
        #expect(abs(Self.frame(engine) - 247) < 0.01)
        engine.send(.step(-60))
        #expect(abs(Self.frame(engine) - 187) < 0.01)
        engine.send(.step(48))
        #expect(abs(Self.frame(engine) - 235) < 0.01)
    }

    @Test func stepsThatComeTogetherAreAddedUp() {
        let engine = Self.engine()
        engine.send(.pause)
        engine.send(.setPosition(engine.id(0), .seconds(10)))
        engine.holdsSeeks = true
        for _ in 0..<5 { engine.send(.step(1)) }
        engine.holdsSeeks = false
        engine.landSeek()
        #expect(abs(Self.frame(engine) - 255) < 0.01)
    }

    @Test func theFirstAndTheLastFrameAreTheEnd() {
        let engine = Self.engine()
        engine.send(.pause)
        engine.send(.setPosition(engine.id(0), .zero))
        engine.send(.step(-1))
        #expect(Self.frame(engine) == 0)
        engine.send(.setPosition(engine.id(0), .seconds(99.9)))
        engine.send(.step(20))
        #expect(abs(Self.frame(engine) - 2_499) < 0.01)
        engine.send(.step(1))
        #expect(abs(Self.frame(engine) - 2_499) < 0.01)
        #expect(engine.snapshot.currentIndex == 0)
    }

    @Test func onlyAPausedPictureIsStepped() {
        let engine = Self.engine()
        #expect(Self.isRefused(engine, .step(1)))
        engine.send(.stop)
        #expect(Self.isRefused(engine, .step(1)))
        engine.send(.goTo(engine.id(2)))
        engine.advance(1)
        engine.send(.pause)
        #expect(Self.isRefused(engine, .step(1)), "a song")
    }

    @Test func aPictureIsTurnedForItsItem() throws {
        let engine = Self.engine()
        let generation = try #require(engine.currentGeneration)
        engine.send(.rotate(90))
        #expect(engine.turns[generation] == 1)
        #expect(engine.snapshot.rotation == 90)
        engine.send(.next)
        engine.advance(1)
        #expect(engine.snapshot.rotation == 0)
        // Opened again, it is turned again.
        engine.send(.setPosition(engine.id(1), .zero))
        engine.send(.previous)
        engine.advance(1)
        let again = try #require(engine.currentGeneration)
        #expect(again != generation)
        #expect(engine.turns[again] == 1)
        engine.send(.rotate(0))
        #expect(engine.turns[again] == 0)
    }

    @Test func whatCannotBeTurnedIsRefused() {
        let engine = Self.engine()
        #expect(engine.send(.rotate(45)) == .failure(.invalid("A picture is turned by 0, 90, 180 or 270 degrees.")))
        engine.send(.stop)
        #expect(Self.isRefused(engine, .rotate(90)))
        engine.send(.goTo(engine.id(2)))
        engine.advance(1)
        #expect(Self.isRefused(engine, .rotate(90)), "a song")
    }
}
