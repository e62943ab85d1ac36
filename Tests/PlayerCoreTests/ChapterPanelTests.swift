import Testing

@testable import PlayerCore

/// The list of chapters: its pictures, its tabs, and its scroll bar.
@Suite struct ChapterPanelTests {
    private static let groups = [
        MarkerGroupDescription(
            title: "Songs", markers: [Chapter(start: .seconds(5)), Chapter(start: .seconds(50))])
    ]

    private static func open(_ groups: [MarkerGroupDescription]? = nil) throws -> Hands {
        let hands = Hands { $0.markers = groups }
        hands.move(600, 300)
        try hands.click(.bar(.chapters))
        return hands
    }

    private static func answer(_ hands: Hands) throws {
        let order = try #require(hands.orders.last)
        hands.engine.tell(
            .pictures(.made(order, MomentPicture(uri: "file:///\(order.time.seconds).png", time: order.time))))
    }

    @Test func chaptersWithoutPicturesShowAMomentEach() throws {
        let hands = try Self.open()
        #expect(hands.list?.hasPictures == true, "their room is there before they are")
        for _ in 0..<3 { try Self.answer(hands) }
        hands.engine.advance(0.1)
        #expect(hands.orders.count == 3)
        #expect(hands.list?.rows.map(\.pictureURI) == ["file:///2.0.png", "file:///42.0.png", "file:///72.0.png"])
        // Known ones are not made again.
        hands.press("Escape")
        try hands.click(.bar(.chapters))
        #expect(hands.orders.count == 3)
        #expect(hands.list?.rows.first?.pictureURI == "file:///2.0.png")
    }

    @Test func aChapterWithoutAMomentDoesNotStopTheOthers() throws {
        let hands = try Self.open()
        hands.engine.tell(.pictures(.failed(try #require(hands.orders.last), "There is no picture.")))
        try Self.answer(hands)
        try Self.answer(hands)
        hands.engine.advance(0.1)
        #expect(hands.list?.rows.compactMap(\.pictureURI).count == 2)
        #expect(hands.orders.count == 3)
    }

    @Test func groupsOfMarkersAreTabs() throws {
        let hands = try Self.open(Self.groups)
        #expect(hands.list?.tabs == ["Chapters", "Songs"])
        try hands.click(.tab(1))
        #expect(hands.list?.tab == 1)
        #expect(hands.list?.rows.map(\.detail) == ["0:05", "0:50"])
        try hands.click(.row(1))
        #expect(abs(hands.engine.position - 50) < 0.1)
    }

    @Test func keysGoThroughTheTabs() throws {
        let hands = Hands { $0.markers = Self.groups }
        hands.press("Tab")
        while hands.light?.target != .bar(.chapters) { hands.press("Right") }
        hands.press("Return")
        #expect(hands.list?.tab == 0)
        hands.press("Right")
        #expect(hands.list?.tab == 1)
        #expect(hands.light == CardLight(.row(0), isFocus: true))
        hands.press("Right")
        #expect(hands.list?.tab == 0, "they go round")
        hands.press("Left")
        hands.press("Down")
        hands.press("Return")
        #expect(abs(hands.engine.position - 50) < 0.1)
    }
}
