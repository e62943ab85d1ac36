import PlayerCore
import Testing

/// Proposals against a fake clock: what is presented when, and what decisions do.
@Suite struct ProposalTests {
    private static func engine(
        items: Int = 1, duration: Double = 3_000, credits: (Double, Double)? = nil,
        next: ((inout NextDescription) -> Void)? = nil, settings: PlayerSettings = PlayerSettings()
    ) -> FakeEngine {
        let engine = FakeEngine(settings: settings)
        let uris = (0..<items).map { "file:///\($0).mkv" }
        for uri in uris + ["file:///next.mkv"] {
            engine.media[uri] = FakeMedia(duration: .seconds(duration), findings: ItemFindings(), hasVideo: true)
        }
        let descriptions = uris.enumerated().map { index, uri in
            described(uri) { fields in
                if let credits {
                    fields.segments = [
                        SegmentDescription(
                            start: .seconds(credits.0), end: .seconds(credits.1), kind: "closing-credits")
                    ]
                }
                if index == 0, let next {
                    var description = NextDescription(uri: "file:///next.mkv")
                    next(&description)
                    fields.next = description
                }
            }
        }
        engine.send(.replaceQueue(descriptions, play: true, start: nil, index: 0))
        engine.forget()
        return engine
    }

    private func state(_ engine: FakeEngine) -> String { engine.snapshot.proposal.state.rawValue }
    private func go(_ engine: FakeEngine, _ seconds: Double) {
        engine.send(.setPosition(engine.id(engine.snapshot.currentIndex ?? 0), .seconds(seconds)))
    }

    @Test func theQueuesNextIsPresentedAtTheCreditsAndPlaysAtTheEndAnyway() {
        let engine = Self.engine(items: 2, credits: (2_900, 3_000))
        #expect(state(engine) == "scheduled")
        go(engine, 2_890)
        engine.advance(9)
        #expect(state(engine) == "scheduled")
        engine.advance(2)
        #expect(state(engine) == "presented")
        #expect(engine.preloaded == "file:///1.mkv", "ready for an answer")
        engine.advance(100)
        #expect(engine.playing == "file:///1.mkv")
        #expect(state(engine) == "none")
    }

    /// The longest that fits: added to the clock it lies behind the end of time, not before now.
    @Test(.timeLimit(.minutes(10))) func anIntervalAsLongAsTimeItselfIsWaitedFor() {
        let engine = Self.engine(duration: 100, next: { $0.automaticAcceptanceInterval = 9_223_372_036 })
        engine.advance(150)
        #expect(state(engine) == "presented")
        #expect(engine.playing == nil || engine.playing == "file:///0.mkv")
        let far = MonotonicTime(nanoseconds: .max - 5) + .seconds(1)
        #expect(far.nanoseconds == .max && MonotonicTime(microseconds: .max).nanoseconds == .max)
    }

    @Test func theCreditsOfAShortItemPresentItTooHoweverShortTheyAre() {
        let engine = Self.engine(items: 2, duration: 40, credits: (32, 40))
        engine.advance(31)
        #expect(state(engine) == "scheduled")
        engine.advance(2)
        #expect(state(engine) == "presented")
        engine.advance(8)
        #expect(engine.playing == "file:///1.mkv")
        let unknown = Self.engine(items: 2, duration: 40)
        unknown.advance(39)
        #expect(state(unknown) == "scheduled", "nothing is guessed")
    }

    @Test func acceptingStartsTheNextAtOnce() {
        let engine = Self.engine(items: 2, credits: (2_900, 3_000))
        go(engine, 2_910)
        let generation = engine.preloadGeneration
        #expect(engine.send(.proposals(.accept)) == .success(.done))
        #expect(engine.playing == "file:///1.mkv")
        #expect(engine.currentGeneration == generation, "the one that was prepared")
        #expect(engine.notices.contains(.proposals(.accepted(.user))))
    }

    @Test func aRejectedOneDoesNotComeBackAndTheQueueStops() {
        let engine = Self.engine(items: 2, credits: (2_900, 3_000))
        go(engine, 2_910)
        #expect(engine.send(.proposals(.reject)) == .success(.done))
        go(engine, 100)
        go(engine, 2_950)
        #expect(state(engine) == "rejected")
        engine.advance(60)
        #expect(engine.status == .stopped)
        #expect(engine.playing == "file:///0.mkv")
    }

    @Test func goingBackWithdrawsItAndArmsItAgain() {
        let engine = Self.engine(items: 2, credits: (2_900, 3_000))
        go(engine, 2_910)
        #expect(state(engine) == "presented")
        go(engine, 2_000)
        #expect(state(engine) == "scheduled")
        go(engine, 2_920)
        #expect(state(engine) == "presented")
    }

    @Test func aDeferredOneComesAgainAtTheEnd() {
        let engine = Self.engine(next: { $0.presentAt = .seconds(-100) })
        go(engine, 2_950)
        #expect(engine.send(.proposals(.deferDecision)) == .success(.done))
        engine.advance(40)
        #expect(state(engine) == "deferred")
        engine.advance(20)
        #expect(engine.status == .stopped)
        #expect(state(engine) == "presented")
        #expect(engine.send(.proposals(.accept)) == .success(.done))
        #expect(engine.playing == "file:///next.mkv")
        #expect(engine.status == .playing)
        #expect(engine.snapshot.items.count == 2)
    }

    @Test("what was put off is forgotten when the item is played anew")
    func deferredAndPlayedAnew() {
        let engine = Self.engine(next: { ($0.presentAt, $0.automaticAcceptanceInterval) = (.seconds(-100), -5) })
        go(engine, 2_950)
        #expect(engine.snapshot.proposal.acceptsIn != nil)
        #expect(engine.send(.proposals(.deferDecision)) == .success(.done))
        engine.send(.goTo(engine.id(0)))
        go(engine, 2_950)
        #expect(state(engine) == "presented" && engine.snapshot.proposal.acceptsIn != nil)
    }

    @Test func withoutAnIntervalNothingPlaysUntilSomebodyDecides() {
        let engine = Self.engine(next: { $0.presentAt = nil })
        go(engine, 2_990)
        engine.advance(20)
        #expect(engine.status == .stopped)
        #expect(state(engine) == "presented")
        engine.advance(1_000)
        #expect(state(engine) == "presented")
        #expect(engine.snapshot.proposal.acceptsIn(at: engine.now) == nil)
    }

    @Test func aPositiveIntervalCountsAfterTheEnd() {
        let engine = Self.engine(next: { $0.automaticAcceptanceInterval = 5 })
        go(engine, 2_990)
        engine.advance(12)
        #expect(state(engine) == "presented")
        #expect(engine.snapshot.proposal.acceptsIn(at: engine.now) == .seconds(3))
        engine.advance(4)
        #expect(engine.playing == "file:///next.mkv")
        #expect(engine.notices.contains(.proposals(.accepted(.automatic))))
    }

    @Test func zeroJoinsWithoutAGap() {
        let engine = Self.engine(next: { $0.automaticAcceptanceInterval = 0 })
        go(engine, 2_995)
        #expect(engine.preloaded == "file:///next.mkv")
        let generation = engine.preloadGeneration
        engine.advance(6)
        #expect(engine.playing == "file:///next.mkv")
        #expect(engine.currentGeneration == generation)
        #expect(engine.notices.contains(.proposals(.accepted(.automatic))))
    }

    @Test func aNegativeIntervalAcceptsBeforeTheEndInMediaTime() {
        let engine = Self.engine(next: {
            $0.presentAt = .seconds(-60)
            $0.automaticAcceptanceInterval = -20
        })
        go(engine, 2_950)
        #expect(engine.snapshot.proposal.acceptsIn == .seconds(30))
        engine.send(.pause)
        engine.advance(100)
        #expect(state(engine) == "presented", "never while paused")
        #expect(engine.snapshot.proposal.acceptsIn(at: engine.now) == .seconds(30))
        engine.send(.setRate(2))
        engine.send(.play)
        engine.advance(14)
        #expect(state(engine) == "presented")
        engine.advance(2)
        #expect(engine.playing == "file:///next.mkv")
    }

    @Test func whatIsHeldIsNotJoined() {
        let engine = Self.engine(next: { $0.presentAt = .seconds(-60) })
        go(engine, 2_950)
        #expect(engine.preloaded == "file:///next.mkv", "ready for an answer")
        engine.advance(60)
        #expect(engine.playing == "file:///0.mkv")
        #expect(engine.status == .stopped)
    }

    @Test func aClientsProposalWinsAndCanBeTakenBack() {
        let engine = Self.engine(items: 2, credits: (2_900, 3_000))
        let proposal = Proposal(
            source: .client, description: MediaDescription(uri: "file:///next.mkv"), presentAt: .seconds(10))
        #expect(engine.send(.proposals(.propose(proposal))) == .success(.done))
        engine.advance(11)
        #expect(engine.snapshot.proposal.proposal?.description.uri == "file:///next.mkv")
        #expect(state(engine) == "presented")
        #expect(engine.send(.proposals(.withdraw)) == .success(.done))
        #expect(state(engine) == "scheduled")
        #expect(engine.snapshot.proposal.proposal?.source == .queue)
    }

    @Test func rejectingAClientsProposalLeavesTheQueue() {
        let engine = Self.engine(items: 2)
        engine.send(
            .proposals(.propose(Proposal(source: .client, description: MediaDescription(uri: "file:///next.mkv")))))
        go(engine, 2_999)
        engine.advance(2)
        #expect(state(engine) == "presented")
        #expect(engine.status == .stopped)
        #expect(engine.send(.proposals(.reject)) == .success(.done))
        #expect(engine.playing == "file:///1.mkv")
        #expect(engine.status == .playing)
        #expect(!engine.notices.contains(.proposals(.accepted(.automatic))), "what plays was not proposed")
    }

    @Test func nothingIsPresentedWhileInhibitedOrLinear() {
        let engine = Self.engine(items: 2, credits: (2_900, 3_000))
        guard case .success(.ticket(let ticket)) = engine.send(.proposals(.inhibit("game"))) else {
            Issue.record("no ticket")
            return
        }
        go(engine, 2_910)
        #expect(state(engine) == "scheduled")
        engine.send(.proposals(.release(ticket)))
        #expect(state(engine) == "presented")
        engine.send(.segments(.setLinear(true, by: "client")))
        #expect(state(engine) == "scheduled")
        guard case .failure(.notFound) = engine.send(.proposals(.release(ticket))) else {
            Issue.record("released twice")
            return
        }
    }

    @Test func aRepeatedItemHasNoProposal() {
        let engine = Self.engine(items: 2, credits: (2_900, 3_000))
        engine.send(.setLoop(.track))
        go(engine, 2_910)
        #expect(state(engine) == "none")
    }

    @Test func nothingIsGuessedInTheLastSeconds() {
        let engine = Self.engine(items: 2)
        go(engine, 2_985)
        #expect(state(engine) == "scheduled", "under 20 s are left")
        engine.advance(16)
        #expect(engine.playing == "file:///1.mkv")
    }

    @Test func itsPictureIsFetchedOnlyWhenItIsPresented() {
        let engine = Self.engine(next: {
            $0.presentAt = .seconds(-100)
            $0.artwork = "https://example.org/next.jpg"
        })
        #expect(engine.fetchedImages.isEmpty)
        go(engine, 2_950)
        #expect(engine.fetchedImages == [.uri("https://example.org/next.jpg")])
        #expect(engine.snapshot.proposal.artworkURI != nil)
    }

    @Test func aDeadNextItemFallsBackToTheOneAfterIt() {
        let engine = Self.engine(items: 2, next: { $0.automaticAcceptanceInterval = 0 })
        engine.media["file:///next.mkv"] = .broken
        go(engine, 2_995)
        engine.advance(6)
        #expect(engine.playing == "file:///1.mkv")
        #expect(!engine.notices.failedItems.isEmpty)
    }

    @Test func decidingAboutNothingIsRefused() {
        let engine = Self.engine(items: 2)
        for command in [
            PlayerCommand.proposals(.accept), .proposals(.reject), .proposals(.deferDecision), .proposals(.withdraw),
        ] {
            guard case .failure(.noProposal) = engine.send(command) else {
                Issue.record("\(command)")
                continue
            }
        }
    }
}
