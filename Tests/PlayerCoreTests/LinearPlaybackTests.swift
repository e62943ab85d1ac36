import Testing

@testable import PlayerCore

@Suite struct LinearPlaybackTests {
    private static func isLinear(_ engine: FakeEngine) -> Bool { engine.snapshot.segments.requiresLinearPlayback }

    @Test func itLastsAsLongAsAnybodyWantsIt() {
        let engine = SegmentTests.engine([])
        for client in ["one", "other"] {
            #expect(engine.send(.segments(.setLinear(true, by: client))) == .success(.done))
        }
        engine.send(.segments(.setLinear(false, by: "one")))
        #expect(Self.isLinear(engine))
        engine.send(.segments(.setLinear(false, by: "stranger")))
        #expect(Self.isLinear(engine))
        engine.send(.segments(.setLinear(false, by: "other")))
        #expect(!Self.isLinear(engine))
    }

    @Test func itEndsWithTheItem() {
        let engine = SegmentTests.engine([], items: 2)
        engine.send(.setRate(1.5))
        engine.send(.segments(.setLinear(true, by: "one")))
        #expect(Self.isLinear(engine))
        engine.advance(100.5)
        #expect(engine.playing == "file:///1.mkv")
        #expect(!Self.isLinear(engine))
        #expect(engine.snapshot.canSeek)
        // What it wanted before, it wants no more.
        engine.send(.segments(.setLinear(true, by: "other")))
        engine.send(.segments(.setLinear(false, by: "other")))
        #expect(!Self.isLinear(engine))
    }

    /// The engine refuses it at once while a sound server hangs. Asking again would never end.
    @Test func aRateThatIsRefusedIsNotAskedForAgain() {
        let engine = SegmentTests.engine([])
        engine.send(.setRate(1.5))
        engine.holdsSeeks = true
        engine.send(.segments(.setLinear(true, by: "one")))
        #expect(engine.heldSeeks.count == 1)
        engine.failSeek()
        #expect(engine.heldSeeks.isEmpty)
        // What somebody asks for is tried.
        engine.send(.setRate(0.5))
        #expect(engine.heldSeeks.count == 1)
    }

    @Test func withoutAnItemThereIsNothingToPlayAsItComes() {
        let engine = FakeEngine(settings: PlayerSettings())
        guard case .failure(.notPossible) = engine.send(.segments(.setLinear(true, by: "one"))) else {
            Issue.record("it was taken")
            return
        }
        #expect(engine.send(.segments(.setLinear(false, by: "one"))) == .success(.done))
    }
}
