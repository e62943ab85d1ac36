import PlayerCore
import Testing

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

    @Test func ofAFileItIsNotAsked() {
        let hands = Hands()
        hands.move(600, 300)
        #expect(hands.bar != nil && hands.bar?.buffered == nil && watched(hands).isEmpty)
    }
}
