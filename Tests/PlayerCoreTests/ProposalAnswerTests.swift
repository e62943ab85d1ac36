import Testing

@testable import PlayerCore

/// What people press while a proposal is presented.
@Suite struct ProposalAnswerTests {
    private static func engine(interval: Double) -> FakeEngine {
        let engine = FakeEngine()
        for uri in ["file:///one", "file:///two"] { engine.media[uri] = FakeMedia(duration: .seconds(100)) }
        engine.send(.openURI("file:///one"))
        engine.send(
            .proposals(
                .propose(
                    Proposal(
                        source: .client, description: MediaDescription(uri: "file:///two"), presentAt: .seconds(80),
                        automaticAcceptanceInterval: interval))))
        return engine
    }

    @Test("Next accepts what is presented, and is possible") func next() {
        let engine = Self.engine(interval: 10)
        engine.advance(50)
        #expect(!engine.snapshot.canGoNext)
        engine.advance(35)
        #expect(engine.snapshot.canGoNext)
        #expect(engine.send(.next) == .success(.done))
        engine.advance(1)
        #expect(engine.playing == "file:///two")
    }

    @Test(
        "after the end, Play accepts it instead of beginning the item again",
        arguments: [PlayerCommand.play, .playPause])
    func play(command: PlayerCommand) {
        let engine = Self.engine(interval: .nan)
        engine.advance(105)
        #expect(engine.snapshot.proposal.state == .presented && engine.snapshot.proposal.isAtEnd)
        #expect(engine.send(command) == .success(.done))
        engine.advance(1)
        #expect(engine.playing == "file:///two")
    }

    @Test("before the end, Play is Play") func playPause() {
        let engine = Self.engine(interval: .nan)
        engine.advance(85)
        engine.send(.playPause)
        #expect(engine.status == .paused)
        engine.send(.play)
        #expect(engine.status == .playing && engine.playing == "file:///one")
    }

    @Test("what was put off is asked again, and accepted by nobody else", arguments: [10.0, -5, 0])
    func putOff(interval: Double) {
        let engine = Self.engine(interval: interval)
        engine.advance(81)
        #expect(engine.send(.proposals(.deferDecision)) == .success(.done))
        engine.advance(120)
        #expect(engine.playing != "file:///two")
        #expect(engine.snapshot.proposal.state == .presented && engine.snapshot.proposal.acceptsIn == nil)
        #expect(engine.send(.proposals(.accept)) == .success(.done))
        engine.advance(1)
        #expect(engine.playing == "file:///two")
    }
}
