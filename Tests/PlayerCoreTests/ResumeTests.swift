import PlayerCore
import Testing

/// Going on where something was left: items of the history, and the session of the last run.
@Suite struct ResumeTests {
    private static let film = "file:///film.mkv"
    private static let book = "file:///book.m4b"
    private static let song = "file:///song.flac"

    private static func settings(_ change: (inout PlayerSettings) -> Void = { _ in }) -> PlayerSettings {
        var settings = PlayerSettings()
        settings.hasJournal = true
        change(&settings)
        return settings
    }

    private static func engine(_ uris: [String] = [film], settings: PlayerSettings = settings()) -> FakeEngine {
        let engine = FakeEngine(settings: settings)
        var music = MediaTags()
        (music.album, music.trackNumber) = ("Album", 3)
        engine.media[film] = FakeMedia(duration: .seconds(3_000), findings: ItemFindings(), hasVideo: true)
        engine.media[book] = FakeMedia(duration: .seconds(30_000), findings: ItemFindings())
        engine.media[song] = FakeMedia(duration: .seconds(300), tags: music, findings: ItemFindings())
        engine.send(.insert(uris.map { MediaDescription(uri: $0) }, at: 0))
        return engine
    }

    private static func recollection(_ seconds: Double, absence: Double = 0, isSpeech: Bool = false) -> Recollection {
        Recollection(
            resume: ResumePoint(position: .seconds(seconds), chapterStart: .seconds(seconds - 5), isSpeech: isSpeech),
            absence: .seconds(absence))
    }

    private func go(_ engine: FakeEngine, _ seconds: Double) {
        engine.send(.setPosition(engine.id(engine.snapshot.currentIndex ?? 0), .seconds(seconds)))
    }

    // MARK: Items

    @Test func anItemGoesOnWhereItWasLeft() {
        let engine = Self.engine()
        engine.memory[Self.film] = Self.recollection(1_200)
        engine.send(.play)
        #expect(engine.position == 1_200)
        engine.advance(10)
        #expect(engine.position == 1_210)
    }

    @Test(arguments: [(0.0, 999.2), (59, 999.2), (60, 997), (3_600, 995), (86_400, 995)])
    func speechIsHeardAgainByTheLengthOfTheAbsenceButNotOverAChapter(absence: Double, start: Double) {
        let engine = Self.engine([Self.book])
        engine.memory[Self.book] = Self.recollection(1_000, absence: absence, isSpeech: true)
        engine.send(.play)
        #expect(abs(engine.position - start) < 0.001)
    }

    @Test func rewindsAreConfigurable() {
        let engine = Self.engine(
            [Self.book], settings: Self.settings { $0.rewindSteps = RewindSteps(rewinds: [.zero, .seconds(2)]) })
        engine.memory[Self.book] = Self.recollection(1_000, absence: 90_000, isSpeech: true)
        engine.send(.play)
        #expect(engine.position == 998)
    }

    @Test func whatSomebodySaysWins() {
        let engine = Self.engine()
        engine.memory[Self.film] = Self.recollection(1_200)
        engine.send(.replaceQueue([MediaDescription(uri: Self.film)], play: true, start: .seconds(7), index: 0))
        #expect(engine.position == 7)
        engine.send(.replaceQueue([described(Self.film) { $0.start = .seconds(9) }], play: true, start: nil, index: 0))
        #expect(engine.position == 9)
    }

    @Test func stopAndPlayBeginsAnew() {
        let engine = Self.engine()
        engine.memory[Self.film] = Self.recollection(1_200)
        engine.send(.play)
        engine.send(.stop)
        engine.send(.play)
        #expect(engine.position == 0)
        engine.send(.stop)
        engine.send(.goTo(engine.id(0)))
        #expect(engine.position == 1_200, "chosen from the list it goes on")
    }

    @Test("what was stopped minutes ago, or before the machine slept, goes on", arguments: [true, false])
    func playAfterAnAbsence(sleeps: Bool) {
        let engine = Self.engine()
        engine.memory[Self.film] = Self.recollection(1_200)
        engine.send(.play)
        engine.send(.stop)
        engine.advance(299)
        if sleeps {
            engine.tell(.machine(.fallsAsleep))
            engine.tell(.machine(.awakes))
        } else {
            engine.advance(1)
        }
        engine.send(.play)
        #expect(engine.position == 1_200)
    }

    @Test func aRestartIsARestart() {
        let engine = Self.engine()
        engine.send(.setLoop(.track))
        engine.memory[Self.film] = Self.recollection(2_800)
        engine.send(.play)
        engine.advance(201)
        #expect(engine.position == 1, "the second round is from the beginning")
        engine.send(.previous)
        #expect(engine.position == 0)
    }

    @Test func thePreparedItemGoesOnWhereItWasLeft() {
        let engine = Self.engine([Self.song, Self.film])
        engine.memory[Self.film] = Self.recollection(1_200)
        engine.send(.play)
        engine.advance(295)
        #expect(engine.preloadStart == .seconds(1_200))
        engine.advance(6)
        #expect(engine.playing == Self.film)
        #expect(engine.position == 1_201)
    }

    @Test func aSeekBeforeTheAnswerWins() {
        let engine = Self.engine()
        engine.holdsPreparing = true
        engine.send(.play)
        go(engine, 50)
        if let generation = engine.currentGeneration {
            engine.tell(.library(.recalled(generation, Self.recollection(1_200))))
        }
        #expect(engine.position == 50)
    }

    /// What was chosen for an item comes back with it; other items have what was chosen last.
    @Test func anItemHasItsOwnStyleOfSubtitles() throws {
        let engine = Self.engine([Self.film, Self.book])
        engine.media[Self.book, default: FakeMedia()].tracks.subtitles = [MediaTrack(id: 0)]
        let own = SubtitleStyle(delay: .seconds(0.3), scale: 1.5)
        engine.styles[Self.film] = own
        engine.send(.play)
        #expect(engine.snapshot.subtitles == own)
        #expect(engine.effects.contains(.styleSubtitles(own)))
        engine.send(.next)
        #expect(engine.snapshot.subtitles == SubtitleStyle())
        engine.advance(10)
        #expect(engine.records.last { $0.uri == Self.book }?.subtitles == nil)
        engine.send(.setSubtitleDelay(.seconds(-2)))
        #expect(engine.records.last { $0.uri == Self.book }?.subtitles == SubtitleStyle(delay: .seconds(-2)))
        engine.send(.previous)
        engine.send(.previous)
        #expect(engine.snapshot.currentIndex == 0)
        #expect(engine.snapshot.subtitles == own)
    }

    @Test("where an item starts says nothing about what was chosen for it", arguments: [0.0, 7])
    func whatWasChosenIsRecalledAtEveryStart(seconds: Double) {
        let engine = Self.engine()
        let own = SubtitleStyle(delay: .seconds(1), scale: 1.5)
        (engine.styles[Self.film], engine.audioDelays[Self.film]) = (own, .seconds(0.5))
        engine.memory[Self.film] = Self.recollection(1_200)
        let film = MediaDescription(uri: Self.film)
        engine.send(
            .replaceQueue([film], play: true, start: .seconds(seconds), index: 0, fromStart: seconds == 0))
        #expect(engine.position == seconds)
        #expect(engine.snapshot.subtitles == own && engine.snapshot.audioDelay == .seconds(0.5))
        #expect(engine.effects.contains(.styleSubtitles(own)))
        let other = Self.engine()
        (other.styles[Self.film], other.audioDelays[Self.film]) = (own, .seconds(0.5))
        other.send(
            .replaceQueue([described(Self.film) { $0.start = .seconds(9) }], play: true, start: nil, index: 0))
        #expect(other.position == 9)
        #expect(other.snapshot.subtitles == own && other.snapshot.audioDelay == .seconds(0.5))
    }

    @Test func withoutAHistoryNothingIsRecalled() {
        let engine = Self.engine(settings: Self.settings { $0.keepsHistory = false })
        engine.memory[Self.film] = Self.recollection(1_200)
        engine.send(.play)
        #expect(engine.position == 0)
        #expect(engine.records.isEmpty)
        #expect(!engine.saved.isEmpty, "the session is another matter")
    }

    // MARK: What is recorded

    /// Rows: where it is left, what follows.
    @Test(
        arguments: [
            (59.0, nil, false, "not beyond 60 s (Clapper)"), (61, 61, false, "beyond 60 s"),
            (2_699, 2_699, false, "below 90 %"), (2_700, 2_700, true, "played at 90 % (Kodi)"),
            (2_849, 2_849, true, "more than 5 % left"), (2_851, nil, true, "less than 5 % left (Jellyfin)"),
        ] as [(Double, Double?, Bool, String)])
    func howFarAnItemWasPlayed(left: Double, resume: Double?, isPlayed: Bool, rule: String) {
        let engine = Self.engine()
        engine.send(.play)
        go(engine, left)
        engine.send(.pause)
        let record = engine.records.last
        #expect(record?.position == .seconds(left))
        #expect(record?.resume?.position.seconds == resume, Comment(rawValue: rule))
        #expect(record?.isPlayed == isPlayed, Comment(rawValue: rule))
    }

    @Test func closingCreditsAreTheEnd() {
        let engine = Self.engine([])
        engine.send(
            .insert(
                [
                    described(Self.film) {
                        $0.segments = [
                            SegmentDescription(start: .seconds(2_000), end: .seconds(2_100), kind: "closing-credits")
                        ]
                    }
                ], at: 0))
        engine.send(.play)
        go(engine, 1_999)
        engine.send(.pause)
        #expect(engine.records.last?.isPlayed == false)
        go(engine, 2_001)
        #expect(engine.records.last?.isPlayed == true)
        #expect(engine.records.last?.resume == nil)
    }

    @Test func musicIsInTheHistoryButBeginsAnew() {
        let engine = Self.engine([Self.song])
        engine.send(.play)
        engine.advance(120)
        engine.send(.pause)
        #expect(engine.records.last?.position == .seconds(120))
        #expect(engine.records.last?.resume == nil)
    }

    private static func fields(_ change: (inout MediaDetails.Fields) -> Void = { _ in }) -> MediaDetails.Fields {
        var fields = MediaDetails.Fields()
        change(&fields)
        return fields
    }

    /// Rows: the address, how long it is, what describes it, its kind.
    @Test(
        "an artist makes a song of sound unless something tells that it is spoken",
        arguments: [
            ("file:///memo.mp3", 1_199, fields(), .sound), ("file:///talk.mp3", 1_201, fields(), .speech),
            ("file:///song.mp3", 300, fields { ($0.title, $0.artist) = ("Song", ["Artist"]) }, .music),
            ("file:///a.mp3", 300, fields { $0.genre = ["Podcast"] }, .speech),
            ("file:///a.m4b", 300, fields(), .speech), ("file:///a.mp3", 300, fields { $0.episode = 4 }, .speech),
            ("file:///books/a/1.mp3", 300, fields(), .speech),
            ("file:///bookshop.mp3", 300, fields { $0.album = "Album" }, .music),
        ] as [(String, Double, MediaDetails.Fields, ContentKind)])
    func songsWithoutTags(uri: String, length: Double, fields: MediaDetails.Fields, kind: ContentKind) {
        let engine = Self.engine([], settings: Self.settings { $0.books = ["/books"] })
        engine.media[uri] = FakeMedia(duration: .seconds(length), findings: ItemFindings())
        engine.send(.insert([MediaDescription(uri: uri, details: MediaDetails(fields))], at: 0))
        engine.send(.play)
        engine.advance(100)
        engine.send(.pause)
        #expect(engine.records.last?.kind == kind)
        #expect(engine.records.last?.resume?.position.seconds == (kind == .music ? nil : 100))
    }

    @Test func whatEndsIsPlayed() {
        let engine = Self.engine([Self.film, Self.song])
        engine.send(.play)
        engine.advance(3_001)
        let record = engine.records.last { $0.uri == Self.film }
        #expect(record?.isPlayed == true)
        #expect(record?.position == .seconds(3_000))
        #expect(record?.resume == nil)
    }

    @Test func whatIsLeftForAnotherIsRecordedWhereItWas() {
        let engine = Self.engine([Self.film, Self.song])
        engine.send(.play)
        engine.advance(100)
        engine.send(.next)
        #expect(engine.records.last { $0.uri == Self.film }?.position == .seconds(100))
    }

    @Test func whatWasNeverHeardIsNotRecorded() {
        let engine = Self.engine([Self.film, Self.song])
        engine.holdsPreparing = true
        engine.send(.play)
        engine.send(.next)
        engine.send(.stop)
        #expect(engine.records.isEmpty)
    }

    @Test func thePositionIsWrittenEveryFifteenSeconds() {
        let engine = Self.engine()
        engine.send(.play)
        let before = engine.saved.count
        engine.advance(61)
        let positions = engine.saved[before...].map(\.state.position.seconds)
        #expect(positions == [15, 30, 45, 60])
        engine.send(.pause)
        let paused = engine.saved.count
        engine.advance(1_000)
        #expect(engine.saved.count == paused, "nothing happens, nothing is written")
        #expect(engine.saved.last?.state.position == .seconds(61))
    }

    // MARK: Spoken word after a pause

    @Test(arguments: [(10.0, 500.0), (59, 500), (61, 497), (3_601, 490)])
    func spokenWordGoesOnALittleEarlier(pause: Double, position: Double) {
        let engine = Self.engine([Self.book])
        engine.send(.play)
        engine.advance(500)
        engine.send(.pause)
        engine.advance(pause)
        engine.send(.play)
        #expect(engine.position == position)
    }

    @Test func aFilmGoesOnWhereItIs() {
        let engine = Self.engine()
        engine.send(.play)
        engine.advance(500)
        engine.send(.pause)
        engine.advance(5_000)
        engine.send(.play)
        #expect(engine.position == 500)
    }

    @Test func whatIsRememberedBehindTheEndBeginsAnew() {
        let engine = Self.engine()
        engine.memory[Self.film] = Self.recollection(5_000)
        engine.send(.play)
        #expect(engine.position == 0)
        engine.advance(5)
        #expect(engine.position == 5)
    }

    @Test func whatWasUnskippedInOneItemIsSkippedInTheNext() {
        let opening = SegmentDescription(start: .seconds(100), end: .seconds(160), kind: "opening-credits")
        let engine = Self.engine([])
        let other = "file:///other.mkv"
        engine.media[other] = FakeMedia(duration: .seconds(3_000), findings: ItemFindings(), hasVideo: true)
        engine.send(.segments(.setPolicies([.openingCredits: .auto])))
        let items = [Self.film, other].map { uri in described(uri) { $0.segments = [opening] } }
        engine.send(.replaceQueue(items, play: true, start: nil, index: 0))
        engine.advance(101)
        engine.send(.segments(.unskip))
        engine.send(.next)
        engine.advance(101)
        #expect(abs(engine.position - 161) < 0.001)
    }
}
