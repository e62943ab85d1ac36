import Testing

@testable import PlayerCore

/// What is seen of an interstitial, and what is not done meanwhile.
@Suite struct InterstitialCardTests {
    /// A film with an interstitial of two items of a hundred seconds at 0:20, at its ninetieth second.
    private static func during(_ restrict: [String]? = nil) -> Hands {
        let hands = Hands { fields in
            var told = InterstitialDescription()
            (told.id, told.at, told.uris, told.restrict) = ("ad", .seconds(20), ["file:///b", "file:///b"], restrict)
            fields.interstitials = [told]
        }
        hands.engine.advance(22)
        hands.engine.advance(86.5)
        return hands
    }

    private static func card(_ hands: Hands) -> InterstitialCard? {
        hands.cards.compactMap { if case .interstitial(let card) = $0 { card } else { nil } }.first
    }

    private static func refusal(_ hands: Hands) -> Refused? {
        hands.cards.compactMap { if case .refused(let why) = $0 { why } else { nil } }.first
    }

    @Test func itSaysWhichOneAndHowLong() throws {
        let hands = Self.during()
        let card = try #require(Self.card(hands))
        #expect((card.number, card.count) == (1, 2))
        let left = try #require(card.seconds)
        #expect((9...15).contains(left))
        #expect(card.text(.english) == "Ad 1 of 2 · \(ClockTime.text(left))")
        hands.engine.advance(1)
        #expect(Self.card(hands)?.seconds == left - 1)
        hands.engine.advance(20)
        #expect(Self.card(hands)?.number == 2)
        hands.engine.advance(120)
        #expect(Self.card(hands) == nil)
    }

    /// Encoders add a few frames: no file is so many seconds long to the frame.
    @Test func itCountsTheSecondsThatAreLeft() throws {
        let hands = Hands { fields in
            var told = InterstitialDescription()
            (told.id, told.at, told.uris) = ("ad", .seconds(20), ["file:///ad"])
            fields.interstitials = [told]
        }
        hands.engine.media["file:///ad"] = FakeMedia(duration: .seconds(8.021), hasVideo: true)
        hands.engine.advance(20)
        var seen: [Int64] = []
        for _ in 0..<120 {
            hands.engine.advance(0.1)
            guard let card = Self.card(hands), hands.engine.position > 0.2, hands.engine.position < 7.9 else {
                continue
            }
            let left = 8.021 - hands.engine.position
            let seconds = try #require(card.seconds)
            #expect(seconds == Int64(left.rounded(.up)), "\(left) s are left")
            seen.append(seconds)
        }
        #expect(Set(seen) == Set(1...8))
    }

    @Test func whatMayBeSkippedHasAButton() throws {
        let hands = Self.during()
        #expect(hands.cards.contains(.offer(.interstitial)))
        try hands.click(.offer)
        hands.engine.advance(0.5)
        #expect(Self.card(hands) == nil)
        #expect(hands.engine.playing == "file:///a")
        let other = Self.during()
        other.press("Return")
        other.engine.advance(0.5)
        #expect(other.engine.playing == "file:///a")
    }

    @Test func whatMustBeSeenSaysSo() {
        let hands = Self.during(["skip", "jump"])
        #expect(!hands.cards.contains(.offer(.interstitial)))
        #expect(Self.refusal(hands) == nil)
        hands.press("Right")
        #expect(Self.refusal(hands) == .duringInterstitial)
        hands.engine.advance(2)
        #expect(Self.refusal(hands) == nil)
        hands.press("n")
        #expect(Self.refusal(hands) == .duringInterstitial)
        #expect(hands.engine.playing == "file:///b")
    }

    @Test func nothingOfTheFilmIsShownMeanwhile() throws {
        let hands = Self.during()
        hands.move(600, 300)
        let bar = try #require(hands.bar)
        #expect(bar.title == "Ad 1 of 2")
        #expect(bar.gaps.isEmpty && bar.segments.isEmpty && bar.dots.isEmpty && bar.chapter.isEmpty)
        #expect(!bar.buttons.contains(.chapters))
        let (x, y) = try hands.middle(of: .line)
        hands.move(x, y)
        #expect(hands.orders.isEmpty)
        #expect(hands.hint?.hasPicture != true)
    }

    @Test func whatLeadsNowhereSaysSo() {
        let hands = Hands()
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(75)))
        hands.press("n")
        #expect(Self.refusal(hands) == .nothingThere)
        hands.press("space")
        #expect(Self.refusal(hands) == .nothingThere, "it stays to be read")
    }

    @Test("keys for chapters and for undo say that there is nothing") func nothingToDo() {
        let hands = Hands()
        hands.press("u")
        #expect(Self.refusal(hands) == .nothingToUndo)
        hands.engine.media["file:///plain"] = FakeMedia(duration: .seconds(100), hasVideo: true)
        hands.engine.send(.openURI("file:///plain"))
        hands.engine.advance(2)
        hands.press("c")
        #expect(Self.refusal(hands) == .noChapters)
    }

    @Test func theProposalHasItsSeriesAndThreeButtons() throws {
        var next = NextDescription(uri: "file:///b")
        (next.presentAt, next.contentRating) = (.seconds(-5), "12")
        next.description = "Something happens."
        let hands = Hands(next: next)
        var bridge = found("The Bridge")
        (bridge.container.fields.album, bridge.container.fields.season, bridge.container.fields.episode) = (
            "A show", 1, 6
        )
        hands.engine.files["file:///b"] = bridge
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(96)))
        hands.engine.advance(0.1)
        let card = try #require(hands.proposal)
        #expect((card.title, card.place) == ("The Bridge", "A show · S1 E6"))
        #expect((card.detail, card.summary) == ("12 · 1:40", "Something happens."))
        try hands.click(.stop)
        #expect(hands.engine.status == .stopped)
        #expect(hands.engine.snapshot.proposal.state != .presented)
    }
}
