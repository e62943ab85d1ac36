import Testing

@testable import PlayerCore

/// The tracks that a person chose for one item.
@Suite struct ItemTracksTests {
    private static let film = "file:///film.mkv"
    private static let other = "file:///other.mkv"
    private static let german = TrackMark(language: "de", title: "Deutsch", id: 1)
    private static let wanted = ItemTracks(audio: german, subtitles: .off)

    private static func engine(series: String? = nil, change: (inout PlayerSettings) -> Void = { _ in }) -> FakeEngine {
        var settings = PlayerSettings()
        settings.hasJournal = true
        change(&settings)
        let engine = FakeEngine(settings: settings)
        var tracks = TrackSet()
        tracks.audio = [MediaTrack(id: 0, language: "en"), MediaTrack(id: 1, language: "de", title: "Deutsch")]
        tracks.subtitles = [MediaTrack(id: 0, language: "en")]
        (tracks.selectedAudio, tracks.selectedSubtitles) = (0, 0)
        var findings = ItemFindings()
        findings.series = series
        for uri in [film, other] {
            engine.media[uri] = FakeMedia(duration: .seconds(1_000), tracks: tracks, findings: findings, hasVideo: true)
        }
        engine.send(.insert([film, other].map { MediaDescription(uri: $0) }, at: 0))
        return engine
    }

    private func told(_ engine: FakeEngine) -> [ItemTracks?] {
        engine.effects.compactMap { effect in
            if case .preferTracks(let generation, let wishes) = effect, generation == engine.currentGeneration {
                return wishes.item
            }
            return nil
        }
    }

    private func record(_ engine: FakeEngine, of uri: String = film) -> PlaybackRecord? {
        engine.records.last { $0.uri == uri }
    }

    @Test func whatAPersonChoosesIsRecordedAtOnceAndNothingElse() {
        let engine = Self.engine()
        engine.send(.play)
        engine.advance(30)
        #expect(record(engine) != nil && record(engine)?.tracks == nil, "mediad selected what plays")
        engine.send(.selectAudio(1))
        #expect(record(engine)?.tracks == ItemTracks(audio: Self.german))
        engine.send(.selectSubtitles(nil))
        #expect(record(engine)?.tracks == Self.wanted)
        engine.send(.selectSubtitles(0))
        #expect(record(engine)?.tracks?.subtitles == .track(TrackMark(language: "en", id: 0)))
        #expect(engine.choices == [:], "there is no series")
        engine.send(.next)
        engine.advance(30)
        #expect(record(engine, of: Self.other)?.tracks == nil)
        #expect(told(engine).isEmpty)
    }

    @Test("an item is opened with what was chosen for it, wherever it starts", arguments: [nil, 0.0, 7])
    func itComesBack(seconds: Double?) throws {
        let engine = Self.engine()
        engine.itemTracks[Self.film] = Self.wanted
        engine.send(
            .replaceQueue(
                [MediaDescription(uri: Self.film)], play: true, start: seconds.map { .seconds($0) }, index: 0))
        #expect(told(engine) == [Self.wanted])
        engine.advance(30)
        #expect(record(engine)?.tracks == Self.wanted, "it stays")
        // One of the two is chosen anew.
        engine.send(.selectSubtitles(0))
        #expect(record(engine)?.tracks?.audio == Self.german)
        #expect(record(engine)?.tracks?.subtitles == .track(TrackMark(language: "en", id: 0)))
        #expect(told(engine) == [Self.wanted], "the engine knows")
    }

    @Test("a stop forgets nothing", arguments: [false, true]) func stop(isQuit: Bool) throws {
        let engine = Self.engine()
        engine.send(.play)
        engine.send(.selectAudio(1))
        engine.send(.selectSubtitles(nil))
        engine.advance(30)
        engine.itemTracks[Self.film] = record(engine)?.tracks
        engine.send(isQuit ? .quit : .stop)
        engine.forget()
        engine.send(.play)
        #expect(Set(told(engine)) == [Self.wanted])
    }

    @Test func anotherItemInBetweenChangesNothing() {
        let engine = Self.engine()
        engine.send(.play)
        engine.send(.selectAudio(1))
        engine.itemTracks[Self.film] = record(engine)?.tracks
        engine.send(.next)
        engine.advance(2)
        #expect(told(engine).isEmpty)
        engine.forget()
        engine.send(.previous)
        #expect(told(engine) == [ItemTracks(audio: Self.german)])
    }

    @Test func aRestoredItemHasItsTracks() {
        let engine = Self.engine()
        engine.itemTracks[Self.film] = Self.wanted
        let session = StoredSession(
            items: engine.snapshot.items, currentIndex: 0,
            state: .init(position: .seconds(100), wasPlaying: true, savedAt: 0))
        engine.send(.restore(session, absence: .zero, plays: false))
        #expect(told(engine) == [Self.wanted])
    }

    @Test func aRepeatHasTheTracksOfThePresent() throws {
        let engine = Self.engine()
        engine.send(.setLoop(.track))
        engine.send(.play)
        engine.advance(995)
        let again = try #require(engine.preloadGeneration)
        engine.forget()
        engine.send(.selectAudio(1))
        #expect(engine.effects.contains(.preferTracks(again, TrackWishes(item: ItemTracks(audio: Self.german)))))
    }

    @Test func thePreparedItemHasItsTracks() throws {
        let engine = Self.engine()
        engine.itemTracks[Self.other] = Self.wanted
        engine.send(.play)
        engine.advance(995)
        let preload = try #require(engine.preloadGeneration)
        #expect(engine.effects.contains(.preferTracks(preload, TrackWishes(item: Self.wanted))))
        engine.forget()
        engine.advance(6)
        #expect(engine.playing == Self.other)
        #expect(told(engine).isEmpty, "once")
        #expect(record(engine, of: Self.other)?.tracks == Self.wanted)
    }

    @Test func anotherAddressUnderTheSameIdIsAnotherItem() {
        let engine = Self.engine()
        engine.send(.play)
        engine.send(.selectAudio(1))
        engine.forget()
        engine.send(.setDescription(engine.id(0), MediaDescription(uri: "file:///third.mkv")))
        #expect(engine.playing == "file:///third.mkv")
        #expect(told(engine).isEmpty)
    }

    @Test func anEpisodeHasItsOwnBeforeThatOfItsSeries() {
        let engine = Self.engine(series: "show")
        engine.choices["show"] = SeriesChoice(audioLanguage: "en", subtitles: .language("en"))
        engine.itemTracks[Self.film] = Self.wanted
        engine.send(.play)
        let wishes = engine.effects.compactMap { effect in
            if case .preferTracks(_, let wishes) = effect { wishes } else { nil }
        }
        #expect(wishes.last == TrackWishes(series: engine.choices["show"], item: Self.wanted))
        engine.send(.selectAudio(1))
        #expect(engine.choices["show"]?.audioLanguage == "de", "the series follows the last choice")
    }

    @Test func withoutAHistoryNothingIsKept() {
        let engine = Self.engine { $0.keepsHistory = false }
        engine.itemTracks[Self.film] = Self.wanted
        engine.send(.play)
        engine.send(.selectAudio(1))
        #expect(told(engine).isEmpty && engine.records.isEmpty)
    }

    // MARK: Which track that is

    private static func track(_ id: UInt32, _ language: String, _ title: String? = nil, _ traits: TrackTraits = [])
        -> MediaTrack
    {
        MediaTrack(id: id, language: language, title: title, traits: traits)
    }

    /// The chosen track, those of the file now, and the id of the one that it is.
    static let rows: [(MediaTrack, [MediaTrack], UInt32?)] = [
        (track(1, "de"), [track(0, "en"), track(1, "de")], 1),
        (track(1, "de"), [track(0, "de"), track(1, "en")], 0),
        (track(1, "de"), [track(0, "en"), track(1, "fr")], nil),
        (track(1, "de"), [], nil),
        (track(2, "de"), [track(1, "de"), track(2, "de")], 2),
        (track(2, "de", "Kurz"), [track(1, "de", "Kurz"), track(2, "de", "Lang")], 1),
        (track(2, "de", "Kurz"), [track(1, "de", "Lang")], 1),
        (track(1, "en", nil, .forced), [track(0, "en", nil, .forced), track(1, "en")], 0),
        (track(1_000, "en", nil, .external), [track(0, "en"), track(1_001, "en", nil, .external)], 1_001),
        (track(1, "de", "Deutsch"), [track(0, "und"), track(1, "und", "Deutsch")], 1),
        (track(1, "de", "Titel"), [track(0, "en", "Titel")], nil),
        // Nothing but the place is known.
        (track(1, "und"), [track(0, "und"), track(1, "und")], 1),
        (track(1, "und"), [track(0, "en"), track(1, "de")], 1),
        (track(1, "und"), [track(0, "en")], nil),
        (
            track(1_000, "und", nil, .external),
            [track(1_000, "de", nil, .external), track(1_001, "und", nil, .external)], 1_001
        ),
        (track(1_000, "und", nil, .external), [track(0, "und")], nil),
        (track(0, "und", "A"), [track(0, "und", "B"), track(1, "und", "A")], 1),
        (track(0, "und", "A"), [track(0, "und", "B")], nil),
        (track(0, "und", "A"), [track(1, "en", "A")], 1),
    ]

    @Test(arguments: rows) func aTrackIsRecognised(chosen: MediaTrack, tracks: [MediaTrack], expected: UInt32?) {
        #expect(TrackMark(chosen).track(among: tracks)?.id == expected)
    }

    @Test func whatIsNotThereAnyMoreIsSelectedAsUsual() {
        var tracks = TrackSet()
        tracks.audio = [Self.track(0, "ja"), Self.track(1, "en"), Self.track(2, "fr", nil, .commentary)]
        tracks.subtitles = [Self.track(0, "en"), Self.track(1, "fr")]
        let preferences = TrackPreferences(audio: ["en"])
        func selection(_ item: ItemTracks, series: SeriesChoice? = nil) -> TrackSelection {
            TrackSelection(of: tracks, TrackWishes(preferences: preferences, series: series, item: item))
        }
        let gone = ItemTracks(audio: Self.german, subtitles: .track(Self.german))
        #expect(selection(gone) == TrackSelection(of: tracks, TrackWishes(preferences: preferences)))
        let series = SeriesChoice(audioLanguage: "ja", subtitles: .language("fr"))
        #expect(selection(gone, series: series).audioReason == .series)
        let own = selection(
            ItemTracks(
                audio: TrackMark(language: "fr", id: 2, purpose: .commentary),
                subtitles: .track(TrackMark(language: "en", id: 0))), series: series)
        #expect(own.audio == 2 && own.audioReason == .chosen)
        #expect(own.subtitles == 0 && own.subtitlesReason == .chosen)
        let off = selection(ItemTracks(subtitles: .off), series: series)
        #expect(off.audio == 0 && off.subtitles == nil && off.subtitlesReason == .chosen)
    }
}
