import Testing

@testable import PlayerCore

// Several interstitials at one point.
extension InterstitialItemTests {
    @Test func severalAtOnePointPlayInTheirOrder() {
        func told(_ id: String, _ name: String, at: Double? = nil, cue: String? = nil) -> InterstitialDescription {
            Self.interstitial(id, at: at, ["file:///\(name)"]) { $0.cue = cue }
        }
        let engine = FakeEngine()
        for name in ["ad1", "ad2", "ad3"] { engine.media["file:///\(name)"] = FakeMedia(duration: .seconds(2)) }
        engine.media["file:///film"] = FakeMedia(duration: .seconds(6))
        let all = [
            told("a", "ad1", cue: "pre"), told("b", "ad2", cue: "pre"), told("c", "ad3", at: 0),
            told("d", "ad1", at: 3), told("e", "ad2", at: 3),
            told("f", "ad1", cue: "post"), told("g", "ad3", cue: "post"),
        ]
        let items = [described("file:///film") { $0.interstitials = all }, MediaDescription(uri: "file:///next")]
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        engine.advance(0.5)
        let heard = plays(engine, 22).map { String($0.prefix { $0 != " " }) }
        let film = ["film", "film", "film"]
        let before = ["ad1", "ad1", "ad2", "ad2", "ad3", "ad3"]
        let after = ["ad1", "ad1", "ad3", "ad3", "next", "next"]
        #expect(heard == before + film + ["ad1", "ad1", "ad2", "ad2"] + film + after)
    }

    @Test func whoJumpsOverSeveralAtOnePointSeesThemAndGoesOnWhereTheyWantedToGo() {
        let engine = Self.engine([
            Self.interstitial("a", at: 20, ["file:///ad1"]), Self.interstitial("b", at: 20, ["file:///ad2"]),
        ])
        engine.advance(5.5)
        engine.send(.setPosition(engine.id(0), .seconds(60)))
        engine.advance(0.5)
        let heard = plays(engine, 20).map { String($0.prefix { $0 != " " }) }
        #expect(heard == Array(repeating: "ad1", count: 10) + Array(repeating: "ad2", count: 10))
        #expect(engine.playing == "file:///film" && abs(engine.position - 60.5) < 0.01)
    }

    /// The limit is that of each, also while the one before it plays.
    @Test func ofSeveralAtOnePointEachTakesNoLongerThanItMay() {
        let engine = Self.engine([
            Self.interstitial("a", at: 20, ["file:///ad1"]) { $0.playoutLimit = .seconds(3) },
            Self.interstitial("b", at: 20, ["file:///ad2"]) { $0.playoutLimit = .seconds(5) },
            Self.interstitial("c", at: 20, ["file:///ad3"]),
        ])
        engine.advance(20.5)
        let heard = plays(engine, 19).map { String($0.prefix { $0 != " " }) }
        let all = [("ad1", 3), ("ad2", 5), ("ad3", 10), ("film", 1)]
        #expect(heard == all.flatMap { Array(repeating: $0.0, count: $0.1) })
    }
}
