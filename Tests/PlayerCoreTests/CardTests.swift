import Testing

@testable import PlayerCore

/// Which cards the player has drawn, from commands and time to effects.
@Suite struct CardTests {
    private static func engine(
        mode: CardMode = .on, next: NextDescription? = nil, animates: Bool = true
    ) -> FakeEngine {
        var settings = PlayerSettings()
        settings.cards = mode
        settings.animatesPicture = animates
        let engine = FakeEngine(settings: settings)
        var findings = ItemFindings()
        findings.container.chapters = [
            Chapter(start: .zero, end: .seconds(40), titles: [ChapterTitle("One")]),
            Chapter(start: .seconds(40), end: .seconds(70), titles: [ChapterTitle("Two")]),
            Chapter(start: .seconds(70), end: .seconds(100), titles: [ChapterTitle("Three")]),
        ]
        engine.media["file:///a"] = FakeMedia(duration: .seconds(100), findings: findings, hasVideo: true)
        let item = described("file:///a") { fields in
            fields.segments = [SegmentDescription(start: .seconds(10), end: .seconds(30), kind: "opening-credits")]
            fields.next = next
        }
        engine.send(.replaceQueue([item], play: true, start: nil, index: 0))
        engine.tell(.window(.opened(.x11, .nothing, reason: nil)))
        engine.tell(
            .window(
                .changed(
                    .placed(PlacementReport(.windowed, [], WindowRect(x: 0, y: 0, width: 1_280, height: 720))))))
        engine.forget()
        return engine
    }

    private func shown(_ engine: FakeEngine) -> [[Card]] {
        engine.effects.compactMap { if case .showCards(let drawing) = $0 { drawing.cards } else { nil } }
    }

    @Test func anOfferShowsForItsProminenceAndTheChapterForThreeSeconds() {
        let engine = Self.engine()
        engine.advance(50)
        #expect(shown(engine) == [[.offer(.openingCredits)], [], [.chapter("Two")], []])
    }

    @Test func peoplesVolumeShowsAndFadingDoesNot() {
        let engine = Self.engine()
        engine.send(.setVolume(0.4))
        engine.send(.setVolume(0.4))
        engine.advance(2)
        #expect(shown(engine) == [[.volume(0.4)], []])
        engine.send(.sleepTimer(.set(.duration, .seconds(4))))
        engine.forget()
        engine.advance(3)
        #expect(shown(engine).isEmpty)
    }

    @Test func silenceAndTheSpeedShow() {
        let engine = Self.engine()
        engine.send(.setMuted(true))
        engine.send(.setMuted(false))
        engine.send(.setRate(1.5))
        engine.advance(2)
        #expect(shown(engine) == [[.volume(1, isMuted: true)], [.volume(1)], [.rate(1.5)], []])
    }

    /// Whoever turns it up further sees that it is the loudest.
    @Test func theVolumeShowsAlthoughItDoesNotChange() {
        let engine = Self.engine()
        engine.send(.setVolume(1))
        engine.advance(2)
        #expect(shown(engine) == [[.volume(1)], []])
    }

    @Test func aSeekShowsThePositionAndNoChapter() {
        let engine = Self.engine()
        engine.advance(1)
        engine.send(.setPosition(engine.id(0), .seconds(50)))
        engine.advance(2)
        #expect(shown(engine) == [[.position(seconds: 50, of: 100)], [.position(seconds: 51, of: 100)], []])
        #expect(engine.timers[.cards] == nil)
    }

    @Test func thePositionStandsWhilePlaybackDoes() {
        let engine = Self.engine()
        engine.send(.pause)
        engine.send(.setPosition(engine.id(0), .seconds(50)))
        engine.advance(60)
        #expect(shown(engine) == [[.paused], [.position(seconds: 50, of: 100), .paused], [.paused]])
    }

    @Test func aSkipTakesThePositionAlong() {
        let engine = Self.engine()
        engine.send(.setPosition(engine.id(0), .seconds(12)))
        engine.send(.segments(.takeOffer))
        #expect(shown(engine).last == [.position(seconds: 30, of: 100)])
        engine.advance(1.4)
        engine.send(.segments(.unskip))
        #expect(shown(engine).last?.contains(.position(seconds: 12, of: 100)) == true)
    }

    @Test func aPauseShowsItsSignUntilItEnds() {
        let engine = Self.engine()
        engine.send(.pause)
        engine.advance(600)
        #expect(shown(engine) == [[.paused]])
        #expect(engine.timers[.cards] == nil, "a pause costs nothing")
        engine.send(.play)
        #expect(shown(engine) == [[.paused], []])
    }

    @Test(arguments: [true, false])
    func thePictureMovesOnlyWhileItPlaysAndIfWanted(_ animates: Bool) {
        let engine = Self.engine(animates: animates)
        engine.send(.setVolume(0.4))
        engine.send(.pause)
        let drawn = engine.effects.compactMap { effect in
            if case .showCards(let drawing) = effect { drawing.isAnimated } else { nil }
        }
        #expect(drawn == [animates, false])
    }

    // MARK: Automatic skips

    private static func skipping(
        _ segments: [(Double, Double, String, String)], items: Int = 1
    ) -> FakeEngine {
        let engine = FakeEngine()
        let uris = (0..<items).map { "file:///\($0)" }
        for uri in uris { engine.media[uri] = FakeMedia(findings: ItemFindings(), hasVideo: true) }
        let described = uris.map { uri in
            PlayerCoreTests.described(uri) { fields in
                guard uri == "file:///0" else { return }
                fields.segments = segments.map { start, end, kind, action in
                    var segment = SegmentDescription(start: .seconds(start), end: .seconds(end), kind: kind)
                    segment.action = action
                    return segment
                }
            }
        }
        engine.send(.replaceQueue(described, play: true, start: nil, index: 0))
        engine.tell(.window(.opened(.x11, .nothing, reason: nil)))
        engine.tell(
            .window(
                .changed(
                    .placed(PlacementReport(.windowed, [], WindowRect(x: 0, y: 0, width: 1_280, height: 720))))))
        engine.forget()
        return engine
    }

    @Test func anAutomaticSkipIsToldForThreeSeconds() {
        let engine = Self.skipping([(10, 30, "opening-credits", "auto")])
        engine.advance(10.1)
        #expect(shown(engine) == [[.skipped(.openingCredits, canUndo: true)]])
        engine.advance(2.8)
        #expect(shown(engine).count == 1)
        engine.advance(0.2)
        #expect(shown(engine) == [[.skipped(.openingCredits, canUndo: true)], []])
        #expect(engine.timers[.cards] == nil)
    }

    @Test func theThreeSecondsCountFromTheLanding() {
        let engine = Self.skipping([(10, 30, "recap", "auto")])
        engine.holdsSeeks = true
        engine.advance(12)
        engine.landSeek()
        engine.advance(2.9)
        #expect(shown(engine) == [[.skipped(.recap, canUndo: true)]])
        engine.advance(0.2)
        #expect(shown(engine).last == [])
    }

    @Test func theKeyOnTheCardTakesTheSkipBack() {
        let engine = Self.skipping([(10, 30, "opening-credits", "auto")])
        engine.advance(11)
        engine.tell(.window(.changed(.key(KeyPress(name: Card.undoKey, modifiers: [])))))
        #expect(abs(engine.position - 10) < 0.1)
        let last = shown(engine).last ?? []
        #expect(!last.contains { if case .skipped = $0 { true } else { false } })
        #expect(last.contains(.position(seconds: 10, of: 100)))
    }

    @Test func whoGoesElsewhereIsNotToldOfTheSkipAnyMore() {
        let engine = Self.skipping([(10, 30, "opening-credits", "auto")])
        engine.advance(11)
        engine.send(.seek(by: .seconds(20.5)))
        #expect(shown(engine).last == [.position(seconds: 51, of: 100)])
    }

    @Test func aSkipToTheNextItemPromisesNoWayBack() {
        let engine = Self.skipping([(80, 100, "closing-credits", "auto")], items: 2)
        engine.advance(81)
        #expect(engine.playing == "file:///1")
        #expect(shown(engine).last == [.skipped(.closingCredits, canUndo: false)])
        engine.advance(4)
        #expect(shown(engine).last == [])
    }

    @Test(arguments: [("blocked", "block"), ("opening-credits", "ask"), ("recap", "announce"), ("mute", "mute")])
    func onlyAutomaticSkipsAreTold(_ kind: String, _ action: String) {
        let engine = Self.skipping([(10, 30, kind, action)])
        engine.advance(12)
        engine.send(.segments(.takeOffer))
        engine.advance(5)
        #expect(!shown(engine).joined().contains { if case .skipped = $0 { true } else { false } })
    }

    @Test func aKeyForTheNextChapterShowsItsName() {
        let engine = Self.engine()
        engine.advance(1)
        engine.tell(.window(.changed(.key(KeyPress(name: "c", modifiers: [])))))
        #expect(shown(engine) == [[.chapter("Two")]])
    }

    @Test func aProposalCountsDownAndThePictureMakesRoom() {
        var next = NextDescription(uri: "file:///b")
        (next.title, next.presentAt, next.automaticAcceptanceInterval) = ("Bee", .seconds(-5), -2)
        let engine = Self.engine(next: next)
        #expect(engine.snapshot.proposal.videoFrame == nil)
        engine.send(.setPosition(engine.id(0), .seconds(92)))
        engine.advance(2.9)
        engine.forget()
        engine.advance(2.5)
        let seconds = shown(engine).compactMap { cards -> Int64? in
            if case .proposal(let card)? = cards.first { card.seconds } else { nil }
        }
        #expect(seconds == [3, 2, 1])
        #expect(engine.snapshot.proposal.videoFrame == WindowRect(x: 0, y: 0, width: 1_280, height: 720))
        let frame = WindowRect(x: 256, y: 32, width: 768, height: 432)
        engine.tell(.pictureFramed(frame))
        #expect(engine.snapshot.proposal.videoFrame == frame)
        engine.advance(1)
        #expect(engine.playing == "file:///b")
        #expect(shown(engine).last == [])
    }

    @Test(arguments: [CardMode.off, .fullscreen])
    func nothingShowsInAWindowThatShallShowNone(_ mode: CardMode) {
        let engine = Self.engine(mode: mode)
        engine.send(.setVolume(0.4))
        engine.advance(50)
        #expect(shown(engine).isEmpty)
        #expect(engine.timers[.cards] == nil)
    }
}
