import Testing

@testable import PlayerCore

/// "Still watching?" in the window.
@Suite struct StillWatchingCardTests {
    /// A film of a hundred seconds that nobody has touched for twenty.
    private static func asked(mode: CardMode = .on, next: NextDescription? = nil) -> Hands {
        let hands = Hands(mode: mode, next: next)
        var settings = hands.engine.player.scene.settings
        settings.stillWatching.time = .seconds(20)
        hands.engine.send(.configure(settings), from: .program)
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(40)))
        hands.engine.advance(21)
        #expect(hands.engine.status == .paused && hands.engine.snapshot.proposal.isStillWatching)
        return hands
    }

    @Test(arguments: ["Return", "KP_Enter", "space", "XF86AudioPlay"])
    func theWindowAsksAndAKeyGoesOn(_ key: String) {
        let hands = Self.asked()
        #expect(hands.cards.contains(.stillWatching))
        hands.press(key)
        #expect(hands.engine.status == .playing && !hands.cards.contains(.stillWatching))
        #expect(!hands.engine.snapshot.proposal.isStillWatching)
    }

    @Test func aClickAndAnAnswerFromElsewhereGoOn() throws {
        let hands = Self.asked()
        try hands.click(.goOn)
        #expect(hands.engine.status == .playing && !hands.cards.contains(.stillWatching))
        let other = Self.asked()
        other.engine.send(.playPause)
        #expect(other.engine.status == .playing && !other.cards.contains(.stillWatching))
        let ended = Self.asked()
        ended.press("q")
        #expect(ended.engine.status == .stopped && !ended.cards.contains(.stillWatching))
    }

    @Test func theFirstTabGoesToIt() {
        let hands = Self.asked()
        hands.press("Tab")
        #expect(hands.light == CardLight(.goOn, isFocus: true))
        hands.press("Return")
        #expect(hands.engine.status == .playing)
    }

    @Test("where the window does not ask, the notification does") func modes() {
        func drawn(_ hands: Hands) -> Bool {
            PromptSituation(hands.engine.snapshot, now: hands.engine.now).drawn.contains(.stillWatching)
        }
        #expect(drawn(Self.asked()))
        let off = Self.asked(mode: .off)
        #expect(!off.cards.contains(.stillWatching) && !drawn(off))
        let windowed = Self.asked(mode: .fullscreen)
        #expect(!windowed.cards.contains(.stillWatching) && !drawn(windowed))
        windowed.engine.send(.playPause)
        windowed.engine.send(.window(.setFullscreen(true)))
        windowed.place(.fullscreen)
        windowed.engine.advance(21)
        #expect(windowed.cards.contains(.stillWatching) && drawn(windowed))
    }

    @Test("it is asked before what is proposed, which comes back") func proposal() {
        var next = NextDescription(uri: "file:///b")
        next.presentAt = .seconds(-55)
        let hands = Self.asked(next: next)
        #expect(hands.engine.snapshot.proposal.state == .presented)
        #expect(hands.cards.contains(.stillWatching) && hands.proposal == nil)
        hands.press("Return")
        #expect(hands.engine.playing == "file:///a" && hands.engine.status == .playing)
        #expect(hands.proposal != nil && !hands.cards.contains(.stillWatching))
    }

    @Test func atTheNextItemItIsAskedOverItsPicture() {
        let hands = Hands()
        var settings = hands.engine.player.scene.settings
        settings.stillWatching.items = 1
        hands.engine.send(.configure(settings), from: .program)
        // Short items do not count.
        hands.engine.media["file:///long"] = FakeMedia(
            duration: .seconds(1_000), findings: ItemFindings(), hasVideo: true)
        let items = ["file:///long", "file:///b"].map { MediaDescription(uri: $0) }
        hands.engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        hands.engine.advance(1_001)
        #expect(hands.engine.playing == "file:///b" && hands.engine.status == .paused)
        #expect(hands.cards.contains(.stillWatching))
        hands.press("Return")
        #expect(hands.engine.status == .playing && !hands.cards.contains(.stillWatching))
    }
}
