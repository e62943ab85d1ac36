import Testing

@testable import PlayerCore

/// What the player's snapshots give to prompt people with.
@Suite struct PromptSituationTests {
    private static func credits(_ start: Double, _ end: Double, _ kind: SegmentKind = .openingCredits)
        -> SegmentDescription
    {
        SegmentDescription(start: .seconds(start), end: .seconds(end), kind: kind.rawValue)
    }

    private func situation(_ engine: FakeEngine) -> PromptSituation {
        PromptSituation(engine.snapshot, now: engine.now)
    }

    @Test func anOfferIsTakenFromTheSegments() {
        let engine = FakeEngine()
        engine.send(
            .replaceQueue(
                [described("file:///a") { $0.segments = [Self.credits(5, 30)] }], play: true, start: nil, index: 0))
        #expect(situation(engine).offer == nil)
        engine.advance(6)
        let offer = situation(engine).offer
        #expect(offer?.kind == .openingCredits)
        #expect(offer?.end == .seconds(30))
        #expect(offer?.isProminent == true)
        engine.send(.segments(.setLinear(true, by: ":1.1")), from: .program)
        #expect(situation(engine).offer == nil, "it cannot be taken")
        engine.send(.segments(.setLinear(false, by: ":1.1")), from: .program)
        engine.send(.segments(.takeOffer))
        #expect(situation(engine).offer == nil)
        #expect(engine.position >= 30)
    }

    @Test func aProposalHasTheWordsOfTheEntryThatItPlays() {
        let engine = FakeEngine()
        let next = described("file:///b") { ($0.title, $0.season, $0.episode) = ("Pilot", 1, 2) }
        let first = described("file:///a") { $0.segments = [Self.credits(80, 100, .closingCredits)] }
        engine.send(.replaceQueue([first, next], play: true, start: nil, index: 0))
        engine.advance(81)
        let proposal = situation(engine).proposal
        #expect(proposal?.title == "Pilot")
        #expect(proposal?.lines == ["Season 1, episode 2"])
        #expect((proposal?.acceptsIn?.seconds).map { (18...20).contains($0) } == true)
        #expect(proposal?.countingRate == 1)
        #expect(proposal?.isAtEnd == false)
    }

    @Test func whatIsStoppedAsksNobody() {
        let engine = FakeEngine()
        let first = described("file:///a") { $0.segments = [Self.credits(80, 100, .closingCredits)] }
        let next = described("file:///b") { $0.title = "Two" }
        engine.send(.replaceQueue([first, next], play: true, start: nil, index: 0))
        engine.advance(81)
        #expect(situation(engine).proposal != nil)
        engine.send(.stop)
        #expect(situation(engine).proposal == nil)
    }

    @Test func atTheEndOfTheItemAProposalWaits() {
        let engine = FakeEngine()
        let next = NextDescription(uri: "file:///b")
        engine.send(
            .replaceQueue([described("file:///a") { $0.next = next }], play: true, start: nil, index: 0))
        engine.advance(101)
        #expect(situation(engine).proposal?.isAtEnd == true)
        // What a prompt offers there does something.
        engine.send(.proposals(.reject))
        #expect(situation(engine).proposal == nil)
    }

    @Test func continuingAnswersWhetherSomebodyWatches() {
        var settings = PlayerSettings()
        settings.stillWatching.time = .seconds(20)
        let engine = FakeEngine(["file:///a"], settings: settings)
        engine.send(.play)
        engine.advance(21)
        #expect(situation(engine).isStillWatching)
        #expect(engine.status == .paused)
        engine.send(.play)
        #expect(!situation(engine).isStillWatching)
        #expect(engine.status == .playing)
    }

    @Test func onlyActionsThatCanBePressedCount() {
        let engine = FakeEngine(["file:///a"])
        engine.send(.play)
        let actions = [
            ClientAction(id: "now", title: "Now"), ClientAction(id: "later", title: "Later", from: .seconds(10)),
        ]
        engine.send(.actions(.set(actions, by: ":1.1")), from: .program)
        #expect(situation(engine).actions.map(\.id) == ["now"])
    }

    @Test func whatIsDrawnInAWindowThatCanBeSeenIsNoPrompt() {
        var snapshot = PlayerSnapshot()
        snapshot.cards = [.offer(.recap), .proposal(ProposalCard(title: "Two")), .stillWatching, .paused]
        #expect(PromptSituation(snapshot, now: .seconds(0)).drawn.isEmpty, "there is no window")
        snapshot.window.geometry = WindowRect(x: 0, y: 0, width: 1_280, height: 720)
        #expect(PromptSituation(snapshot, now: .seconds(0)).drawn.isEmpty, "nobody sees it")
        snapshot.window.isInSight = true
        #expect(PromptSituation(snapshot, now: .seconds(0)).drawn == [.offer, .proposal, .stillWatching])
        // What does not fit is not drawn.
        snapshot.window.cardsWithoutRoom = [.offer, .proposal, .stillWatching]
        #expect(PromptSituation(snapshot, now: .seconds(0)).drawn.isEmpty)
    }
}
