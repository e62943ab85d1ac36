import Testing

@testable import PlayerCore

/// The line that is sung, over the cover of a song.
@Suite struct LyricsCardTests {
    private static func song(_ lyrics: String) -> FakeEngine {
        var settings = PlayerSettings()
        (settings.cards, settings.showsArtwork, settings.hasDisplay) = (.on, true, true)
        let engine = FakeEngine(settings: settings)
        var findings = ItemFindings()
        findings.container.tags.lyrics = lyrics
        findings.pictureBeside = "file:///cover.png"
        engine.media["file:///song"] = FakeMedia(duration: .seconds(100), findings: findings)
        engine.tell(.window(.opened(.x11, .nothing, reason: nil)))
        engine.send(.openURI("file:///song"))
        engine.tell(.reading(.imageFetched(.uri("file:///cover.png"), "file:///cover.png")))
        engine.tell(
            .window(
                .changed(.placed(PlacementReport(.windowed, [], WindowRect(x: 0, y: 0, width: 1_280, height: 720))))))
        engine.advance(0.1)
        return engine
    }

    private static func card(_ engine: FakeEngine) -> LyricsCard? {
        engine.snapshot.cards.compactMap { if case .lyrics(let card) = $0 { card } else { nil } }.first
    }

    @Test func theLineAndTheNextOneAreShown() {
        let engine = Self.song("[00:10.00]One\n[00:20.00]Two\n[00:30.00]\n[00:40.00]Three")
        #expect(engine.snapshot.window.state == .windowed)
        #expect(Self.card(engine) == LyricsCard(line: "", next: "One"))
        engine.advance(10.5)
        #expect(Self.card(engine) == LyricsCard(line: "One", next: "Two"))
        engine.advance(10)
        #expect(Self.card(engine) == LyricsCard(line: "Two", next: ""))
        engine.advance(10)
        #expect(Self.card(engine) == LyricsCard(line: "", next: "Three"))
        engine.advance(10)
        #expect(Self.card(engine) == LyricsCard(line: "Three", next: ""))
    }

    @Test func wordsWithoutTimesAreNotShown() {
        #expect(Self.card(Self.song("One\nTwo")) == nil)
    }
}
