import PlayerCore
import Testing

/// What the points of a description mean for playing it: `in` and `out`, set or kept.
@Suite struct TrimPointTests {
    private static func engine(
        _ inPoint: Double?, _ outPoint: Double?, items: Int = 1, duration: Double = 100,
        settings: PlayerSettings = PlayerSettings(), start: Double? = nil,
        change: (inout MediaDetails.Fields) -> Void = { _ in }
    ) -> FakeEngine {
        let engine = FakeEngine(settings: settings)
        var fields = MediaDetails.Fields()
        fields.inPoint = inPoint.map { .seconds($0) }
        fields.outPoint = outPoint.map { .seconds($0) }
        change(&fields)
        let uris = (0..<items).map { "file:///\($0).mkv" }
        for uri in uris { engine.media[uri] = FakeMedia(duration: .seconds(duration), findings: ItemFindings()) }
        engine.send(
            .replaceQueue(
                uris.map { MediaDescription(uri: $0, details: MediaDetails(fields)) }, play: true,
                start: start.map { .seconds($0) }, index: 0))
        return engine
    }

    @Test(
        arguments: [
            (nil, nil, nil, nil, false), (10, nil, 10, nil, false), (nil, 90, nil, 90, false), (10, 90, 10, 90, false),
            (0, 100, 0, 100, false), (50, 50, nil, nil, true), (60, 50, nil, nil, true), (nil, 0, nil, nil, true),
            (nil, -5, nil, nil, true), (100, nil, nil, nil, true), (170, 180, nil, 180, true), (-5, 90, nil, 90, true),
            (-5, -2, nil, nil, true), (10, 500, 10, 500, false),
        ] as [(Double?, Double?, Double?, Double?, Bool)])
    func whatCannotBeTrueIsIgnoredWithOneRemark(
        inPoint: Double?, outPoint: Double?, believedIn: Double?, believedOut: Double?, hasRemark: Bool
    ) {
        let engine = Self.engine(inPoint, outPoint)
        let points = engine.snapshot.trim.points
        #expect(points.inPoint == believedIn.map { .seconds($0) })
        #expect(points.outPoint == believedOut.map { .seconds($0) })
        #expect(engine.position == max(0, believedIn ?? 0))
        #expect(engine.status == .playing)
        engine.advance(2)
        #expect(engine.logLines.filter { $0.contains("point") }.count == (hasRemark ? 1 : 0), "\(engine.logLines)")
    }

    @Test func theItemPlaysFromInToOutAndTheNextJoinsAtItsInPoint() {
        let engine = Self.engine(20, 60, items: 2)
        #expect(engine.effects.prepared.count == 1)
        #expect(engine.effects.seeks.isEmpty, "it is prepared there")
        #expect(engine.position == 20)
        engine.advance(31)
        #expect(engine.preloaded == "file:///1.mkv", "ten seconds before the end that is heard")
        #expect(engine.preloadStart == .seconds(20))
        engine.forget()
        engine.advance(10)
        #expect(engine.playing == "file:///1.mkv")
        #expect(abs(engine.position - 21) < 0.01)
        #expect(engine.effects.seeks.isEmpty)
        #expect(!engine.notices.contains { if case .segments(.skipped) = $0 { true } else { false } })
        engine.advance(40)
        #expect(engine.status == .stopped)
    }

    @Test(arguments: [false, true]) func theCutsOfTheNextItemAreToldBeforeItIsCurrent(repeats: Bool) {
        let engine = Self.engine(20, 24, items: 2)
        if repeats { engine.send(.setLoop(.track)) }
        engine.advance(1)
        let told = engine.effects.contains { effect in
            guard case .cut(let generation, let cuts) = effect else { return false }
            return generation == engine.preloadGeneration && cuts == [Cut(start: .seconds(24), end: nil)]
        }
        #expect(told)
        engine.advance(2)
        #expect(engine.playing == "file:///0.mkv")
        for _ in 0..<4 {
            engine.advance(1)
            #expect((20...24).contains(engine.position))
        }
    }

    @Test(arguments: Progression.allCases) func theOutPointIsAnEndForTheProgression(progression: Progression) {
        let engine = Self.engine(nil, 50, items: 2)
        engine.send(.setProgression(progression))
        engine.advance(51)
        switch progression {
        case .advance: #expect(engine.playing == "file:///1.mkv" && engine.status == .playing)
        case .pause: #expect(engine.playing == "file:///1.mkv" && engine.status == .paused)
        case .stop: #expect(engine.playing == "file:///0.mkv" && engine.status == .stopped)
        }
        #expect(engine.snapshot.lastEnding?.position == .seconds(50))
        #expect(engine.snapshot.lastEnding?.cause == .finished)
    }

    @Test func aRepeatedItemBeginsAtItsInPoint() {
        let engine = Self.engine(20, 60)
        engine.send(.setLoop(.track))
        engine.advance(41)
        #expect(abs(engine.position - 21) < 0.01)
        engine.advance(40)
        #expect(abs(engine.position - 21) < 0.01)
    }

    @Test func seeksStayInsideAndBehindTheOutPointIsTheNextItem() {
        let engine = Self.engine(20, 60, items: 3)
        engine.send(.setPosition(engine.id(0), .seconds(5)))
        #expect(engine.position == 20)
        engine.send(.seek(by: .seconds(-30)))
        #expect(engine.position == 20)
        engine.send(.seek(by: .seconds(50)))
        #expect(engine.playing == "file:///1.mkv" && engine.position == 20)
        engine.send(.setPosition(engine.id(1), .seconds(80)))
        #expect(engine.playing == "file:///2.mkv" && engine.position == 20)
        #expect(engine.snapshot.current?.duration == .seconds(100), "mpris:length stays")
    }

    @Test(arguments: [(5, 20), (20, 20), (40, 40), (60, 20), (80, 20)] as [(Double, Double)])
    func aStartOutsideIsTheInPoint(start: Double, position: Double) {
        #expect(Self.engine(20, 60, start: start).position == position)
        #expect(Self.engine(20, 60, change: { $0.start = .seconds(start) }).position == position)
    }

    @Test(arguments: [(30, 200), (250, 249.2), (500, 200), (590, 200)] as [(Double, Double)])
    func whereItWasLeftCountsInside(left: Double, position: Double) {
        var settings = PlayerSettings()
        settings.hasJournal = true
        let engine = FakeEngine(settings: settings)
        engine.media["file:///a.mp3"] = FakeMedia(duration: .seconds(600), findings: ItemFindings())
        engine.memory["file:///a.mp3"] = Recollection(
            resume: ResumePoint(position: .seconds(left), isSpeech: true), absence: .seconds(1))
        engine.send(
            .insert(
                [
                    described("file:///a.mp3") {
                        $0.inPoint = .seconds(200)
                        $0.outPoint = .seconds(450)
                    }
                ], at: 0))
        engine.send(.play)
        #expect(abs(engine.position - position) < 0.5, "\(engine.position)")
        #expect(engine.status == .playing)
    }

    @Test func whatIsLeftIsMeasuredByTheOutPoint() throws {
        var settings = PlayerSettings()
        settings.hasJournal = true
        // Of 300 s that are played, 285 are more than 90 %.
        for (heard, isPlayed, goesOn) in [(30.0, false, false), (120, false, true), (285, true, false)] {
            let engine = Self.engine(1000, 1300, duration: 4000, settings: settings)
            engine.advance(heard)
            engine.send(.stop)
            let record = try #require(engine.records.last)
            #expect(record.isPlayed == isPlayed, "\(heard)")
            #expect((record.resume != nil) == goesOn, "\(heard)")
        }
    }

    @Test func proposalsCountFromTheOutPoint() {
        let engine = Self.engine(nil, 60)
        engine.send(
            .proposals(
                .propose(
                    Proposal(
                        source: .client, description: MediaDescription(uri: "file:///next.mkv"),
                        presentAt: .seconds(-10),
                        automaticAcceptanceInterval: 0))))
        engine.advance(49.9)
        #expect(engine.snapshot.proposal.state == .scheduled)
        engine.advance(0.2)
        #expect(engine.snapshot.proposal.state == .presented)
        #expect(abs((engine.snapshot.proposal.acceptsIn(at: engine.now)?.seconds ?? 0) - 9.9) < 0.01)
        engine.advance(10)
        #expect(engine.playing == "file:///next.mkv")
    }

    @Test func creditsThatAreTrimmedOffAreNoPlaceToPropose() {
        let engine = Self.engine(nil, 900, items: 2, duration: 1000) {
            $0.segments = [SegmentDescription(start: .seconds(950), end: .seconds(1000), kind: "closing-credits")]
        }
        engine.send(.setPosition(engine.id(0), .seconds(860)))
        #expect(engine.snapshot.proposal.state == .scheduled)
        engine.advance(15)
        #expect(engine.snapshot.proposal.state == .presented, "30 s before the end that is heard")
        let short = Self.engine(600, 1000, items: 2, duration: 1000)
        short.advance(399)
        #expect(short.snapshot.proposal.state == .scheduled, "what is short comes to its end without a word")
    }

    @Test func theSleepTimerStopsAtTheOutPoint() {
        let engine = Self.engine(nil, 60, items: 2)
        engine.send(.sleepTimer(.set(.item, .zero)))
        engine.advance(61)
        #expect(engine.status == .paused && engine.playing == "file:///1.mkv")
    }

    @Test func chaptersOutsideAreNotSteppedTo() {
        let engine = Self.engine(25, 75) {
            $0.chapters = [0, 20, 40, 60, 80].map { Chapter(start: .seconds($0), end: .seconds($0 + 20)) }
        }
        #expect(engine.snapshot.chapters.current == 1)
        #expect(engine.send(.chapters(.previous)) == .success(.done))
        #expect(engine.position == 25)
        engine.send(.chapters(.next))
        #expect(engine.position == 40)
        engine.send(.chapters(.previous))
        #expect(engine.position == 25, "the beginning of what is left of it")
        engine.send(.chapters(.goTo(3)))
        #expect(engine.position == 60)
        for command in [PlayerCommand.chapters(.next), .chapters(.goTo(4)), .chapters(.goTo(0))] {
            guard case .failure(.notPossible) = engine.send(command) else {
                Issue.record("\(command) left the selection")
                continue
            }
        }
        #expect(!engine.snapshot.canGoNext)
    }

    @Test func theTimePeopleSeeLeavesOutWhatIsTrimmedOff() {
        let engine = Self.engine(20, 80) {
            $0.segments = [
                SegmentDescription(start: .seconds(5), end: .seconds(10), kind: "interstitial"),
                SegmentDescription(start: .seconds(40), end: .seconds(50), kind: "interstitial"),
            ]
        }
        let display = engine.snapshot.segments.display
        #expect(display.display(.seconds(20)) == .zero)
        #expect(display.display(.seconds(30)) == .seconds(10))
        #expect(display.display(.seconds(100)) == .seconds(50))
        #expect(display.marks == [.seconds(20)])
        #expect(display.media(.seconds(10)) == .seconds(30))
    }

    @Test func aSidecarsPointsCountWhereTheDescriptionSaysNothing() {
        var findings = ItemFindings(sidecar: MediaDetails.Fields())
        findings.sidecar?.inPoint = .seconds(20)
        findings.sidecar?.outPoint = .seconds(60)
        let engine = FakeEngine()
        engine.media["file:///a.mkv"] = FakeMedia(findings: findings)
        engine.send(.insert([described("file:///a.mkv") { $0.inPoint = .seconds(30) }], at: 0))
        engine.send(.play)
        #expect(engine.snapshot.trim.points == TrimPoints(inPoint: .seconds(30), outPoint: .seconds(60)))
        engine.advance(31)
        #expect(engine.status == .stopped)
    }

    @Test func whereNobodyCanSeekTheOutPointIsAnEndAllTheSame() {
        let engine = FakeEngine()
        engine.media["file:///a.mkv"] = FakeMedia(isSeekable: false, findings: ItemFindings())
        engine.send(.insert([described("file:///a.mkv") { $0.outPoint = .seconds(60) }], at: 0))
        engine.send(.insert([MediaDescription(uri: "file:///b.mkv")], at: 1))
        engine.send(.play)
        engine.advance(61)
        #expect(engine.playing == "file:///b.mkv")
    }

    @Test func theSessionKeepsThem() throws {
        var settings = PlayerSettings()
        settings.hasJournal = true
        let engine = FakeEngine(["file:///a.mkv"], settings: settings)
        engine.send(.play)
        engine.send(.trimming(.begin))
        engine.send(.trimming(.setOutPoint(.seconds(60))))
        engine.send(.trimming(.finish(keep: true)))
        let saved = try #require(engine.saved.last)
        let other = FakeEngine(settings: settings)
        other.send(.restore(saved, absence: .zero, plays: true))
        #expect(other.snapshot.trim.points.outPoint == .seconds(60))
        other.advance(61)
        #expect(other.status == .stopped)
    }
}
