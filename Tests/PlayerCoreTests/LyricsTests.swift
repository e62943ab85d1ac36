import Testing

@testable import PlayerCore

/// The words of songs: their lines, and the one that is sung.
@Suite struct LyricsTests {
    private static func lines(_ text: String) -> [String] {
        Lyrics(text).lines.map { "\($0.start.nanoseconds / 1_000_000) \($0.text)" }
    }

    @Test(
        "lines have the times before them",
        arguments: [
            ("[00:01.50]One\n[00:03.00]Two", ["1500 One", "3000 Two"]),
            ("[ar:Somebody]\r\n[00:03]Two\r\n[0:01.5]One", ["1500 One", "3000 Two"]),
            ("[00:01.00][00:05.00]Again\n[00:03.123]Between", ["1000 Again", "3123 Between", "5000 Again"]),
            ("[01:02:34]Colons", ["62340 Colons"]), ("[120:00.00]Long", ["7200000 Long"]),
            ("[offset:+500]\n[00:00.20]Early\n[00:02.00]Later", ["0 Early", "1500 Later"]),
            ("[offset: -250]\n[00:02.00]Later", ["2250 Later"]),
            ("[00:01.00]<00:01.00>Word <00:01.50>by word", ["1000 Word by word"]),
            ("[00:01.00]1 < 2 > 0 [sic]", ["1000 1 < 2 > 0 [sic]"]), ("[00:01.00]", ["1000 "]),
            ("[00:61.00]No time", []), ("[Verse 1]\nJust words", []), ("", []), ("[[[[", []), ("[00:01.00", []),
            ("[99999999:00.00]x", []), ("[offset:9999999999999999999]\n[00:01.00]x", ["1000 x"]),
        ] as [(String, [String])])
    func lines(text: String, lines: [String]) { #expect(Self.lines(text) == lines) }

    @Test("a hostile text costs little and becomes little") func bombs() {
        let many = String(repeating: "[00:01.00]", count: 5_000) + String(repeating: "x", count: 5_000)
        let song = Lyrics(many)
        #expect(song.lines.count == 5_000 && song.lines.allSatisfy { $0.text.count <= 500 })
        let before = ContinuousClock.now
        for text in [
            "[00:01.00]" + String(repeating: "<", count: 1_000_000), String(repeating: "[", count: 1_000_000),
            String(repeating: "[00:01.00]\n", count: 100_000),
        ] {
            _ = Lyrics(text)
        }
        // A quadratic reader takes minutes.
        #expect(ContinuousClock.now - before < .seconds(20))
    }

    @Test("words without times stay as they are, and lines lose theirs") func plain() {
        #expect(Lyrics("Just\n\nwords").plain == "Just\n\nwords")
        #expect(Lyrics("[ti:Song]\n[00:02.00]Two\n[00:01.00]One").plain == "One\nTwo")
    }

    @Test("the line that is sung follows the position, and each is told once") func following() {
        let engine = FakeEngine()
        var findings = ItemFindings()
        findings.lyrics = "[00:02.00]One\n[00:04.00]Two\n[00:06.00]Three"
        engine.media["file:///song"] = FakeMedia(duration: .seconds(100), findings: findings)
        engine.send(.openURI("file:///song"))
        #expect(engine.snapshot.lyrics.current == nil && engine.snapshot.lyrics.lyrics.lines.count == 3)
        engine.forget()
        engine.advance(5)
        #expect(engine.snapshot.lyrics.current == 1)
        engine.send(.setPosition(engine.id(0), .seconds(50)))
        engine.advance(1)
        engine.send(.setPosition(engine.id(0), .zero))
        engine.advance(1)
        let told = engine.notices.compactMap {
            if case .timedMetadata(.lyric(let index)) = $0 { index ?? -1 } else { nil }
        }
        #expect(told == [0, 1, 2, -1])
        #expect(engine.snapshot.current?.metadata.lyrics == "One\nTwo\nThree")
    }

    @Test("LRC in tags counts where there is no file") func tags() {
        var tags = MediaTags()
        tags.lyrics = "[00:01.00]From tags"
        #expect(ItemMetadata(described("file:///a.mp3") { _ in }, tags: tags, isLive: false).lyrics == "From tags")
        var findings = ItemFindings()
        findings.lyrics = "[00:01.00]From the file"
        let both = ItemMetadata(described("file:///a.mp3") { _ in }, findings: findings, tags: tags, isLive: false)
        #expect(both.lyrics == "From the file")
    }
}
