import Testing

@testable import PlayerCore

/// The keys in the window for subtitles and audio tracks.
@Suite struct TrackKeysTests {
    private func keys(selected: UInt32?, delay: Double = 0, scale: Double = 1) -> TrackKeys {
        var tracks = TrackSet()
        tracks.subtitles = [3, 5].map { MediaTrack(id: $0) }
        tracks.audio = [1, 2].map { MediaTrack(id: $0) }
        (tracks.selectedAudio, tracks.selectedSubtitles) = (2, selected)
        return TrackKeys(tracks: tracks, style: SubtitleStyle(delay: .seconds(delay), scale: scale))
    }

    @Test func subtitlesAreGoneThroughAndEndWithNone() {
        #expect(keys(selected: nil).command(of: "j") == .selectSubtitles(3))
        #expect(keys(selected: 3).command(of: "j") == .selectSubtitles(5))
        #expect(keys(selected: 5).command(of: "j") == .selectSubtitles(nil))
        #expect(keys(selected: nil).command(of: "J") == .selectSubtitles(5))
        #expect(keys(selected: 3).command(of: "J") == .selectSubtitles(nil))
        #expect(keys(selected: nil).command(of: "numbersign") == .selectAudio(1))
        let none = TrackKeys(tracks: TrackSet(), style: SubtitleStyle())
        #expect(["j", "J", "numbersign", "z", "Z", "x"].allSatisfy { none.command(of: $0) == nil })
    }

    @Test func aPressBackUndoesOne() {
        #expect(keys(selected: 3, delay: 0.1).command(of: "z") == .setSubtitleDelay(.zero))
        #expect(keys(selected: 3).command(of: "x") == .setSubtitleDelay(.seconds(0.1)))
        #expect(keys(selected: 3).command(of: "Z") == .setSubtitleDelay(.seconds(0.1)))
        #expect(keys(selected: 3, scale: 1.1).command(of: "F") == .setSubtitleScale(1))
        #expect(keys(selected: 3, scale: 0.9).command(of: "G") == .setSubtitleScale(1))
        #expect(keys(selected: 3, scale: 4).command(of: "G") == .setSubtitleScale(4))
        #expect(keys(selected: 3, scale: 0.25).command(of: "F") == .setSubtitleScale(0.25))
    }

    @Test func theWindowUsesThem() {
        let engine = FakeEngine()
        var film = FakeMedia(duration: .seconds(100), findings: ItemFindings(), hasVideo: true)
        film.tracks.subtitles = [MediaTrack(id: 0)]
        engine.media["file:///film"] = film
        engine.send(.openURI("file:///film"))
        engine.tell(.window(.changed(.key(KeyPress(name: "x", modifiers: [])))))
        engine.tell(.window(.changed(.key(KeyPress(name: "G", modifiers: .shift)))))
        #expect(engine.snapshot.subtitles == SubtitleStyle(delay: .seconds(0.1), scale: 1.1))
    }
}
