import PlayerCore
import Testing

/// What a proposal does while something else wants a say: the table in docs/media.md, row by row.
@Suite struct ProposalConditionTests {
    /// An item of 1,000 s whose next is presented a minute before the end.
    private func engine(interval: Double = 0, queued: Int = 0, settings: PlayerSettings = PlayerSettings())
        -> FakeEngine
    {
        let engine = FakeEngine(settings: settings)
        let uris = ["file:///0.mkv"] + (0..<queued).map { "file:///queued\($0).mkv" }
        for uri in uris + ["file:///next.mkv"] {
            engine.media[uri] = FakeMedia(duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true)
        }
        var next = NextDescription(uri: "file:///next.mkv")
        next.presentAt = .seconds(-60)
        next.automaticAcceptanceInterval = interval
        let items = uris.enumerated().map { index, uri in
            described(uri) { if index == 0 { $0.next = next } }
        }
        engine.send(.replaceQueue(items, play: true, start: .seconds(930), index: 0))
        engine.forget()
        return engine
    }

    private func state(_ engine: FakeEngine) -> String { engine.snapshot.proposal.state.rawValue }

    @Test func anInhibitorHoldsItBackAndTheQueueGoesOn() {
        let engine = engine(queued: 1)
        engine.send(.proposals(.inhibit("a card")))
        engine.advance(20)
        #expect(state(engine) == "scheduled")
        engine.advance(51)
        #expect(engine.playing == "file:///queued0.mkv")
    }

    @Test func releasedItIsPresentedAtOnce() {
        let engine = engine()
        engine.send(.proposals(.inhibit("a card")))
        engine.advance(20)
        engine.send(.proposals(.release(1)))
        #expect(state(engine) == "presented")
    }

    @Test func linearPlaybackHoldsItBackToTheEnd() {
        let engine = engine(interval: 5)
        engine.send(.segments(.setLinear(true, by: "client")))
        engine.advance(69)
        #expect(state(engine) == "scheduled")
        engine.advance(2)
        #expect(state(engine) == "presented", "the item is over: there is nothing to be seen in order")
        engine.advance(5)
        #expect(engine.playing == "file:///next.mkv")
    }

    @Test func aRepeatedItemProposesNothing() {
        let engine = engine()
        engine.send(.setLoop(.track))
        engine.advance(71)
        #expect(state(engine) == "none")
        #expect(engine.playing == "file:///0.mkv")
        #expect(engine.position == 1)
    }

    @Test func atTheSleepTimersEndOfItemTheNextWaitsPaused() {
        let engine = engine()
        engine.send(.sleepTimer(.set(.item, .zero)))
        engine.advance(20)
        #expect(state(engine) == "presented")
        engine.advance(51)
        #expect(engine.playing == "file:///next.mkv")
        #expect(engine.status == .paused)
        #expect(engine.position == 0)
    }

    @Test("nothing counts down while the sleep timer ends with the item", arguments: [-10.0, 0, 5])
    func theSleepTimersEndOfItemCountsNothingDown(interval: Double) {
        let engine = engine(interval: interval)
        engine.advance(20)
        #expect(engine.snapshot.proposal.acceptsIn != nil)
        engine.send(.sleepTimer(.set(.item, .zero)))
        #expect(engine.snapshot.proposal.acceptsIn == nil)
        engine.advance(45)
        #expect(engine.playing == "file:///0.mkv" && state(engine) == "presented")
        #expect(engine.snapshot.proposal.acceptsIn(at: engine.now) == nil)
        engine.send(.sleepTimer(.set(.none, .zero)))
        #expect((engine.snapshot.proposal.acceptsIn == nil) == (interval < 0), "it was time already")
    }

    @Test func whatWouldBeAcceptedAfterTheEndWaitsForWhoFellAsleep() {
        let engine = engine(interval: 5)
        engine.send(.sleepTimer(.set(.item, .zero)))
        engine.advance(100)
        #expect(state(engine) == "presented")
        #expect(engine.status == .stopped)
        #expect(engine.snapshot.proposal.acceptsIn == nil)
        engine.send(.proposals(.accept))
        #expect(engine.playing == "file:///next.mkv")
        #expect(engine.status == .playing)
    }

    @Test func theSleepTimersTimeEndsTheCountdown() {
        let engine = engine(interval: 30)
        engine.send(.sleepTimer(.set(.duration, .seconds(80))))
        engine.advance(75)
        #expect(engine.snapshot.proposal.acceptsIn(at: engine.now) != nil)
        engine.advance(100)
        #expect(state(engine) == "presented")
        #expect(engine.status == .stopped)
    }

    @Test(arguments: [Progression.pause, .stop]) func otherProgressionsAcceptNothingByThemselves(
        progression: Progression
    ) {
        let engine = engine(queued: 1)
        engine.send(.setProgression(progression))
        engine.advance(20)
        #expect(state(engine) == "presented")
        engine.advance(80)
        #expect(engine.status != .playing)
        #expect(engine.playing == (progression == .pause ? "file:///queued0.mkv" : "file:///0.mkv"))
    }

    @Test func whileItAsksWhoIsThereNothingIsAccepted() {
        var settings = PlayerSettings()
        settings.stillWatching.items = 1
        let engine = engine(interval: 5, settings: settings)
        engine.advance(200)
        #expect(engine.snapshot.proposal.isStillWatching)
        #expect(engine.status != .playing)
        engine.send(.play)
        #expect(engine.status == .playing)
    }
}
