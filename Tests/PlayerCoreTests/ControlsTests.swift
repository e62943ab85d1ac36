import Testing

@testable import PlayerCore

/// What keys and the pointer do with the cards and the transport bar.
@Suite struct ControlsTests {
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

    @Test func anInterstitialThatIsTrimmedAwayHasNoDot() throws {
        let breaks = [20, 60].map { at in
            var told = InterstitialDescription()
            (told.id, told.at, told.uris) = ("\(at)", .seconds(at), ["file:///b"])
            return told
        }
        for outPoint in [nil, MediaTime.seconds(50)] {
            let hands = Hands { ($0.interstitials, $0.outPoint) = (breaks, outPoint) }
            hands.move(600, 300)
            #expect(hands.bar?.dots.count == (outPoint == nil ? 2 : 1))
        }
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

    @Test func theButtonsBesideThePauseMovePlayback() throws {
        let hands = Hands()
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(50)))
        hands.move(600, 300)
        try hands.click(.bar(.back))
        #expect(abs(hands.engine.position - 40) < 0.1)
        try hands.click(.bar(.forward))
        #expect(abs(hands.engine.position - 50) < 0.1)
        try hands.click(.bar(.previous))
        #expect(hands.engine.position < 49)
        #expect(hands.bar?.idle.contains(.back) == false)
    }

    @Test func theSoundIsSetInTheBar() throws {
        let hands = Hands()
        hands.move(600, 300)
        try hands.click(.bar(.mute))
        #expect(hands.engine.snapshot.isMuted)
        #expect(hands.bar?.isMuted == true)
        // A click on its line, and a drag along it.
        let line = try hands.rect(of: .volume)
        let y = line.y + line.height / 2
        hands.point(.pressed(button: 1, x: line.x + line.width / 2, y: y))
        #expect(abs(hands.engine.snapshot.volume - 0.5) < 0.03)
        #expect(!hands.engine.snapshot.isMuted)
        hands.point(.dragged(fromX: line.x, fromY: y, x: line.x - 100, y: y))
        #expect(hands.engine.snapshot.volume == 0)
        hands.point(.released(button: 1, x: line.x - 100, y: y, wasDrag: true))
        #expect(hands.engine.status == .playing)
    }

    @Test func arrowsOnTheLineOfTheVolumeChangeIt() {
        let hands = Hands()
        hands.press("Tab")
        while hands.light?.target != .volume { hands.press("Tab") }
        hands.press("Left")
        #expect(abs(hands.engine.snapshot.volume - 0.95) < 0.001)
        #expect(hands.light?.target == .volume)
    }

    // MARK: The line

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
        hands.move(x + 40, y)
        #expect(hands.orders.count == 2)
        #expect(hands.hint?.pictureURI == "file:///p.png", "until the next one is made")
        hands.engine.tell(.pictures(.made(order, MomentPicture(uri: "file:///late.png", time: order.time))))
        #expect(hands.hint?.pictureURI == "file:///p.png", "only the newest order counts")
        hands.move(x + 200, y)
        #expect(hands.hint?.pictureURI == nil, "it is of another place")
        #expect(hands.hint?.hasPicture == true, "the next one has its room")
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
        #expect(hands.hint?.hasPicture == false)
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
        let prompt = PromptSituation(hands.engine.snapshot, now: hands.engine.now)
        #expect(prompt.proposal?.picture == "file:///p.png", "a notification shows it, too")
        hands.engine.advance(0.5)
        #expect(hands.orders.count == 1)
    }

    @Test(arguments: [MediaTrack.Kind.video, .audio, nil])
    func withoutAWindowTheNotificationOfAProposedVideoShowsAMoment(_ kind: MediaTrack.Kind?) throws {
        var next = NextDescription(uri: "file:///b")
        next.presentAt = .seconds(-5)
        let hands = Hands(next: next, hasWindow: false)
        var bee = found("Bee")
        bee.container.tracks = [kind].compactMap { kind in kind.map { ContainerTrack(kind: $0) } }
        hands.engine.files["file:///b"] = bee
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(96)))
        hands.engine.advance(0.1)
        guard kind == .video else {
            #expect(hands.orders.isEmpty)
            return
        }
        let order = try #require(hands.orders.last)
        hands.engine.tell(.pictures(.made(order, MomentPicture(uri: "file:///p.png", time: order.time))))
        let prompt = PromptSituation(hands.engine.snapshot, now: hands.engine.now)
        #expect(prompt.proposal?.picture == "file:///p.png")
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
        #expect(!hands.targets.contains(.offer))
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
        hands.press("Tab")
        #expect(hands.light == CardLight(.bar(.playPause), isFocus: true))
        hands.engine.advance(11)
        hands.press("Tab")
        #expect(hands.light == CardLight(.offer, isFocus: true), "what is asked comes first")
        var reached: Set<CardTarget> = []
        for _ in 0..<20 {
            if let light = hands.light { reached.insert(light.target) }
            hands.press("Tab")
        }
        #expect(reached == Set(hands.targets))
        #expect(reached.contains(.offer) && reached.contains(.line) && reached.contains(.bar(.fullscreen)))
        while hands.light?.target != .bar(.playPause) { hands.press("ISO_Left_Tab") }
        hands.press("Return")
        #expect(hands.engine.status == .paused)
    }

    @Test func tabGoesFirstToAProposal() {
        var next = NextDescription(uri: "file:///b")
        (next.title, next.presentAt) = ("Bee", .seconds(-5))
        let hands = Hands(next: next)
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(96)))
        hands.engine.advance(0.1)
        hands.press("Tab")
        #expect(hands.light == CardLight(.accept, isFocus: true))
        hands.press("Tab")
        #expect(hands.light == CardLight(.decline, isFocus: true))
        hands.press("Return")
        #expect(hands.engine.notices.contains(.proposals(.deferred)))
    }

    @Test func enterMeansTheOfferWhileNothingHasTheFocus() {
        let hands = Hands()
        hands.engine.advance(11)
        hands.press("i")
        hands.press("Return")
        #expect(abs(hands.engine.position - 30) < 0.1)
    }

    @Test("Enter takes no offer that is not shown any more") func forgottenOffer() {
        let hands = Hands()
        hands.engine.advance(28)
        #expect(hands.engine.snapshot.segments.offer?.isProminent == false)
        hands.press("Return")
        #expect(hands.engine.position < 29)
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

    @Test("Escape hides a bar that a key called, and leaves one alone that the pointer shows")
    func escapeHidesACalledBar() {
        let hands = Hands()
        hands.engine.send(.window(.setFullscreen(true)))
        hands.press("i")
        #expect(hands.bar != nil)
        hands.press("Escape")
        #expect(hands.bar == nil && hands.engine.snapshot.window.state == .fullscreen)
        hands.move(600, 300)
        #expect(hands.bar != nil)
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
