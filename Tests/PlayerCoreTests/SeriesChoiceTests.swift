import PlayerCore
import Testing

/// Languages and speed, chosen once for a series.
@Suite struct SeriesChoiceTests {
    private static let episodes = ["file:///show/Show%20S01E01.mkv", "file:///show/Show%20S01E02.mkv"]
    private static let film = "file:///film.mkv"

    private static func engine() -> FakeEngine {
        var settings = PlayerSettings()
        settings.hasJournal = true
        let engine = FakeEngine(settings: settings)
        var tracks = TrackSet()
        tracks.audio = [MediaTrack(id: 0, language: "en"), MediaTrack(id: 1, language: "de")]
        tracks.subtitles = [MediaTrack(id: 0, language: "fr-CA"), MediaTrack(id: 1, language: "de")]
        (tracks.selectedAudio, tracks.selectedSubtitles) = (0, 0)
        var findings = ItemFindings()
        for uri in episodes + [film] {
            findings.series = uri == film ? nil : "show"
            engine.media[uri] = FakeMedia(
                duration: .seconds(1_000), tracks: tracks, findings: findings, hasVideo: true)
        }
        engine.send(.insert((episodes + [film]).map { MediaDescription(uri: $0) }, at: 0))
        return engine
    }

    private func preferred(_ engine: FakeEngine) -> [EngineEffect] {
        engine.effects.filter { effect in
            if case .preferTracks = effect { true } else { false }
        }
    }

    @Test(arguments: [0, 2]) func theSpeedOfARestoredSessionIsThatOfItsItem(index: Int) {
        let engine = Self.engine()
        engine.send(
            .restore(
                StoredSession(
                    items: engine.snapshot.items, currentIndex: 2, shuffle: nil,
                    state: .init(
                        position: .seconds(50), wasPlaying: false, loop: .none, volume: 1, rate: 1.4, savedAt: 0)),
                absence: .zero, plays: false, fault: nil))
        #expect(engine.snapshot.rate == 1.4)
        if index == 0 {
            engine.send(.openURI("file:///song.mp3"))
            #expect(engine.snapshot.rate == 1)
        } else {
            engine.send(.play)
            #expect(engine.snapshot.rate == 1.4)
        }
    }

    @Test func whatIsChosenIsRemembered() {
        let engine = Self.engine()
        engine.send(.play)
        engine.send(.selectAudio(1))
        engine.send(.selectSubtitles(nil))
        engine.send(.setRate(1.25))
        #expect(
            engine.choices == ["show": SeriesChoice(audioLanguage: "de", subtitles: .off, rate: 1.25)])
        engine.send(.selectSubtitles(0))
        #expect(engine.choices["show"]?.subtitles == .language("fr-CA"))
    }

    @Test func theNextEpisodeIsPlayedLikeTheLast() throws {
        let engine = Self.engine()
        let choice = SeriesChoice(audioLanguage: "de-AT", subtitles: .language("fr"), rate: 1.5)
        engine.choices["show"] = choice
        engine.send(.play)
        let generation = try #require(engine.currentGeneration)
        #expect(preferred(engine) == [.preferTracks(generation, TrackWishes(series: choice))])
        #expect(engine.snapshot.rate == 1.5)
        engine.forget()
        engine.send(.next)
        let second = try #require(engine.currentGeneration)
        #expect(preferred(engine) == [.preferTracks(second, TrackWishes(series: choice))])
        #expect(engine.snapshot.rate == 1.5)
        engine.send(.next)
        #expect(engine.snapshot.rate == 1, "the film has nothing to do with it")
    }

    @Test("a speed that is chosen for a series stays with it")
    func rateOfASeries() {
        let engine = Self.engine()
        engine.send(.play)
        engine.send(.setRate(1.4))
        engine.send(.next)
        #expect(engine.snapshot.rate == 1.4, "the next episode")
        engine.send(.next)
        #expect(engine.snapshot.rate == 1, "a film")
        engine.send(.previous)
        #expect(engine.snapshot.rate == 1.4, "the series again")
    }

    @Test("the speed that is shown is the one that is heard", arguments: [true, false])
    func speedThatWasNotTaken(isRefused: Bool) throws {
        let engine = Self.engine()
        engine.holdsSeeks = true
        engine.choices["show"] = SeriesChoice(rate: 1.4)
        engine.send(.play)
        let generation = try #require(engine.currentGeneration)
        #expect(engine.heldSeeks.map(\.rate) == [1.4])
        if isRefused { engine.failSeek() } else { engine.landSeek() }
        #expect(engine.snapshot.rate == (isRefused ? 1 : 1.4))
        let heard = isRefused ? 1.4 : 1
        engine.tell(
            .anchored(generation, PositionAnchor(position: .seconds(1), moment: engine.now, rate: heard)))
        #expect(engine.heldSeeks.map(\.rate) == (isRefused ? [] : [1.4]))
        engine.landSeek()
        #expect(engine.snapshot.rate == 1.4)
    }

    @Test func thePreparedEpisodeIsReadyInItsLanguage() throws {
        let engine = Self.engine()
        engine.choices["show"] = SeriesChoice(subtitles: .off)
        engine.send(.play)
        engine.forget()
        engine.advance(995)
        let preload = try #require(engine.preloadGeneration)
        #expect(preferred(engine) == [.preferTracks(preload, TrackWishes(series: SeriesChoice(subtitles: .off)))])
        engine.forget()
        engine.advance(6)
        #expect(preferred(engine) == [], "once")
    }

    @Test func aSpeedOfAFilmDoesNotGoOnIntoASong() {
        let engine = Self.engine()
        let songs = ["file:///1.flac", "file:///2.flac"]
        for song in songs { engine.media[song] = FakeMedia(duration: .seconds(200)) }
        engine.send(.insert(songs.map { MediaDescription(uri: $0) }, at: .max))
        engine.send(.goTo(engine.id(2)))
        engine.send(.setRate(1.5))
        engine.send(.next)
        #expect(engine.playing == songs[0] && engine.snapshot.rate == 1)
        engine.send(.setRate(0.8))
        engine.send(.next)
        #expect(engine.playing == songs[1] && engine.snapshot.rate == 0.8, "another song")
        engine.send(.goTo(engine.id(2)))
        #expect(engine.snapshot.rate == 1, "a film")
    }

    @Test func aRestoredSpeedStaysWithItsKind() {
        let engine = Self.engine()
        engine.media["file:///1.flac"] = FakeMedia(duration: .seconds(200))
        engine.send(.insert([MediaDescription(uri: "file:///1.flac")], at: .max))
        engine.send(.setRate(1.5))
        engine.send(.goTo(engine.id(3)))
        #expect(engine.snapshot.rate == 1.5)
        engine.send(.goTo(engine.id(2)))
        #expect(engine.snapshot.rate == 1)
    }

    @Test("the speed of a series does not go on into a film after a restart, either") func restoredSeries() {
        let engine = Self.engine()
        engine.choices["show"] = SeriesChoice(rate: 1.4)
        let session = StoredSession(
            items: engine.snapshot.items, currentIndex: 0,
            state: .init(position: .zero, wasPlaying: true, rate: 1.4, savedAt: 0))
        engine.send(.restore(session, absence: .zero, plays: true))
        #expect(engine.snapshot.rate == 1.4)
        engine.send(.goTo(engine.id(2)))
        #expect(engine.snapshot.rate == 1)
    }

    @Test func aSpeedOfAFilmIsNotThatOfASeriesAndFilmsRememberNothing() {
        let engine = Self.engine()
        engine.send(.goTo(engine.id(2)))
        engine.send(.setRate(2))
        engine.send(.selectAudio(1))
        #expect(engine.choices == [:])
        engine.send(.goTo(engine.id(0)))
        #expect(engine.snapshot.rate == 1, "a series has its own")
    }

    /// The file is read beside the start of its playback.
    private func tellSeries(_ engine: FakeEngine) throws {
        var findings = ItemFindings()
        findings.series = "show"
        engine.tell(.findingsRead(try #require(engine.currentGeneration), findings))
    }

    private static func lateEngine() -> FakeEngine {
        let engine = engine()
        let parts = ["file:///show/one.mkv", "file:///show/two.mkv"]
        for uri in parts { engine.media[uri] = FakeMedia(duration: .seconds(1_000), hasVideo: true) }
        engine.send(.clear)
        engine.send(.insert((parts + [film]).map { MediaDescription(uri: $0) }, at: 0))
        return engine
    }

    @Test("the name of a file tells the series as reading the file does") func nameOfAFile() throws {
        let engine = Self.engine()
        let uri = "file:///Long%20Show/Long.Show.S01E01.mkv"
        engine.media[uri] = FakeMedia(duration: .seconds(1_000), hasVideo: true)
        engine.choices["longshow"] = SeriesChoice(rate: 1.4)
        engine.send(.openURI(uri))
        #expect(engine.snapshot.rate == 1.4)
    }

    @Test("a series that is known after the start has its speed, too, and what follows it begins at 1")
    func lateSeries() throws {
        let engine = Self.lateEngine()
        engine.choices["show"] = SeriesChoice(rate: 1.4)
        engine.send(.play)
        #expect(engine.snapshot.rate == 1)
        try tellSeries(engine)
        #expect(engine.snapshot.rate == 1.4)
        engine.send(.next)
        try tellSeries(engine)
        #expect(engine.snapshot.rate == 1.4)
        engine.send(.next)
        #expect(engine.snapshot.rate == 1, "a film")
    }

    @Test("what is chosen before the series is known is chosen for it") func earlyChoice() throws {
        let engine = Self.lateEngine()
        engine.choices["show"] = SeriesChoice(audioLanguage: "de", rate: 1.4)
        engine.send(.play)
        engine.send(.setRate(1.2))
        try tellSeries(engine)
        #expect(engine.choices["show"] == SeriesChoice(audioLanguage: "de", rate: 1.2))
        #expect(engine.snapshot.rate == 1.2)
        engine.send(.goTo(engine.id(2)))
        #expect(engine.snapshot.rate == 1, "a film")
    }

    @Test("what is chosen while nothing plays is chosen for the item that plays then") func choiceWhileStopped() {
        let engine = Self.engine()
        engine.choices["show"] = SeriesChoice(rate: 1.5)
        engine.send(.play)
        engine.send(.stop)
        engine.send(.setRate(2))
        engine.send(.play)
        #expect(engine.snapshot.rate == 2)
        #expect(engine.choices["show"] == SeriesChoice(rate: 2))
    }

    @Test("a restored speed of a series does not go on into a film, either, if the series is known late")
    func lateRestoredSeries() throws {
        let engine = Self.lateEngine()
        engine.choices["show"] = SeriesChoice(rate: 1.4)
        let session = StoredSession(
            items: engine.snapshot.items, currentIndex: 0,
            state: .init(position: .zero, wasPlaying: true, rate: 1.4, savedAt: 0))
        engine.send(.restore(session, absence: .zero, plays: true))
        try tellSeries(engine)
        #expect(engine.snapshot.rate == 1.4)
        engine.send(.goTo(engine.id(2)))
        #expect(engine.snapshot.rate == 1)
    }

    @Test("a choice is that of the prepared episode as well") func choiceAfterPreload() throws {
        let engine = Self.engine()
        engine.send(.play)
        engine.advance(995)
        let preload = try #require(engine.preloadGeneration)
        engine.forget()
        engine.send(.setRate(1.4))
        engine.send(.selectAudio(1))
        #expect(
            preferred(engine) == [
                .preferTracks(preload, TrackWishes(series: SeriesChoice(audioLanguage: "de", rate: 1.4)))
            ])
        engine.advance(6)
        #expect(engine.playing == Self.episodes[1] && engine.snapshot.rate == 1.4)
    }
}
