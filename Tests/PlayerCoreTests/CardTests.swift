import PlayerCore
import Testing

/// Which cards the player has drawn, from commands and time to effects.
@Suite struct CardTests {
    private static func engine(mode: CardMode = .on, next: NextDescription? = nil) -> FakeEngine {
        var settings = PlayerSettings()
        settings.cards = mode
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
        engine.tell(.windowOpened(.x11, .nothing, reason: nil))
        engine.tell(
            .windowChanged(
                .placed(PlacementReport(.windowed, [], WindowRect(x: 0, y: 0, width: 1_280, height: 720)))))
        engine.forget()
        return engine
    }

    private func shown(_ engine: FakeEngine) -> [[Card]] {
        engine.effects.compactMap { if case .showCards(let cards) = $0 { cards } else { nil } }
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
        engine.send(.setSleepTimer(.duration, .seconds(4)))
        engine.forget()
        engine.advance(3)
        #expect(shown(engine).isEmpty)
    }

    @Test func aSeekShowsThePositionAndNoChapter() {
        let engine = Self.engine()
        engine.advance(1)
        engine.send(.setPosition(engine.id(0), .seconds(50)))
        engine.advance(2)
        #expect(shown(engine) == [[.position(seconds: 50, of: 100)], []])
    }

    @Test func aKeyForTheNextChapterShowsItsName() {
        let engine = Self.engine()
        engine.advance(1)
        engine.tell(.windowChanged(.key(KeyPress(name: "c", modifiers: []))))
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
