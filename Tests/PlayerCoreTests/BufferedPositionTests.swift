import Testing

@testable import PlayerCore

/// How far an item from a server is loaded, on the transport bar.
@Suite struct BufferedPositionTests {
    private func watched(_ hands: Hands) -> [Bool] {
        hands.engine.effects.compactMap { if case .watchBuffer(let isOn) = $0 { isOn } else { nil } }
    }

    @Test func itIsAskedForWhileTheBarIsShown() throws {
        let hands = Hands(uri: "http://a/film")
        #expect(watched(hands).isEmpty)
        hands.move(600, 300)
        #expect(watched(hands) == [true])
        let generation = try #require(hands.engine.currentGeneration)
        hands.engine.tell(.buffered(generation, .seconds(25)))
        #expect(hands.bar?.buffered == 0.25)
        hands.engine.tell(.buffered(generation, .seconds(25.4)))
        #expect(hands.bar?.buffered == 0.25, "it is drawn once a second")
        hands.engine.tell(.buffered(generation, .seconds(200)))
        #expect(hands.bar?.buffered == 1)
        hands.engine.advance(10)
        #expect(hands.bar == nil && watched(hands) == [true, false])
    }

    @Test func whatWasLoadedBeforeASeekIsForgotten() throws {
        let hands = Hands(uri: "http://a/film")
        hands.move(600, 300)
        hands.engine.tell(.buffered(try #require(hands.engine.currentGeneration), .seconds(25)))
        hands.engine.send(.setPosition(hands.engine.id(0), .seconds(80)))
        #expect(hands.bar?.buffered == nil)
    }

    @Test func whatWasLoadedOfTheItemBeforeIsForgotten() throws {
        let hands = Hands(uri: "http://a/film")
        hands.engine.media["http://a/other"] = FakeMedia(duration: .seconds(100), hasVideo: true)
        hands.engine.send(.insert([MediaDescription(uri: "http://a/other")], at: .max))
        hands.press("Tab")
        hands.engine.tell(.buffered(try #require(hands.engine.currentGeneration), .seconds(25)))
        #expect(hands.bar?.buffered == 0.25)
        hands.engine.send(.next)
        hands.engine.advance(1)
        hands.press("Tab")
        #expect(hands.bar != nil && hands.bar?.buffered == nil)
    }

    @Test func ofAFileItIsNotAsked() {
        let hands = Hands()
        hands.move(600, 300)
        #expect(hands.bar != nil && hands.bar?.buffered == nil && watched(hands).isEmpty)
    }
}
