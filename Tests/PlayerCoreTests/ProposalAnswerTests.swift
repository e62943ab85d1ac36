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

    @Test("the machine's sleep behind the end leaves it open") func sleep() {
        let engine = Self.engine(interval: .nan)
        engine.advance(105)
        engine.tell(.machine(.fallsAsleep))
        engine.tell(.machine(.awakes))
        #expect(engine.snapshot.proposal.state == .presented && engine.snapshot.proposal.isAtEnd)
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

    /// An episode whose folder has another one, which is not in the queue.
    private static func episode() -> FakeEngine {
        var settings = PlayerSettings()
        settings.hasJournal = true
        let engine = FakeEngine(settings: settings)
        var findings = ItemFindings()
        findings.nextEpisode = "file:///two"
        engine.media["file:///one"] = FakeMedia(duration: .seconds(1_000), findings: findings, hasVideo: true)
        engine.media["file:///two"] = FakeMedia(duration: .seconds(100), hasVideo: true)
        engine.send(.replaceQueue([MediaDescription(uri: "file:///one")], play: true, start: nil, index: 0))
        engine.advance(10)
        return engine
    }

    @Test(
        "whoever leaves at the end begins the next time with what was proposed", arguments: [PlayerCommand.quit, .stop])
    func leaveAtEnd(command: PlayerCommand) {
        let engine = Self.episode()
        engine.advance(995)
        #expect(engine.snapshot.proposal.isOver, "\(engine.snapshot.proposal.state)")
        #expect(engine.send(command) == .success(.done))
        engine.advance(60)
        #expect(engine.status == .stopped && engine.snapshot.current?.description.uri == "file:///two")
        #expect(engine.snapshot.proposal.state != .presented)
        engine.send(.play)
        engine.advance(1)
        #expect(engine.playing == "file:///two" && engine.status == .playing)
    }

    @Test("Stop on the card ends playback, and Play goes on with what was proposed", arguments: [1, 2])
    func stopOnCard(items: Int) {
        let engine = Self.engine(interval: 10)
        if items == 2 { engine.send(.insert([MediaDescription(uri: "file:///two")], at: .max)) }
        engine.advance(85)
        engine.forget()
        #expect(engine.send(.proposals(.stop)) == .success(.done))
        #expect(engine.status == .stopped && engine.snapshot.items.count == 2)
        #expect(engine.snapshot.lastEnding?.cause == .finished)
        engine.send(.play)
        engine.advance(1)
        #expect(engine.playing == "file:///two")
    }

    @Test("Not now behind the end leaves the next item of the queue for another day") func notNowAtEnd() {
        let hands = Hands()
        hands.engine.send(.insert([MediaDescription(uri: "file:///b")], at: .max))
        hands.engine.send(
            .proposals(
                .propose(
                    Proposal(
                        source: .client, description: MediaDescription(uri: "file:///b"), presentAt: .seconds(80),
                        automaticAcceptanceInterval: 10))))
        hands.engine.advance(85)
        hands.press("Escape")
        #expect(hands.engine.snapshot.proposal.state == .deferred)
        hands.engine.advance(60)
        #expect(hands.engine.snapshot.proposal.isOver)
        hands.press("Escape")
        #expect(hands.engine.status == .stopped)
        hands.engine.send(.play)
        hands.engine.advance(1)
        #expect(hands.engine.playing == "file:///b" && hands.engine.snapshot.items.count == 2)
    }

    @Test("a short episode is followed by the next one, too") func shortEpisode() {
        let engine = FakeEngine()
        var findings = ItemFindings()
        findings.nextEpisode = "file:///two"
        engine.media["file:///one"] = FakeMedia(duration: .seconds(200), findings: findings, hasVideo: true)
        engine.media["file:///two"] = FakeMedia(duration: .seconds(200), hasVideo: true)
        engine.send(.replaceQueue([MediaDescription(uri: "file:///one")], play: true, start: nil, index: 0))
        engine.advance(199)
        #expect(engine.snapshot.proposal.state == .scheduled)
        engine.advance(2)
        #expect(engine.snapshot.proposal.isOver && engine.snapshot.canGoNext)
        engine.send(.play)
        engine.advance(1)
        #expect(engine.playing == "file:///two")
    }

    @Test("Stop of a player is Stop before the end, and the item begins again") func stopBeforeEnd() {
        let engine = Self.engine(interval: 10)
        engine.advance(85)
        engine.send(.stop)
        engine.send(.play)
        engine.advance(1)
        #expect(engine.playing == "file:///one" && engine.snapshot.items.count == 1)
    }

    @Test("behind the last item of the queue, Next plays the next episode, presented or not") func nextEpisode() {
        let engine = Self.episode()
        #expect(engine.snapshot.proposal.state == .scheduled && engine.snapshot.canGoNext)
        #expect(engine.send(.next) == .success(.done))
        engine.advance(1)
        #expect(engine.playing == "file:///two" && engine.status == .playing)
        #expect(!engine.snapshot.canGoNext)
    }

    @Test("Next leaves the status as it is", arguments: [PlayerCommand.pause, .stop])
    func nextEpisodeKeepsStatus(command: PlayerCommand) {
        let engine = Self.episode()
        engine.send(command)
        let status = engine.status
        #expect(engine.send(.next) == .success(.done))
        engine.advance(1)
        #expect(engine.status == status && engine.snapshot.current?.description.uri == "file:///two")
    }

    @Test("behind the end, a step back plays the last part again, and Previous the whole item") func back() {
        let engine = Self.episode()
        engine.advance(995)
        #expect(engine.send(.seek(by: .seconds(5))) != .success(.done))
        #expect(engine.send(.seek(by: .seconds(-30))) == .success(.done))
        engine.advance(1)
        #expect(engine.playing == "file:///one" && abs(engine.position - 971) < 1)
        engine.advance(40)
        #expect(engine.snapshot.proposal.isOver)
        engine.send(.previous)
        engine.advance(1)
        #expect(engine.playing == "file:///one" && engine.position < 2)
    }

    @Test("what cannot be played is not proposed any more") func unplayable() {
        let engine = Self.episode()
        engine.media["file:///two"] = .broken
        engine.advance(1_100)
        #expect(engine.snapshot.proposal.state == .none && engine.status == .stopped)
        #expect(!engine.snapshot.canGoNext)
    }

    @Test("whoever switches off behind the end goes on with what was proposed") func switchedOff() throws {
        let engine = Self.episode()
        engine.advance(995)
        #expect(engine.snapshot.proposal.isOver && engine.snapshot.items.count == 1)
        let session = try #require(engine.saved.last)
        let next = FakeEngine()
        next.media = engine.media
        next.send(.restore(session, absence: .seconds(80_000), plays: false), from: .program)
        next.send(.play)
        next.advance(1)
        #expect(next.playing == "file:///two" && next.position < 2 && next.snapshot.items.count == 2)
    }
}
