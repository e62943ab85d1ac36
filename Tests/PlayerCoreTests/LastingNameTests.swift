import Testing

@testable import PlayerCore

@Suite struct LastingNameTests {
    private func name(_ uri: String, _ identifier: String?, album: String? = "Show") -> String? {
        LastingName(
            described(uri) { fields in
                fields.identifier = identifier
                fields.album = album
            })?.text
    }

    @Test func episodesOnServersHaveOne() {
        #expect(name("https://h/1.mp3", "abc") == "Show\nabc")
        #expect(name("http://h/2.mp3?x", "abc") == name("https://h/1.mp3", "abc"))
        #expect(name("http://h/1.mp3", "abc", album: "Other") != name("http://h/1.mp3", "abc"))
        #expect(name("http://h/1.mp3", "abc", album: nil) == "\nabc")
    }

    @Test func filesAndPlainAddressesHaveNone() {
        #expect(name("file:///1.mp3", "abc") == nil)
        #expect(name("http://h/1.mp3", nil) == nil)
        #expect(name("http://h/1.mp3", "") == nil)
        #expect(LastingName(MediaDescription(uri: "http://h/1.mp3")) == nil)
    }

    @Test func theJournalIsAskedByIt() {
        var settings = PlayerSettings()
        settings.hasJournal = true
        var player = Player(firstID: 1, seed: 1, settings: settings)
        let item = described("http://h/1.mp3") { $0.identifier = "abc" }
        let (_, outcome) = player.handle(
            .replaceQueue([item], play: true, start: nil, index: 0), from: .person, now: .seconds(0))
        let asked = outcome.effects.compactMap { effect in
            if case .library(.recall(_, let uri, let name)) = effect { "\(uri) \(name?.text ?? "")" } else { nil }
        }
        #expect(asked == ["http://h/1.mp3 \nabc"])
    }
}
