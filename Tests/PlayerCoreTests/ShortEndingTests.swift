import PlayerCore
import Testing

/// Files that end long before the end that their container states.
@Suite struct ShortEndingTests {
    private func engine(stated: Double?) -> FakeEngine {
        let engine = FakeEngine()
        var findings = ItemFindings()
        findings.container.duration = stated.map { .seconds($0) }
        engine.media["file:///film"] = FakeMedia(duration: .seconds(300), findings: findings)
        engine.send(.openURI("file:///film"))
        return engine
    }

    @Test func aFileThatIsCutShortWasNotHeardToItsEnd() throws {
        let engine = engine(stated: 300)
        engine.advance(22)
        engine.tell(.ended(try #require(engine.currentGeneration)))
        let ending = try #require(engine.snapshot.lastEnding)
        #expect(ending.cause == .finished && ending.isShort)
        #expect(abs(ending.position.seconds - 22) < 1)
    }

    /// The item is left there, and continues.
    @Test func anInterstitialInTheMiddleIsNoShortEnding() {
        let engine = FakeEngine()
        var findings = ItemFindings()
        findings.container.duration = .seconds(300)
        engine.media["file:///film"] = FakeMedia(duration: .seconds(300), findings: findings)
        engine.media["file:///ad"] = FakeMedia(duration: .seconds(10), findings: findings)
        var told = InterstitialDescription()
        (told.at, told.uris) = (.seconds(60), ["file:///ad"])
        var fields = MediaDetails.Fields()
        fields.interstitials = [told]
        let film = MediaDescription(uri: "file:///film", details: MediaDetails(fields))
        engine.send(.replaceQueue([film], play: true, start: nil, index: 0))
        engine.advance(65)
        #expect(engine.playing == "file:///ad")
        #expect(engine.snapshot.lastEnding?.isShort == false)
        engine.advance(10)
        #expect(engine.playing == "file:///film")
        #expect(engine.snapshot.lastEnding?.isShort == false)
    }

    @Test func creditsThatAreSkippedToTheEndAreNoShortEnding() throws {
        let engine = engine(stated: 300)
        engine.advance(1)
        let credits = SegmentDescription(start: .seconds(240), end: .seconds(300), kind: "closing-credits")
        engine.send(.segments(.set([credits])))
        engine.send(.setPosition(engine.id(0), .seconds(245)))
        engine.advance(1)
        #expect(engine.send(.segments(.takeOffer)) == .success(.done))
        let ending = try #require(engine.snapshot.lastEnding)
        #expect(ending.cause == .finished && !ending.isShort)
    }

    @Test(arguments: [(300.0, 296.0), (nil, 22.0)]) func whatIsEstimatedOrNearlyThereIsNotShort(
        stated: Double?, heard: Double
    ) throws {
        let engine = engine(stated: stated)
        engine.advance(heard)
        engine.tell(.ended(try #require(engine.currentGeneration)))
        let ending = try #require(engine.snapshot.lastEnding)
        #expect(ending.cause == .finished && !ending.isShort)
        #expect(ending.position == .seconds(300))
    }
}
