import Testing

@testable import PlayerCore

/// Interstitials that are items of their own.
@Suite struct InterstitialItemTests {
    /// An interstitial at a time; nil for what has a cue.
    static func interstitial(
        _ id: String, at: Double? = nil, _ uris: [String] = ["file:///ad1", "file:///ad2"],
        _ change: (inout InterstitialDescription) -> Void = { _ in }
    ) -> InterstitialDescription {
        var told = InterstitialDescription()
        told.id = id
        told.at = at.map { .seconds($0) }
        told.uris = uris
        change(&told)
        return told
    }

    /// A film of 100 s and another item behind it; advertisements of 10 s.
    static func engine(
        _ told: [InterstitialDescription], settings: PlayerSettings = PlayerSettings()
    ) -> FakeEngine {
        let engine = FakeEngine(settings: settings)
        for name in ["ad1", "ad2", "ad3"] { engine.media["file:///\(name)"] = FakeMedia(duration: .seconds(10)) }
        let items = [described("file:///film") { $0.interstitials = told }, MediaDescription(uri: "file:///next")]
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        engine.forget()
        return engine
    }

    /// What plays at each second, as `film 3`.
    func plays(_ engine: FakeEngine, _ seconds: Int) -> [String] {
        (0..<seconds).map { _ in
            defer { engine.advance(1) }
            return "\(engine.playing?.dropFirst(8) ?? "-") \(Int((engine.position + 0.01).rounded(.down)))"
        }
    }

    /// Its server accepts the connection and says nothing; it is given up when the item has waited for it.
    @Test func anAssetThatIsNeverReadyCostsNothingOfTheItem() {
        let engine = Self.engine([Self.interstitial("m", at: 50, ["file:///ad1"])])
        engine.media["file:///ad1"] = .broken
        engine.preparing["file:///ad1"] = .seconds(40)
        engine.advance(55)
        #expect(engine.playing == "file:///film" && abs(engine.position - 50) < 0.01)
        #expect(engine.snapshot.status == .playing)
        engine.advance(30)
        let waited = engine.notices.contains { if case .itemFailed = $0 { true } else { false } }
        #expect(waited && engine.playing == "file:///film")
        #expect(abs(engine.position - 55) < 1, "it went on at 50 after 80 s, not where the clock had come to")
        let here = engine.position
        engine.advance(10)
        #expect(abs(engine.position - here - 10) < 0.01)
    }

    @Test func theItemIsLeftAndGoesOnWithoutAGap() {
        let engine = Self.engine([Self.interstitial("m", at: 50)])
        engine.advance(50.5)
        #expect(engine.playing == "file:///ad1")
        #expect(engine.snapshot.interstitial?.id == "m")
        #expect(engine.snapshot.interstitial?.remaining == .seconds(10))
        #expect(engine.snapshot.current?.id.isOfInterstitial == true)
        #expect(engine.snapshot.currentIndex == 0, "the queue stays where it is")
        engine.advance(10)
        #expect(engine.playing == "file:///ad2" && engine.snapshot.interstitial?.index == 1)
        engine.advance(10)
        #expect(engine.playing == "file:///film" && abs(engine.position - 50.5) < 0.01)
        #expect(engine.snapshot.interstitial == nil)
        engine.advance(48)
        #expect(engine.playing == "file:///film", "it is played once")
        engine.advance(2)
        #expect(engine.playing == "file:///next")
        let joined = engine.effects.filter { if case .preload = $0 { true } else { false } }
        #expect(joined.count == 4, "each is prepared beside the one before it")
    }

    /// Whoever stops during the advertisement resumes where the item was left, and not at its start, as after its end.
    @Test func anItemThatIsLeftForAnInterstitialWasNotHeardToItsEnd() throws {
        let engine = Self.engine(
            [Self.interstitial("m", at: 50), Self.interstitial("post", ["file:///ad3"]) { $0.cue = "post" }])
        let film = try #require(engine.snapshot.current?.id)
        engine.advance(50.5)
        #expect(engine.playing == "file:///ad1")
        let ending = try #require(engine.snapshot.lastEnding)
        #expect(ending.item == film && ending.cause == .left && ending.position == .seconds(50))
        engine.advance(70.5)
        #expect(engine.playing == "file:///ad3")
        let end = try #require(engine.snapshot.lastEnding)
        #expect(end.item == film && end.cause == .finished && end.position == .seconds(100))
    }

    @Test(arguments: [nil, 0.0]) func anItemBeforeAnInterstitialOfTheNextWasHeardToItsEnd(at: Double?) throws {
        let engine = FakeEngine()
        engine.media["file:///ad1"] = FakeMedia(duration: .seconds(10))
        let told = Self.interstitial("pre", at: at, ["file:///ad1"]) { if at == nil { $0.cue = "pre" } }
        let items = [MediaDescription(uri: "file:///first"), described("file:///film") { $0.interstitials = [told] }]
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        let first = try #require(engine.snapshot.current?.id)
        engine.advance(22)
        // Before the next item is prepared, so that it does not join.
        engine.tell(.ended(try #require(engine.currentGeneration)))
        #expect(engine.snapshot.current?.id.isOfInterstitial == true)
        let ending = try #require(engine.snapshot.lastEnding)
        #expect(ending.item == first && ending.cause == .finished && ending.position == .seconds(100))
    }

    /// It does not join the item before it, whenever its interstitial becomes known.
    @Test(arguments: [nil, 0.0], [true, false])
    func theNextItemIsNotHeardBeforeItsFirstInterstitial(at: Double?, isDescribed: Bool) {
        let engine = FakeEngine()
        engine.media["file:///ad1"] = FakeMedia(duration: .seconds(10))
        let told = Self.interstitial("pre", at: at, ["file:///ad1"]) { if at == nil { $0.cue = "pre" } }
        if !isDescribed {
            var findings = ItemFindings()
            findings.sidecar = MediaDetails.Fields()
            findings.sidecar?.interstitials = [told]
            engine.media["file:///film"] = FakeMedia(findings: findings)
        }
        let film = described("file:///film") { if isDescribed { $0.interstitials = [told] } }
        engine.send(.replaceQueue([MediaDescription(uri: "file:///first"), film], play: true, start: nil, index: 0))
        engine.advance(98.5)
        let heard = plays(engine, 14)
        #expect(heard.prefix(2) == ["first 98", "first 99"], "\(heard)")
        #expect(heard.dropFirst(2).prefix(10).allSatisfy { $0.hasPrefix("ad1") }, "\(heard)")
        #expect(heard.suffix(1).allSatisfy { $0.hasPrefix("film") }, "\(heard)")
    }

    /// Nobody comes to what lies behind the end, and what lies at it is played once.
    @Test(arguments: [(100.0, true), (100.5, false), (1_000, false)])
    func theEndOfTheItemIsTheLastPlace(at: Double, isPlayed: Bool) {
        let engine = Self.engine([Self.interstitial("m", at: at, ["file:///ad1"])])
        engine.advance(105)
        #expect(engine.playing == (isPlayed ? "file:///ad1" : "file:///next"))
        engine.advance(15)
        #expect(engine.playing == "file:///next")
    }

    @Test func itTakesThePlaceOfAPart() {
        let engine = Self.engine([Self.interstitial("m", at: 50) { $0.resumeOffset = .seconds(30) }])
        engine.advance(70.5)
        #expect(engine.playing == "file:///film" && abs(engine.position - 80.5) < 0.01)
    }

    @Test func beforeAndAfterTheItem() {
        let engine = Self.engine([
            Self.interstitial("pre", ["file:///ad1"]) { $0.cue = "pre" },
            Self.interstitial("post", ["file:///ad2"]) { $0.cue = "post" },
        ])
        #expect(plays(engine, 12).suffix(3) == ["ad1 9", "film 0", "film 1"])
        engine.advance(98.5)
        #expect(engine.playing == "file:///ad2")
        engine.advance(10)
        #expect(engine.playing == "file:///next")
    }

    @Test func atTheVeryBeginning() {
        let engine = Self.engine([Self.interstitial("zero", at: 0, ["file:///ad1"])])
        #expect(plays(engine, 12).suffix(3) == ["ad1 9", "film 0", "film 1"])
    }

    @Test func whoJumpsOverSomeSeesTheNearestFirst() {
        let engine = Self.engine([
            Self.interstitial("a", at: 20, ["file:///ad1"]), Self.interstitial("b", at: 40, ["file:///ad2"]),
        ])
        engine.advance(5)
        engine.send(.setPosition(engine.id(0), .seconds(60)))
        #expect(engine.playing == "file:///ad2")
        engine.advance(10.5)
        #expect(engine.playing == "file:///film" && abs(engine.position - 60.5) < 0.01)
        engine.send(.seek(by: .seconds(-30)))
        engine.send(.seek(by: .seconds(20)))
        #expect(engine.playing == "file:///film", "it was seen")
    }

    @Test func whoGoesBackComesToItAgain() {
        let engine = Self.engine([
            Self.interstitial("again", at: 20, ["file:///ad1"]),
            Self.interstitial("once", at: 40, ["file:///ad2"]) { $0.once = true },
        ])
        engine.advance(65)
        #expect(engine.playing == "file:///film" && abs(engine.position - 45) < 0.01)
        engine.send(.setPosition(engine.id(0), .seconds(15)))
        engine.advance(10)
        #expect(engine.playing == "file:///ad1")
        engine.advance(30)
        #expect(engine.playing == "file:///film" && engine.position > 40)
    }

    @Test func whatCannotBePlayedIsLeftOut() {
        let engine = Self.engine([
            Self.interstitial("half", at: 20, ["file:///broken", "file:///ad1"]),
            Self.interstitial("none", at: 60, ["file:///broken"]),
        ])
        engine.media["file:///broken"] = .broken
        engine.advance(20.5)
        #expect(engine.playing == "file:///ad1")
        engine.advance(10)
        #expect(engine.playing == "file:///film")
        engine.advance(45)
        #expect(engine.playing == "file:///film" && engine.position > 60)
        #expect(engine.snapshot.error == nil, "the item itself is fine")
        #expect(engine.status == .playing)
    }

    @Test func whatBreaksInTheMiddleOfItGoesOnBehind() {
        let engine = Self.engine([Self.interstitial("m", at: 20)])
        engine.advance(25)
        engine.tell(
            .failed(
                engine.currentGeneration ?? Generation(rawValue: 0), FakeMedia.broken.fault ?? .init(.noStreams, "")))
        #expect(engine.playing == "file:///ad2")
        engine.tell(
            .failed(
                engine.currentGeneration ?? Generation(rawValue: 0), FakeMedia.broken.fault ?? .init(.noStreams, "")))
        #expect(engine.playing == "file:///film" && engine.position == 20)
    }

    @Test func itTakesNoLongerThanItMay() {
        let engine = Self.engine([Self.interstitial("m", at: 20) { $0.playoutLimit = .seconds(14) }])
        engine.advance(33)
        #expect(engine.playing == "file:///ad2")
        engine.advance(1.5)
        #expect(engine.playing == "file:///film" && abs(engine.position - 20.5) < 0.01)
    }

    @Test func nextLeavesItWhereThatIsAllowed() {
        let engine = Self.engine([Self.interstitial("m", at: 20)])
        engine.advance(25)
        #expect(engine.snapshot.canGoNext && engine.snapshot.canSeek)
        engine.send(.next)
        #expect(engine.playing == "file:///film" && engine.position == 20)
        engine.send(.next)
        #expect(engine.playing == "file:///next")
    }

    @Test func skipLeavesItWhereThatIsAllowed() {
        let engine = Self.engine([Self.interstitial("m", at: 20)])
        guard case .failure(.noOffer) = engine.send(.segments(.takeOffer)) else {
            Issue.record("nothing can be skipped before it")
            return
        }
        engine.advance(25)
        #expect(engine.send(.segments(.takeOffer)) == .success(.done))
        #expect(engine.playing == "file:///film" && engine.position == 20)
        let strict = Self.engine([Self.interstitial("m", at: 20) { $0.restrict = ["skip"] }])
        strict.advance(25)
        guard case .failure(.mustBeLinear) = strict.send(.segments(.takeOffer)) else {
            Issue.record("Skip is refused")
            return
        }
    }

    @Test func marksSayWhereTheyAre() {
        let engine = Self.engine([Self.interstitial("a", at: 20), Self.interstitial("b", at: 40)])
        engine.advance(1)
        #expect(engine.snapshot.segments.display.marks == [.seconds(20), .seconds(40)])
        engine.advance(21)
        #expect(engine.snapshot.interstitial != nil && engine.snapshot.segments.display.marks.isEmpty)
    }

    @Test func whatMustBeSeenIsSeen() {
        let engine = Self.engine([Self.interstitial("m", at: 20) { $0.restrict = ["skip"] }])
        engine.advance(25)
        #expect(!engine.snapshot.canGoNext && !engine.snapshot.canSeek)
        #expect(engine.snapshot.segments.requiresLinearPlayback)
        guard case .failure(.mustBeLinear) = engine.send(.next) else {
            Issue.record("Next is refused")
            return
        }
        guard case .failure(.mustBeLinear) = engine.send(.seek(by: .seconds(5))) else {
            Issue.record("seeking forward is refused")
            return
        }
        engine.send(.setRate(2))
        #expect(engine.snapshot.rate == 1)
        engine.send(.seek(by: .seconds(-4)))
        #expect(engine.position == 1)
        engine.send(.goTo(engine.id(1)))
        #expect(engine.playing == "file:///next", "another item is another matter")
    }

    @Test func previousBeginsItAgain() {
        let engine = Self.engine([Self.interstitial("m", at: 20)])
        engine.advance(25)
        engine.send(.previous)
        #expect(engine.playing == "file:///ad1" && engine.position == 0)
    }

    @Test func pausingStoppingAndPlaying() {
        let engine = Self.engine([Self.interstitial("m", at: 20)])
        engine.advance(25)
        engine.send(.pause)
        engine.advance(10)
        #expect(engine.playing == "file:///ad1" && engine.position == 5)
        engine.send(.play)
        engine.send(.stop)
        #expect(engine.playing == "file:///film" && engine.snapshot.interstitial == nil)
        engine.send(.play)
        #expect(engine.playing == "file:///film" && engine.position == 0)
    }

    @Test func theSessionComesBackToItsStart() throws {
        var settings = PlayerSettings()
        (settings.hasJournal, settings.keepsHistory) = (true, true)
        let engine = Self.engine([Self.interstitial("m", at: 20)], settings: settings)
        engine.advance(25)
        engine.send(.pause)
        let session = try #require(engine.saved.last)
        #expect(session.state.position == .seconds(20))
        #expect(engine.records.allSatisfy { $0.uri == "file:///film" }, "nobody remembers an advertisement")
        let again = FakeEngine()
        for name in ["ad1", "ad2"] { again.media["file:///\(name)"] = FakeMedia(duration: .seconds(10)) }
        again.send(.restore(session, absence: .zero, plays: true))
        again.advance(1)
        #expect(again.playing == "file:///ad1")
    }

    @Test func aTrackThatRepeatsHasItEveryTime() {
        let engine = Self.engine([Self.interstitial("m", at: 90, ["file:///ad1"])])
        engine.send(.setLoop(.track))
        engine.advance(111)
        #expect(engine.playing == "file:///film" && abs(engine.position - 1) < 0.01)
        engine.advance(90)
        #expect(engine.playing == "file:///ad1")
    }

    @Test func behindTheItemThatRepeatsItIsTheItemThatRepeats() {
        let engine = Self.engine([Self.interstitial("post", ["file:///ad1"]) { $0.cue = "post" }])
        engine.send(.setLoop(.track))
        engine.advance(112)
        #expect(engine.playing == "file:///film" && abs(engine.position - 2) < 0.01)
        engine.advance(100)
        #expect(engine.playing == "file:///ad1")
        engine.send(.next)
        #expect(engine.playing == "file:///film" && engine.position == 0)
    }

    @Test func theLastOneBehindTheLastItemEndsTheQueue() {
        for isBroken in [false, true] {
            let engine = Self.engine([Self.interstitial("post", ["file:///ad1"]) { $0.cue = "post" }])
            engine.send(.remove([engine.id(1)]))
            engine.advance(101)
            #expect(engine.playing == "file:///ad1" && engine.status == .playing)
            if isBroken {
                engine.tell(.failed(engine.currentGeneration ?? Generation(rawValue: 0), PlaybackFault(.noStreams, "")))
            } else {
                engine.advance(10)
            }
            #expect(engine.status == .stopped && engine.playing == "file:///film")
        }
    }

    @Test(arguments: [false, true]) func afterTheLastOneTheItemBeginsWithTheFirstAgain(isOnce: Bool) {
        let engine = Self.engine([
            Self.interstitial("pre", ["file:///ad1"]) { ($0.cue, $0.once) = ("pre", isOnce) },
            Self.interstitial("post", ["file:///ad2"]) { $0.cue = "post" },
        ])
        engine.send(.remove([engine.id(1)]))
        engine.advance(121)
        #expect(engine.status == .stopped && engine.snapshot.current?.duration == .seconds(100), "that of the film")
        engine.send(.play)
        engine.advance(1)
        #expect(engine.playing == (isOnce ? "file:///film" : "file:///ad1"))
        engine.advance(isOnce ? 100 : 110)
        #expect(engine.playing == "file:///ad2")
    }

    @Test func aLiveStreamGoesOnAtItsEdge() throws {
        let engine = Self.engine([Self.interstitial("m", at: 20)])
        var timeline = StreamTimeline()
        timeline.isLive = true
        timeline.window = TimeRange(start: .zero, end: .seconds(90))
        engine.tell(.timelineChanged(try #require(engine.currentGeneration), timeline))
        engine.advance(40.5)
        #expect(engine.playing == "file:///film" && abs(engine.position - 0.5) < 0.01)
    }

    @Test func aQueueThatPausesAfterEachItemPausesAfterTheItem() {
        let engine = Self.engine([Self.interstitial("m", at: 90, ["file:///ad1"])])
        engine.send(.setProgression(.pause))
        engine.advance(105)
        #expect(engine.status == .playing && engine.playing == "file:///film")
        engine.advance(10)
        #expect(engine.status == .paused && engine.playing == "file:///next")
    }

    @Test func whatMakesNoSenseIsNoInterstitial() {
        var told = InterstitialDescription()
        #expect(told.problem != nil)
        told.uris = ["file:///a"]
        #expect(told.problem != nil, "nobody knows where")
        told.at = .seconds(-1)
        #expect(told.problem != nil)
        told.at = .seconds(1)
        #expect(told.problem == nil)
        told.cue = "pre"
        #expect(told.problem != nil, "both")
        told.at = nil
        #expect(told.problem == nil)
        told.cue = "mid"
        #expect(told.problem != nil)
    }
}
