import Testing

@testable import PlayerCore

@Suite struct SegmentTests {
    static func engine(
        _ segments: [(Double, Double, String, String?)], items: Int = 1, duration: Double = 100, start: Double? = nil,
        change: (inout PlayerSettings, inout MediaDetails.Fields) -> Void = { _, _ in }
    ) -> FakeEngine {
        var settings = PlayerSettings()
        var fields = MediaDetails.Fields()
        fields.start = start.map { .seconds($0) }
        fields.segments = segments.map { start, end, kind, action in
            var segment = SegmentDescription(start: .seconds(start), end: .seconds(end), kind: kind)
            segment.action = action
            return segment
        }
        change(&settings, &fields)
        let engine = FakeEngine(settings: settings)
        let uris = (0..<items).map { "file:///\($0).mkv" }
        for uri in uris { engine.media[uri] = FakeMedia(duration: .seconds(duration), findings: ItemFindings()) }
        engine.send(
            .replaceQueue(
                uris.map { MediaDescription(uri: $0, details: MediaDetails(fields)) }, play: true, start: nil, index: 0)
        )
        return engine
    }

    static func skips(_ engine: FakeEngine) -> [String] {
        engine.notices.compactMap {
            guard case .segments(.skipped(_, let kind, let from, let to, let reason)) = $0 else { return nil }
            return "\(kind.rawValue) \(Int(from.seconds))-\(Int(to.seconds)) \(reason.rawValue)"
        }
    }

    /// A description may name a file of chapters, which arrives after everything else is known.
    @Test func titlesOfChaptersThatArriveLateMakeSegments() {
        let engine = FakeEngine(settings: PlayerSettings())
        engine.media["file:///0.mkv"] = FakeMedia(duration: .seconds(100), findings: ItemFindings())
        engine.chapterFiles["https://example.org/1.json"] = [(0, "Talk"), (10, "Opening Credits"), (40, "Film")].map {
            Chapter(start: .seconds($0), titles: [ChapterTitle($1)])
        }
        engine.send(.openURI("file:///0.mkv"))
        #expect(engine.snapshot.segments.segments.isEmpty)
        var fields = MediaDetails.Fields()
        fields.chaptersURI = "https://example.org/1.json"
        engine.send(
            .setDescription(engine.id(0), MediaDescription(uri: "file:///0.mkv", details: MediaDetails(fields))))
        #expect(engine.snapshot.segments.segments.map(\.kind) == [.openingCredits])
    }

    // MARK: Credits

    @Test func creditsAreOfferedWhileTheyLastAndProminentForEightSeconds() {
        let engine = Self.engine([(10, 40, "opening-credits", nil)])
        #expect(engine.snapshot.segments.offer == nil)
        engine.advance(10.1)
        #expect(engine.snapshot.segments.offer?.end == .seconds(40))
        #expect(engine.snapshot.segments.offer?.isProminent == true)
        engine.advance(8)
        #expect(engine.snapshot.segments.offer?.isProminent == false)
        engine.advance(22)
        #expect(engine.snapshot.segments.offer == nil)
    }

    @Test(arguments: ["recap", "preview"]) func recapsAndPreviewsAreOffered(kind: String) {
        let engine = Self.engine([(10, 40, kind, nil)])
        engine.advance(12)
        #expect(engine.snapshot.segments.offer?.end == .seconds(40))
    }

    @Test func takingTheOfferLandsOnTheEndAndUnskipGoesBack() {
        let engine = Self.engine([(10, 40, "opening-credits", nil)])
        engine.advance(12)
        #expect(engine.send(.segments(.takeOffer)) == .success(.done))
        #expect(engine.position == 40)
        #expect(Self.skips(engine) == ["opening-credits 12-40 offer"])
        engine.advance(3)
        engine.send(.segments(.unskip))
        #expect(abs(engine.position - 12) < 0.3)
        guard case .failure(.notPossible) = engine.send(.segments(.unskip)) else {
            Issue.record("it was taken back twice")
            return
        }
    }

    @Test func whatCannotBeSoughtIsNotSkippedAndNobodyIsToldSo() {
        let engine = Self.engine([(10, 40, "opening-credits", nil), (50, 60, "recap", "auto")], items: 2) {
            settings, _ in settings.nextTakesOffer = true
        }
        engine.media["file:///0.mkv"]?.isSeekable = false
        engine.send(.stop)
        engine.send(.play)
        engine.forget()
        engine.advance(12)
        #expect(engine.snapshot.segments.active == [0] && engine.snapshot.segments.offer == nil)
        #expect(engine.send(.segments(.takeOffer)).isNotSeekable)
        #expect(engine.send(.segments(.unskip)).isNotSeekable)
        engine.advance(43)
        #expect(abs(engine.position - 55) < 0.01)
        #expect(engine.snapshot.segments.active == [1])
        #expect(engine.effects.seeks.isEmpty)
        #expect(Self.skips(engine).isEmpty)
        #expect(!engine.notices.contains { if case .segments(.unskipped) = $0 { true } else { false } })
    }

    @Test func nextLeavesAnItemWhoseOfferCannotBeTaken() {
        let engine = Self.engine([(10, 40, "opening-credits", nil)], items: 2) { settings, _ in
            settings.nextTakesOffer = true
        }
        engine.media["file:///0.mkv"]?.isSeekable = false
        engine.send(.stop)
        engine.send(.play)
        engine.advance(12)
        #expect(engine.send(.next) == .success(.done))
        #expect(engine.playing == "file:///1.mkv")
        #expect(Self.skips(engine).isEmpty)
    }

    @Test func withoutAnOfferThereIsNothingToTakeOrDismiss() {
        let engine = Self.engine([(10, 40, "opening-credits", nil)])
        guard case .failure(.noOffer) = engine.send(.segments(.takeOffer)),
            case .failure(.noOffer) = engine.send(.segments(.dismissOffer))
        else {
            Issue.record("there was an offer")
            return
        }
        engine.advance(12)
        #expect(engine.send(.segments(.dismissOffer)) == .success(.done))
        #expect(engine.snapshot.segments.offer == nil)
    }

    @Test func aSkipThatReachesTheEndGoesToTheNextItem() {
        let engine = Self.engine([(80, 99.8, "closing-credits", nil)], items: 2)
        engine.advance(81)
        engine.send(.segments(.takeOffer))
        #expect(engine.playing == "file:///1.mkv")
    }

    @Test func autoSkipsWhenPlaybackRunsIntoItAndOnlyOnce() {
        let engine = Self.engine([(10, 40, "opening-credits", "auto")])
        engine.advance(11)
        #expect(engine.position >= 40)
        #expect(Self.skips(engine) == ["opening-credits 10-40 auto"])
        engine.send(.setPosition(engine.id(0), .seconds(5)))
        engine.advance(6)
        #expect(engine.position < 12, "once for each item and segment")
        #expect(engine.snapshot.segments.offer != nil)
    }

    @Test func autoDoesNotSkipAfterASeekIntoTheMiddle() {
        let engine = Self.engine([(10, 40, "opening-credits", "auto")])
        engine.send(.setPosition(engine.id(0), .seconds(20)))
        engine.advance(5)
        #expect(Self.skips(engine) == [])
        #expect(engine.snapshot.segments.offer?.end == .seconds(40))
    }

    @Test func autoSkipsAnOpeningAtTheVeryStart() {
        let engine = Self.engine([(0, 30, "opening-credits", "auto")])
        #expect(engine.position == 30)
    }

    @Test func previousWithinFiveSecondsTakesAnAutomaticSkipBack() {
        let engine = Self.engine([(10, 40, "opening-credits", "auto")])
        engine.advance(12)
        engine.send(.previous)
        #expect(engine.position >= 10 && engine.position < 10.3)
        engine.advance(10)
        #expect(engine.position < 21, "it plays now")
        let late = Self.engine([(10, 40, "opening-credits", "auto")])
        late.advance(16)
        late.send(.previous)
        #expect(late.position == 0)
    }

    @Test func theOpeningOfASeasonsFirstEpisodeIsOnlyOffered() {
        let engine = Self.engine([(10, 40, "opening-credits", "auto")]) { $1.episode = 1 }
        engine.advance(12)
        #expect(Self.skips(engine) == [])
        #expect(engine.snapshot.segments.offer != nil)
        let wanted = Self.engine([(10, 40, "opening-credits", "auto")]) {
            $1.episode = 1
            $0.skipsFirstOpening = true
        }
        wanted.advance(12)
        #expect(Self.skips(wanted).count == 1)
    }

    @Test func policiesDecideAndAreApplied() {
        let engine = Self.engine([(10, 40, "recap", nil)])
        engine.send(.segments(.setPolicies([.recap: .auto])))
        engine.advance(11)
        #expect(Self.skips(engine) == ["recap 10-40 auto"])
    }

    // MARK: Interstitials

    @Test func aJumpOverOneThatHasToBeSeenLeadsToItAndThenOn() {
        let engine = Self.engine([(30, 40, "interstitial", nil)]) { settings, _ in settings.linearInterstitials = true }
        engine.send(.setPosition(engine.id(0), .seconds(80)))
        #expect(engine.position == 30)
        #expect(engine.snapshot.segments.requiresLinearPlayback)
        #expect(!engine.snapshot.canSeek)
        for command in [PlayerCommand.seek(by: .seconds(10)), .setPosition(engine.id(0), .seconds(90)), .setRate(2)] {
            guard case .failure(.mustBeLinear) = engine.send(command) else {
                Issue.record("\(command) was taken")
                return
            }
        }
        engine.send(.pause)
        engine.send(.play)
        engine.advance(10.1)
        #expect(engine.position >= 80 && engine.position < 81)
        engine.send(.setPosition(engine.id(0), .seconds(10)))
        engine.send(.setPosition(engine.id(0), .seconds(90)))
        #expect(engine.position == 90, "what was seen is free")
    }

    @Test func severalInOneJumpArePlayedInOrder() {
        let engine = Self.engine([(20, 25, "interstitial", nil), (40, 45, "interstitial", nil)]) { settings, _ in
            settings.linearInterstitials = true
        }
        engine.send(.setPosition(engine.id(0), .seconds(80)))
        #expect(engine.position == 20)
        engine.advance(5.1)
        #expect(engine.position >= 40 && engine.position < 41)
        engine.advance(5)
        #expect(engine.position >= 80 && engine.position < 81)
    }

    @Test func interstitialsTakeNoDisplayTime() {
        let engine = Self.engine([(20, 30, "interstitial", nil), (50, 55, "interstitial", nil)])
        let display = engine.snapshot.segments.display
        #expect(display.marks == [.seconds(20), .seconds(40)])
        #expect(display.display(.seconds(25)) == .seconds(20))
        #expect(display.display(.seconds(100)) == .seconds(85))
        #expect(display.media(.seconds(20)) == .seconds(30))
        #expect(display.media(.seconds(45)) == .seconds(60))
    }

    // MARK: Sources

    @Test func aClientsPoliciesGoOverTheConfigurations() {
        let engine = Self.engine([]) { settings, _ in settings.segmentPolicies = [.recap: .auto, .preview: .auto] }
        engine.send(.segments(.setPolicies([.preview: .ignore, .recap: .auto])))
        #expect(engine.snapshot.segments.policies == [.recap: .auto, .preview: .ignore])
        engine.send(.segments(.setPolicies([.preview: .ask])))
        #expect(engine.snapshot.segments.policies == [.recap: .auto], "preview has its default")
        engine.send(.segments(.setPolicies([:])))
        #expect(engine.snapshot.segments.policies == [.recap: .auto, .preview: .auto])
    }

    @Test func interstitialsHaveToBeSeenAsSoonAsTheConfigurationSaysSo() {
        let engine = Self.engine([(20, 30, "interstitial", nil)])
        var settings = PlayerSettings()
        settings.linearInterstitials = true
        engine.send(.configure(settings))
        engine.send(.setPosition(engine.id(0), .seconds(50)))
        #expect(engine.position == 20)
    }

    @Test func whatIsNotBelievedIsSaidOnce() {
        let engine = Self.engine([(5, 5, "recap", nil), (0, 100, "opening-credits", "auto")])
        let doubts = engine.logLines.filter { $0.hasPrefix("file:///0.mkv: ") }
        #expect(doubts.count == 2, "\(doubts)")
        engine.send(.seek(by: .seconds(5)))
        engine.advance(3)
        #expect(engine.logLines.count == 2, "\(engine.logLines)")
    }

    @Test func nextTakesAProminentOfferWhereTheConfigurationSaysSo() {
        for takes in [false, true] {
            let engine = Self.engine([(10, 60, "opening-credits", nil)], items: 2) { settings, _ in
                settings.nextTakesOffer = takes
            }
            engine.advance(11)
            engine.send(.next)
            #expect(engine.playing == (takes ? "file:///0.mkv" : "file:///1.mkv"))
            #expect(engine.position == (takes ? 60 : 0))
        }
        let engine = Self.engine([(10, 60, "opening-credits", nil)], items: 1) { settings, _ in
            settings.nextTakesOffer = true
        }
        #expect(!engine.snapshot.canGoNext)
        engine.advance(11)
        #expect(engine.snapshot.canGoNext)
        engine.advance(8)
        #expect(!engine.snapshot.canGoNext, "offered still, but not prominent any more")
        #expect(engine.snapshot.segments.offer != nil)
    }

    @Test func nothingIsOfferedOfWhatIsSkippedUnasked() {
        let engine = Self.engine([(10, 60, "opening-credits", "auto")])
        var offered = false
        engine.observe = { snapshot, _ in if snapshot.segments.offer != nil { offered = true } }
        engine.advance(11)
        #expect(engine.position >= 60)
        #expect(!offered)
    }

    @Test func whatHasToBeSeenPlaysAtOneAtMost() {
        let engine = Self.engine([(20, 30, "interstitial", nil)]) { settings, _ in
            settings.linearInterstitials = true
        }
        engine.send(.setRate(2))
        engine.advance(9)
        #expect(engine.snapshot.rate == 2)
        engine.advance(2)
        #expect(engine.snapshot.rate == 1)
        #expect(abs(engine.position - 21) < 0.01)
        guard case .failure(.mustBeLinear) = engine.send(.setRate(1.5)) else {
            Issue.record("a faster rate is refused")
            return
        }
        engine.advance(9.5)
        #expect(engine.snapshot.rate == 2, "as before it")
        #expect(abs(engine.position - 31) < 0.02)
    }

    @Test func aSkipOverWhatHasToBeSeenLeadsToItAndThenOn() {
        let engine = Self.engine([(10, 60, "opening-credits", nil), (30, 40, "interstitial", nil)]) { settings, _ in
            settings.linearInterstitials = true
        }
        engine.advance(11)
        engine.send(.segments(.takeOffer))
        #expect(engine.position == 30)
        engine.advance(10.5)
        #expect(abs(engine.position - 60.5) < 0.01)
    }

    @Test func aSeekIntoABlockedRangeIsTold() {
        let engine = Self.engine([(20, 60, "blocked", nil)])
        engine.forget()
        engine.send(.setPosition(engine.id(0), .seconds(30)))
        #expect(Self.skips(engine) == ["blocked 30-60 seek"])
    }

    @Test func whatAClientSaysOfAKindCountsBeforeTheChapters() {
        var findings = ItemFindings()
        findings.container.chapters = [
            Chapter(start: .zero, end: .seconds(10), titles: [ChapterTitle("Intro")]),
            Chapter(start: .seconds(90), end: .seconds(100), titles: [ChapterTitle("Credits")]),
        ]
        var fields = MediaDetails.Fields()
        fields.segments = [SegmentDescription(start: .seconds(1), end: .seconds(5), kind: "opening-credits")]
        let proposals = SegmentSources.proposals(
            description: fields, findings: findings, chapters: findings.container.chapters, rules: ChapterTitleRules())
        #expect(proposals.map(\.kind) == ["opening-credits", "closing-credits"])
        #expect(proposals.map(\.source) == ["description", "title"])
    }

    @Test(
        arguments: [
            ((60, 70), "closing-credits", SegmentAction.auto), ((10, 100), "closing-credits", .ask),
            ((60, 70), "opening-credits", .ask), ((0, 100), "recap", .ask),
        ] as [((Double, Double), String, SegmentAction)])
    func whatCannotBeBelievedIsOnlyOffered(_ range: (Double, Double), _ kind: String, _ action: SegmentAction) {
        let proposal = SegmentProposal(
            start: .seconds(range.0), end: .seconds(range.1), kind: kind, action: "auto", source: "x")
        let (segments, problems) = SegmentNormalizer(duration: .seconds(100)).segments([proposal])
        #expect(segments.first?.action == action)
        #expect(problems.isEmpty == (action == .auto))
    }

    @Test func creditsWithHardlyAnythingBetweenThemAreOneAndNearTheEndIsTheEnd() {
        let proposals = [(80.0, 85.0), (88, 99.6)].map {
            SegmentProposal(start: .seconds($0.0), end: .seconds($0.1), kind: "closing-credits", source: "x")
        }
        let (segments, _) = SegmentNormalizer(duration: .seconds(100)).segments(proposals)
        #expect(segments.map(\.range) == [TimeRange(start: .seconds(80), end: .seconds(100))])
    }

    @Test func whatMakesNoSenseIsLeftOutWithASentence() {
        let wrong = [(5.0, 3.0, "recap"), (200, 210, "recap"), (1, 2, "nonsense"), (7, 7, "mute")].map {
            SegmentProposal(start: .seconds($0.0), end: .seconds($0.1), kind: $0.2, source: "x")
        }
        let (segments, problems) = SegmentNormalizer(duration: .seconds(100)).segments(wrong)
        #expect(segments.isEmpty)
        #expect(problems.count == 4)
    }

    @Test func noTimerIsArmedWhereNothingIsNear() {
        let engine = Self.engine([(10, 20, "advertisement", nil)])
        #expect(engine.timers[.segment] == nil, "an ignored kind")
        let credits = Self.engine([(10, 20, "closing-credits", nil)])
        #expect(credits.timers[.segment] != nil)
        credits.send(.setPosition(credits.id(0), .seconds(50)))
        #expect(credits.timers[.segment] == nil)
    }
}
