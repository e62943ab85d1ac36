import Testing

@testable import PlayerCore

/// What keys and the pointer do with the cards and the transport bar.
@Suite struct ControlsTests {
    /// A film of a hundred seconds in a window of 1280×720.
    private final class Hands {
        let engine: FakeEngine

        init(
            mode: CardMode = .on, aspect: AspectRatio? = nil, next: NextDescription? = nil,
            tracks: TrackSet = TrackSet()
        ) {
            var settings = PlayerSettings()
            settings.cards = mode
            settings.readsAhead = true
            engine = FakeEngine(settings: settings)
            var findings = ItemFindings()
            findings.container.chapters = [
                Chapter(start: .zero, end: .seconds(40), titles: [ChapterTitle("One")]),
                Chapter(start: .seconds(40), end: .seconds(70), titles: [ChapterTitle("Two")]),
                Chapter(start: .seconds(70), end: .seconds(100), titles: [ChapterTitle("Three")]),
            ]
            var film = FakeMedia(duration: .seconds(100), findings: findings, hasVideo: true)
            film.aspect = aspect
            engine.media["file:///a"] = film
            engine.media["file:///b"] = FakeMedia(duration: .seconds(100), hasVideo: true)
            let item = described("file:///a") { fields in
                fields.segments = [SegmentDescription(start: .seconds(10), end: .seconds(30), kind: "opening-credits")]
                fields.next = next
            }
            engine.tell(.window(.opened(.x11, Self.everything, reason: nil)))
            engine.send(.replaceQueue([item], play: true, start: nil, index: 0))
            place(.windowed)
            engine.forget()
        }

        private static let everything = WindowCapabilities(
            windowManager: "a manager", keepsAbove: true, keepsSticky: true, makesFullscreen: true)

        func place(_ placement: WindowPlacement) {
            engine.tell(
                .window(
                    .changed(.placed(PlacementReport(placement, [], WindowRect(x: 0, y: 0, width: 1_280, height: 720))))
                ))
        }

        var cards: [Card] { engine.snapshot.cards }
        var light: CardLight? { engine.player.scene.published.controls.light }
        var bar: BarCard? {
            for case .bar(let bar) in cards { return bar }
            return nil
        }
        var list: ListCard? {
            for case .list(let list) in cards { return list }
            return nil
        }
        var proposal: ProposalCard? {
            for case .proposal(let card) in cards { return card }
            return nil
        }
        var hint: HintCard? {
            for case .hint(let hint) in cards { return hint }
            return nil
        }
        var orders: [PictureOrder] {
            engine.pictureEffects.compactMap { if case .thumbnail(let order) = $0 { order } else { nil } }
        }
        var layout: CardLayout { engine.player.scene.cardLayout?.layout ?? CardLayout(width: 1, height: 1, cards: []) }
        var area: WindowRect {
            engine.player.scene.cardLayout?.area.rect ?? WindowRect(x: 0, y: 0, width: 0, height: 0)
        }

        func press(_ name: String) { engine.tell(.window(.changed(.key(KeyPress(name: name, modifiers: []))))) }
        func point(_ event: PointerEvent) { engine.tell(.window(.changed(.pointer(event)))) }
        func move(_ x: Int, _ y: Int) { point(.moved(x: x, y: y)) }

        func middle(of target: CardTarget) throws -> (x: Int, y: Int) {
            let region = try #require(layout.regions.first { $0.target == target }, "\(target)")
            return (area.x + region.rect.x + region.rect.width / 2, area.y + region.rect.y + region.rect.height / 2)
        }

        func click(_ target: CardTarget) throws {
            let (x, y) = try middle(of: target)
            point(.pressed(button: 1, x: x, y: y))
            point(.released(button: 1, x: x, y: y, wasDrag: false))
        }
    }

    // MARK: The bar

    @Test func theBarComesWithThePointerAndGoesByItself() {
        let hands = Hands()
        #expect(hands.bar == nil)
        hands.move(600, 300)
        #expect(hands.bar?.title == "a")
        #expect(hands.bar?.gaps == [0.4, 0.7])
        #expect(hands.bar?.segments == [BarCard.Stretch(0.1, 0.3)].compactMap(\.self))
        hands.engine.advance(1.9)
        #expect(hands.bar?.position == 1)
        hands.engine.advance(0.2)
        #expect(hands.cards.isEmpty)
        let scene = hands.engine.player.scene
        #expect(hands.engine.player.features.controls.wakesAt(scene) == nil)
        #expect(hands.engine.timers[.cards] == nil)
    }

    @Test func aRestingPausedBarGoesAndNothingWakesAnyMore() {
        let hands = Hands()
        hands.engine.send(.pause)
        hands.move(600, 300)
        hands.engine.advance(3)
        #expect(hands.cards == [.paused])
        #expect(hands.engine.wake == nil)
    }

    @Test(arguments: [CardMode.off, .fullscreen]) func whereNoCardsAreWantedThereIsNoBar(_ mode: CardMode) {
        let hands = Hands(mode: mode)
        hands.move(600, 300)
        hands.press("i")
        hands.press("Tab")
        #expect(hands.cards.isEmpty)
        #expect(hands.engine.player.features.controls.wakesAt(hands.engine.player.scene) == nil)
    }

    @Test func aKeyShowsAndHidesIt() {
        let hands = Hands()
        hands.press("i")
        #expect(hands.bar != nil)
        hands.engine.advance(4)
        #expect(hands.bar != nil)
        hands.press("i")
        #expect(hands.bar == nil)
        hands.press("i")
        hands.engine.advance(5.1)
        #expect(hands.bar == nil)
    }

    @Test func aPointerThatLeavesTakesTheBarAlong() {
        let hands = Hands()
        hands.move(600, 300)
        hands.point(.left)
        #expect(hands.bar == nil)
    }

    // MARK: The line

    @Test func theLineIsScrubbed() throws {
        let hands = Hands()
        hands.move(600, 300)
        let (x, y) = try hands.middle(of: .line)
        hands.move(x, y)
        guard case .hint(let hint)? = hands.cards.last else {
            Issue.record("no hint")
            return
        }
        #expect((hint.time, hint.chapter) == ("0:50", "Two"))
        #expect(hands.engine.position < 1, "pointing is not seeking")
        hands.point(.pressed(button: 1, x: x, y: y))
        #expect(abs(hands.engine.position - 50) < 0.2)
        for step in 1...20 { hands.point(.dragged(fromX: x, fromY: y, x: x + 10 * step, y: y - 90)) }
        hands.engine.advance(3)
        #expect(hands.bar != nil, "it stays while it is held")
        let line = try #require(hands.layout.barParts?.line)
        let share = Double(x + 200 - line.x) / Double(line.width - 1)
        #expect(abs(hands.engine.position - 3 - 100 * share) < 0.1)
        hands.point(.released(button: 1, x: x + 200, y: y - 90, wasDrag: true))
        hands.engine.advance(2.1)
        #expect(hands.bar == nil)
    }

    @Test func aScrubFollowsWithKeyFramesAndEndsExactly() throws {
        let hands = Hands()
        hands.move(600, 300)
        let (x, y) = try hands.middle(of: .line)
        hands.engine.holdsSeeks = true
        hands.engine.forget()
        hands.point(.pressed(button: 1, x: x, y: y))
        hands.point(.dragged(fromX: x, fromY: y, x: x + 50, y: y))
        hands.point(.dragged(fromX: x, fromY: y, x: x + 90, y: y))
        hands.point(.released(button: 1, x: x + 90, y: y, wasDrag: true))
        for _ in 0..<3 { hands.engine.landSeek() }
        let seeks = hands.engine.effects.compactMap { effect -> SeekAccuracy? in
            if case .seek(_, _, _, let accuracy, cuts: _) = effect { accuracy } else { nil }
        }
        #expect(seeks == [.accurate, .keyUnit, .accurate])
    }

    // MARK: Pictures of moments

    @Test func thePictureAtThePointerIsShown() throws {
        let hands = Hands()
        hands.move(600, 300)
        let (x, y) = try hands.middle(of: .line)
        hands.move(x, y)
        #expect(hands.orders.map(\.time) == [.seconds(50.5)])
        hands.move(x + 1, y)
        let order = try #require(hands.orders.last)
        #expect((hands.orders.count, order.uri) == (1, "file:///a"), "no picture for each pixel")
        hands.engine.tell(.pictures(.made(order, MomentPicture(uri: "file:///p.png", time: order.time))))
        #expect(hands.hint?.pictureURI == "file:///p.png")
        hands.move(x + 100, y)
        #expect(hands.orders.count == 2)
        #expect(hands.hint?.pictureURI == "file:///p.png", "until the next one is made")
        hands.engine.tell(.pictures(.made(order, MomentPicture(uri: "file:///late.png", time: order.time))))
        #expect(hands.hint?.pictureURI == "file:///p.png", "only the newest order counts")
        hands.move(600, 300)
        #expect(hands.engine.pictureEffects.last == .cancel)
    }

    @Test func noPictureIsOrderedOfAnItemThatHasNone() throws {
        let hands = Hands()
        hands.move(600, 300)
        let (x, y) = try hands.middle(of: .line)
        hands.move(x, y)
        hands.engine.tell(.pictures(.failed(try #require(hands.orders.last), "There is no picture.")))
        for step in 1...50 { hands.move(x + 10 * step, y) }
        #expect(hands.orders.count == 1)
        #expect(hands.hint?.pictureURI == nil)
    }

    @Test func aProposalWithoutAPictureShowsAMomentOfTheItem() throws {
        var next = NextDescription(uri: "file:///b")
        next.presentAt = .seconds(-5)
        let hands = Hands(next: next)
        hands.engine.files["file:///b"] = found("Bee")
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(96)))
        hands.engine.advance(0.1)
        #expect(hands.proposal?.title == "Bee")
        #expect(hands.proposal?.detail == "1:40")
        let order = try #require(hands.orders.last)
        #expect((order.uri, order.time) == ("file:///b", .seconds(10)))
        hands.engine.tell(.pictures(.made(order, MomentPicture(uri: "file:///p.png", time: order.time))))
        #expect(hands.proposal?.artworkURI == "file:///p.png")
        hands.engine.advance(0.5)
        #expect(hands.orders.count == 1)
    }

    @Test func twoItemsWithoutPicturesAreAskedOnce() throws {
        var next = NextDescription(uri: "file:///b")
        next.presentAt = .seconds(-5)
        let hands = Hands(next: next)
        hands.engine.files["file:///b"] = found("Bee")
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(96)))
        hands.engine.advance(0.1)
        hands.move(600, 300)
        let (x, y) = try hands.middle(of: .line)
        hands.move(x, y)
        for _ in 0..<6 {
            hands.engine.tell(.pictures(.failed(try #require(hands.orders.last), "There is no picture.")))
        }
        // The proposal's order was replaced by that of the line, and then came again.
        #expect(hands.orders.map(\.uri) == ["file:///b", "file:///a", "file:///b"])
    }

    @Test func anOfferBelowAPanelIsNoNotification() throws {
        let hands = Hands()
        hands.engine.advance(11)
        hands.move(600, 300)
        try hands.click(.bar(.chapters))
        #expect(!hands.layout.regions.contains { $0.target == .offer })
        #expect(PromptSituation(hands.engine.snapshot, now: hands.engine.now).drawn.contains(.offer))
    }

    // MARK: Presses

    @Test func aClickTakesTheOfferAndTwoDoNotFillTheScreen() throws {
        let hands = Hands()
        hands.engine.advance(11)
        let (x, y) = try hands.middle(of: .offer)
        try hands.click(.offer)
        #expect(abs(hands.engine.position - 30) < 0.1)
        hands.point(.pressed(button: 1, x: x, y: y))
        hands.point(.doubleClicked(x: x, y: y))
        #expect(!hands.engine.windowEffects.contains { if case .place(_, .fullscreen) = $0 { true } else { false } })
    }

    @Test func aPictureWithBarsIsHitWhereItIs() throws {
        let hands = Hands(aspect: AspectRatio(width: 4, height: 3))
        #expect(hands.area == WindowRect(x: 160, y: 0, width: 960, height: 720))
        hands.engine.advance(11)
        try hands.click(.offer)
        #expect(abs(hands.engine.position - 30) < 0.1)
    }

    @Test func hoverShowsWhatAClickWouldMean() throws {
        let hands = Hands()
        hands.engine.advance(11)
        let (x, y) = try hands.middle(of: .offer)
        hands.move(x, y)
        // The bar appears, and the offer makes room for it.
        let moved = try hands.middle(of: .offer)
        hands.move(moved.x, moved.y)
        #expect(hands.light == CardLight(.offer, isFocus: false))
        hands.move(3, 3)
        #expect(hands.light == nil)
    }

    @Test(arguments: [true, false]) func theButtonsOfAProposal(_ accepts: Bool) throws {
        var next = NextDescription(uri: "file:///b")
        (next.title, next.presentAt) = ("Bee", .seconds(-5))
        let hands = Hands(next: next)
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(96)))
        hands.engine.advance(0.1)
        #expect(hands.cards.contains { if case .proposal(let card) = $0 { card.title == "Bee" } else { false } })
        try hands.click(accepts ? .accept : .decline)
        #expect(hands.engine.notices.contains(.proposals(accepts ? .accepted(.user) : .deferred)))
    }

    @Test func anActionIsAButton() throws {
        let hands = Hands()
        let actions = [
            ClientAction(id: "like", title: "Like"), ClientAction(id: "buy", title: "Buy", from: .seconds(50)),
        ]
        hands.engine.send(.actions(.set(actions, by: ":1.5")), from: .program)
        #expect(hands.cards == [.actions([ActionButton(id: "like", title: "Like")])])
        try hands.click(.action("like"))
        #expect(hands.engine.notices.contains(.actions(.invoked("like"))))
        #expect(PromptSituation(hands.engine.snapshot, now: hands.engine.now).drawn == [.actions])
    }

    // MARK: The keyboard

    @Test func tabReachesEverythingAndEnterPressesIt() {
        let hands = Hands()
        hands.engine.advance(11)
        hands.press("Tab")
        #expect(hands.light == CardLight(.bar(.playPause), isFocus: true))
        var reached: Set<CardTarget> = []
        for _ in 0..<20 {
            if let light = hands.light { reached.insert(light.target) }
            hands.press("Tab")
        }
        #expect(reached == Set(hands.layout.regions.map(\.target)))
        #expect(reached.contains(.offer) && reached.contains(.line) && reached.contains(.bar(.fullscreen)))
        while hands.light?.target != .bar(.playPause) { hands.press("ISO_Left_Tab") }
        hands.press("Return")
        #expect(hands.engine.status == .paused)
    }

    @Test func enterMeansTheOfferWhileNothingHasTheFocus() {
        let hands = Hands()
        hands.engine.advance(11)
        hands.press("i")
        hands.press("Return")
        #expect(abs(hands.engine.position - 30) < 0.1)
    }

    @Test func aChapterIsChosenFromTheList() {
        let hands = Hands()
        hands.press("Tab")
        while hands.light?.target != .bar(.chapters) { hands.press("Right") }
        hands.press("Return")
        #expect(hands.list?.rows.map(\.title) == ["One", "Two", "Three"])
        #expect(hands.list?.rows.map(\.detail) == ["0:00", "0:40", "1:10"])
        #expect(hands.light == CardLight(.row(0), isFocus: true))
        hands.press("Down")
        hands.press("Down")
        hands.press("Down")
        hands.engine.advance(10)
        #expect(hands.list != nil, "an open list stays")
        hands.press("Return")
        #expect(abs(hands.engine.position - 70) < 0.1)
        #expect(hands.list == nil)
        #expect(hands.light == CardLight(.bar(.chapters), isFocus: true), "the next key goes on from there")
    }

    @Test func escapeClosesOneThingAfterTheOther() {
        let hands = Hands()
        hands.engine.send(.window(.setFullscreen(true)))
        hands.press("Tab")
        hands.press("I")
        #expect(hands.cards.contains { if case .information = $0 { true } else { false } })
        hands.press("Escape")
        #expect(!hands.cards.contains { if case .information = $0 { true } else { false } })
        hands.press("Escape")
        #expect(hands.bar == nil)
        #expect(hands.engine.snapshot.window.state == .fullscreen)
        hands.press("Escape")
        #expect(hands.engine.snapshot.window.state == .windowed)
    }

    @Test func aClickBesideAPanelClosesIt() throws {
        let hands = Hands()
        hands.move(600, 300)
        try hands.click(.bar(.information))
        hands.point(.pressed(button: 1, x: 1_270, y: 5))
        hands.point(.released(button: 1, x: 1_270, y: 5, wasDrag: false))
        #expect(!hands.cards.contains { if case .information = $0 { true } else { false } })
        #expect(hands.engine.status == .playing)
    }
}
