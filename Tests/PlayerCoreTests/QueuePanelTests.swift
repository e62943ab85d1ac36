import Testing

@testable import PlayerCore

/// The queue in the window.
@Suite struct QueuePanelTests {
    private func uri(_ number: Int) -> String { "file:///\(number).mkv" }

    private func hands(_ others: Int) -> Hands {
        let hands = Hands()
        hands.engine.send(.insert((0..<others).map { MediaDescription(uri: uri($0)) }, at: .max))
        for number in 0..<min(others, 10) {
            hands.engine.media[uri(number)] = FakeMedia(duration: .seconds(60), hasVideo: true)
        }
        return hands
    }

    @Test("its button opens it, and a press on a row plays that item") func button() throws {
        let hands = hands(3)
        hands.move(600, 300)
        #expect(hands.bar?.buttons.contains(.queue) == true)
        try hands.click(.bar(.queue))
        #expect(hands.list?.panel == .queue && hands.list?.count == 4)
        #expect(hands.list?.rows.map(\.isCurrent) == [true, false, false, false])
        try hands.click(.row(2))
        hands.engine.advance(1)
        #expect(hands.engine.playing == uri(1) && hands.list == nil)
    }

    @Test("the key l opens it at the current item, and closes it") func key() {
        let hands = hands(3)
        hands.press("l")
        #expect(hands.light == CardLight(.row(0), isFocus: true))
        hands.press("Down")
        hands.press("Return")
        hands.engine.advance(1)
        #expect(hands.engine.playing == uri(0))
        hands.press("l")
        #expect(hands.list?.middle == 1)
        hands.press("l")
        #expect(hands.list == nil)
    }

    @Test("a queue of one item has no button") func one() {
        let hands = hands(0)
        hands.move(600, 300)
        #expect(hands.bar?.buttons.contains(.queue) == false)
    }

    @Test("of a long queue, only what is near is in the card; the end is reached") func long() throws {
        let hands = hands(20_000)
        hands.press("l")
        let list = try #require(hands.list)
        #expect(list.count == 20_001 && list.rows.count == 120 && list.first == 0)
        for _ in 0..<300 { hands.press("Down") }
        #expect(hands.list?.middle == 300 && hands.list?.row(at: 300) != nil)
        let scroll = try hands.rect(of: .scroll)
        hands.click(scroll.x + 2, scroll.bottom - 1)
        #expect((19_000...20_000).contains(hands.list?.middle ?? 0))
        #expect(hands.list?.row(at: hands.list?.middle ?? 0) != nil)
    }

    @Test("it shows the order of play, and stays open when the next item begins") func order() {
        let hands = hands(5)
        hands.engine.send(.setShuffle(true))
        hands.press("l")
        let items = hands.engine.snapshot.playingOrder.map { hands.engine.snapshot.items[$0] }
        #expect(hands.list?.rows.map(\.title) == items.map { hands.engine.snapshot.metadata(of: $0).title })
        hands.engine.send(.next)
        hands.engine.advance(1)
        #expect(hands.list?.rows.map(\.isCurrent) == [false, true, false, false, false, false])
    }

    @Test("an item that failed is marked, and says why when it is emphasised") func failed() throws {
        let hands = hands(3)
        hands.engine.media[uri(1)] = .broken
        hands.engine.send(.goTo(hands.engine.id(2)))
        hands.engine.advance(1)
        #expect(hands.engine.playing == uri(2))
        hands.press("l")
        #expect(hands.list?.rows.map(\.isFailed) == [false, false, true, false])
        #expect(hands.list?.rows[2].detail == "failed")
        #expect(hands.list?.note == nil)
        hands.press("Up")
        #expect(hands.list?.note == "It is broken. Try another file.")
        hands.press("Up")
        #expect(hands.list?.note == nil)
        // It is tried again, and plays.
        hands.engine.media[uri(1)] = FakeMedia(duration: .seconds(60), hasVideo: true)
        hands.press("Down")
        hands.press("Return")
        hands.engine.advance(1)
        #expect(hands.engine.playing == uri(1))
        hands.press("l")
        #expect(hands.list?.rows.contains(where: \.isFailed) == false && hands.list?.note == nil)
    }

    @Test("what cannot be played is told over what plays instead, for a few seconds") func failureCard() {
        func card(_ hands: Hands) -> Card? {
            hands.cards.first { if case .failed = $0 { true } else { false } }
        }
        let hands = hands(4)
        hands.engine.media[uri(0)] = .broken
        // The time counts from the picture on.
        hands.engine.preparing[uri(1)] = .seconds(8)
        hands.press("n")
        hands.engine.advance(4)
        #expect(hands.cards.isEmpty)
        hands.engine.advance(5)
        #expect(hands.engine.playing == uri(1))
        #expect(card(hands) == .failed("0", why: "It is broken. Try another file."))
        #expect(card(hands)?.text == "Cannot play 0: It is broken. Try another file.")
        hands.press("n")
        hands.engine.advance(6)
        #expect(card(hands) == nil)
        // What was prepared beside the item that plays is missed when its turn comes.
        hands.engine.preparing[uri(1)] = nil
        hands.engine.media[uri(2)] = .broken
        hands.engine.send(.goTo(hands.engine.id(2)))
        hands.engine.advance(55)
        #expect(hands.engine.playing == uri(1) && card(hands) == nil)
        #expect(hands.engine.notices.failedItems.last == hands.engine.id(3))
        hands.engine.advance(7)
        #expect(hands.engine.playing == uri(3) && card(hands) == .failed("2", why: "It is broken. Try another file."))
    }

    @Test("the sentence names a file, not its path, and a long title is shortened") func brief() {
        func brief(_ message: String) -> String {
            ItemFault(fault: PlaybackFault(.unknown, message), uri: "file:///films/a%20b/E2.mkv").briefly
        }
        #expect(brief("file:///films/a%20b/E2.mkv is damaged: fetch it again.") == "It is damaged: fetch it again.")
        #expect(
            brief("There is nothing at file:///films/a%20b/E2.mkv: check it.")
                == "There is nothing at E2.mkv: check it.")
        let text = Card.failed(String(repeating: "x", count: 200), why: "It is gone.").text(.german)
        #expect(text.hasSuffix("x… lässt sich nicht abspielen: It is gone.") && text.count < 90)
    }

    @Test("the next episode of the folder stands behind the last item") func episode() throws {
        var findings = ItemFindings()
        findings.nextEpisode = "file:///Show S01E02.mkv"
        let hands = hands(0)
        hands.engine.media["file:///Show S01E01.mkv"] = FakeMedia(
            duration: .seconds(100), findings: findings, hasVideo: true)
        hands.engine.media["file:///Show S01E02.mkv"] = FakeMedia(duration: .seconds(100), hasVideo: true)
        hands.engine.send(
            .replaceQueue([MediaDescription(uri: "file:///Show S01E01.mkv")], play: true, start: nil, index: 0))
        hands.engine.advance(1)
        hands.press("l")
        #expect(hands.list?.rows.map(\.detail) == ["1:40", "Up next"])
        hands.press("Down")
        hands.press("Return")
        hands.engine.advance(1)
        #expect(hands.engine.playing == "file:///Show S01E02.mkv")
    }

    @Test("Page Up, Page Down, Home and End move in it, and not in the film") func pages() {
        let hands = hands(40)
        hands.press("l")
        for (key, row) in [("Next", 8), ("Next", 16), ("Prior", 8), ("End", 40), ("Home", 0)] {
            hands.press(key)
            #expect(hands.list?.middle == row, "\(key)")
        }
        #expect(hands.engine.position < 1)
    }

    @Test("behind the end, the queue and the keys open, and nothing is accepted meanwhile") func behindTheEnd() {
        let hands = Hands(next: NextDescription(uri: "file:///b"))
        hands.engine.send(.insert([MediaDescription(uri: "file:///c")], at: .max))
        hands.engine.advance(110)
        #expect(hands.engine.snapshot.proposal.isOver)
        for key in ["i", "I", "j", "numbersign"] { hands.press(key) }
        #expect(hands.bar == nil && hands.cards.count == 1, "there is nothing to steer")
        hands.press("question")
        #expect(hands.engine.snapshot.cards.contains { if case .keys = $0 { true } else { false } })
        hands.press("question")
        hands.press("l")
        #expect(hands.list?.panel == .queue && hands.list?.rows.map(\.title) == ["a", "c", "b"])
        hands.engine.advance(600)
        #expect(hands.proposal?.seconds == nil && hands.engine.snapshot.proposal.isOver)
        hands.press("Escape")
        #expect(hands.list == nil && hands.proposal != nil)
        hands.press("l")
        hands.press("Down")
        hands.press("Return")
        hands.engine.advance(1)
        #expect(hands.engine.playing == "file:///c")
    }

    @Test("the second of two clicks on Not now does not drag the line that comes under it") func doubleClick() throws {
        var next = NextDescription(uri: "file:///b")
        next.presentAt = .seconds(50)
        let hands = Hands(next: next)
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(60)))
        hands.engine.advance(1)
        let (x, y) = try hands.middle(of: .decline)
        hands.click(x, y)
        hands.engine.advance(0.2)
        // The bar comes where the card was.
        let line = CardArea(
            PressSubject(target: .line, panel: nil, words: [hands.bar?.title ?? ""]),
            WindowRect(x: x - 200, y: y - 10, width: 800, height: 20))
        hands.engine.tell(.cardsPlaced(CardAreas(areas: [line])))
        hands.click(x, y)
        hands.engine.advance(0.2)
        #expect(hands.engine.position > 60)
    }
}
