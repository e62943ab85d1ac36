import Testing

@testable import PlayerCore

/// What the player makes of the areas that it is told: they are of what is seen, which may be older than what it knows.
@Suite struct CardAreasTests {
    @Test func aPressOnWhatHasJustBeenReplacedMeansNothing() throws {
        let hands = Hands {
            $0.markers = [MarkerGroupDescription(title: "Songs", markers: [Chapter(start: .seconds(5))])]
        }
        hands.move(600, 300)
        try hands.click(.bar(.chapters))
        let (x, y) = try hands.middle(of: .row(0))
        // The other tab is open, and still to be drawn.
        hands.engine.holdsCards = true
        try hands.click(.tab(1))
        #expect(hands.list?.rows.count == 1)
        let before = hands.engine.position
        hands.click(x, y)
        #expect(hands.engine.position == before && hands.list != nil)
        hands.engine.holdsCards = false
        try hands.click(.row(0))
        #expect(abs(hands.engine.position - 5) < 0.1)
    }

    @Test func aPressOnAnOfferThatIsGoneDoesNotMeanThePicture() throws {
        let hands = Hands()
        hands.engine.advance(11)
        let (x, y) = try hands.middle(of: .offer)
        hands.engine.holdsCards = true
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(50)))
        #expect(!hands.cards.contains { if case .offer = $0 { true } else { false } })
        hands.click(x, y)
        hands.point(.pressed(button: 1, x: x, y: y))
        hands.point(.doubleClicked(x: x, y: y))
        #expect(abs(hands.engine.position - 50) < 0.1)
        #expect(!hands.engine.windowEffects.contains { if case .place(_, .fullscreen) = $0 { true } else { false } })
    }

    @Test func aClockThatTicksTakesNoPressAway() throws {
        let hands = Hands()
        hands.move(600, 300)
        let (x, y) = try hands.middle(of: .bar(.playPause))
        hands.engine.holdsCards = true
        hands.engine.advance(1.5)
        #expect(hands.bar?.position == 1)
        hands.click(x, y)
        #expect(hands.engine.status == .paused)
    }

    @Test func whatComesUnderAPressedButtonIsNotPressed() throws {
        let hands = Hands()
        hands.engine.advance(11)
        let (x, y) = try hands.middle(of: .offer)
        let fresh = Hands()
        fresh.point(.pressed(button: 1, x: x, y: y))
        fresh.engine.advance(11)
        #expect(try fresh.middle(of: .offer) == (x, y))
        fresh.point(.released(button: 1, x: x, y: y, wasDrag: false))
        #expect(fresh.engine.position < 12)
        fresh.click(x, y)
        #expect(abs(fresh.engine.position - 30) < 0.1)
    }

    @Test func whatComesUnderARestingPointerIsEmphasised() throws {
        let hands = Hands()
        hands.engine.advance(11)
        let (x, y) = try hands.middle(of: .offer)
        let fresh = Hands()
        fresh.engine.advance(8)
        fresh.move(x, y)
        #expect(fresh.light == nil)
        fresh.engine.advance(3)
        #expect(fresh.light == CardLight(.offer, isFocus: false))
        // A pointer that has rested for long is not seen, and points at nothing.
        let rested = Hands()
        rested.engine.advance(5)
        rested.move(x, y)
        rested.engine.advance(6)
        #expect(rested.light == nil && !rested.areas.isEmpty)
        // The keyboard keeps what it has taken.
        fresh.press("Tab")
        let light = try #require(fresh.light)
        #expect(light.isFocus)
        fresh.engine.advance(1.1)
        #expect(fresh.light == light)
    }

    @Test("the second of two quick clicks does not take what the first one has uncovered")
    func secondOfTwoClicks() throws {
        for pause in [0.1, 0.6] {
            let hands = Hands()
            hands.engine.advance(11)
            hands.engine.send(
                .actions(.set([ClientAction(id: "like", title: "Like")], by: ":1.5")), from: .program)
            let (x, y) = try hands.middle(of: .action("like"))
            hands.click(x, y)
            #expect(hands.engine.notices.contains(.actions(.invoked("like"))))
            hands.engine.send(.actions(.set([], by: ":1.5")), from: .program)
            hands.engine.advance(pause)
            hands.click(x, y)
            #expect((hands.engine.position > 20) == (pause > 0.4), "the offer lies in the place of the action")
        }
    }

    @Test func keysDoNotWaitForTheDrawing() {
        let hands = Hands()
        hands.engine.holdsCards = true
        hands.press("Tab")
        hands.press("Right")
        hands.press("Right")
        #expect(hands.light == CardLight(.bar(.next), isFocus: true))
        while hands.light?.target != .bar(.chapters) { hands.press("Right") }
        for key in ["Return", "Down", "Down", "Return"] { hands.press(key) }
        #expect(abs(hands.engine.position - 70) < 0.1)
    }

    @Test func keysPassOverWhatHasNoRoom() {
        let hands = Hands()
        hands.engine.holdsCards = true
        hands.press("Tab")
        hands.engine.tell(.cardsPlaced(CardAreas(withoutRoom: [.bar(.forward)], behindPanel: [.bar(.next)])))
        hands.press("Right")
        #expect(hands.light == CardLight(.bar(.mute), isFocus: true))
    }

    @Test func whatHasNoRoomIsANotification() {
        let hands = Hands()
        func drawn() -> Set<Prompt.Subject> {
            var snapshot = hands.engine.snapshot
            snapshot.window.isInSight = true
            return PromptSituation(snapshot, now: hands.engine.now).drawn
        }
        hands.engine.holdsCards = true
        hands.engine.advance(11)
        #expect(drawn() == [.offer], "until it is known, nobody is told twice")
        hands.engine.tell(.cardsPlaced(CardAreas(withoutRoom: [.offer])))
        #expect(drawn().isEmpty)
        hands.engine.tell(.cardsPlaced(CardAreas(behindPanel: [.offer])))
        #expect(drawn() == [.offer], "it was seen before, and is seen again")
    }

    @Test func theLineLeadsFromEdgeToEdge() {
        let line = WindowRect(x: 100, y: 20, width: 400, height: 30)
        #expect([50, 100, 499, 900].map(line.share(atColumn:)) == [0, 0, 1, 1])
        #expect([0, 20, 49, 90].map(line.share(atRow:)) == [0, 0, 1, 1])
        #expect(WindowRect(x: 0, y: 0, width: 1, height: 1).share(atColumn: 0) == nil)
    }
}
