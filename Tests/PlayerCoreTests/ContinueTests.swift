import Testing

@testable import PlayerCore

/// A list or a folder that goes on where it was left.
@Suite struct ContinueTests {
    private static func part(_ number: Int) -> String { "file:///book/\(number).mp3" }

    private static func entry(
        _ uri: String, at time: Double, left: Double? = nil, isPlayed: Bool = false, kind: ContentKind = .speech,
        episode: Int32? = nil
    ) -> HistoryEntry {
        HistoryEntry(
            identity: ContentIdentity(text: uri), uri: uri, episode: episode, position: .seconds(left ?? 0),
            isPlayed: isPlayed,
            resume: left.map { ResumePoint(position: .seconds($0), isSpeech: kind == .speech) }, kind: kind,
            lastPlayed: time)
    }

    private static func engine(_ entries: [HistoryEntry], _ continuing: Continuing = .always) -> FakeEngine {
        var settings = PlayerSettings()
        settings.hasJournal = true
        settings.continuing = continuing
        settings.rewindSteps = RewindSteps(rewinds: [.zero, .zero, .zero, .zero])
        let engine = FakeEngine(settings: settings)
        for number in 1...5 { engine.media[part(number)] = FakeMedia(duration: .seconds(1_800)) }
        for entry in entries { engine.history[entry.uri] = entry }
        return engine
    }

    private static func play(_ engine: FakeEngine, fromStart: Bool = false, index: UInt32 = 0, start: MediaTime? = nil)
    {
        engine.send(
            .replaceQueue(
                (1...5).map { MediaDescription(uri: part($0)) }, play: true, start: start, index: index,
                fromStart: fromStart))
    }

    @Test func itGoesOnWithWhatWasLeftLast() {
        let entries = [
            Self.entry(Self.part(2), at: 10, left: 300), Self.entry(Self.part(4), at: 20, left: 600),
            Self.entry(Self.part(1), at: 5, isPlayed: true),
        ]
        let engine = Self.engine(entries)
        Self.play(engine)
        #expect(engine.playing == Self.part(4) && engine.position == 600 && engine.status == .playing)
        // Once: the queue may be gone through as anybody likes.
        engine.send(.goTo(engine.id(0)))
        #expect(engine.playing == Self.part(1))
    }

    @Test func whoeverNamesABeginningGetsIt() {
        let entries = [Self.entry(Self.part(4), at: 20, left: 600)]
        let asked = Self.engine(entries)
        Self.play(asked, fromStart: true)
        #expect(asked.playing == Self.part(1))
        let indexed = Self.engine(entries)
        Self.play(indexed, index: 1)
        #expect(indexed.playing == Self.part(2))
        let started = Self.engine(entries)
        Self.play(started, start: .seconds(5))
        #expect(started.playing == Self.part(1) && started.position == 5)
        let never = Self.engine(entries, .never)
        Self.play(never)
        #expect(never.playing == Self.part(1))
    }

    @Test func afterAFinishedPartTheNextOneFollows() {
        let engine = Self.engine([
            Self.entry(Self.part(1), at: 10, isPlayed: true), Self.entry(Self.part(2), at: 20, isPlayed: true),
        ])
        Self.play(engine)
        #expect(engine.playing == Self.part(3) && engine.position == 0)
        let whole = Self.engine((1...5).map { Self.entry(Self.part($0), at: Double($0), isPlayed: true) })
        Self.play(whole)
        #expect(whole.playing == Self.part(1), "a book that was heard begins again")
    }

    @Test func musicAndFilmsBeginAtTheBeginning() {
        for kind in [ContentKind.music, .sound, .video] {
            let engine = Self.engine([
                Self.entry(Self.part(2), at: 10, left: 300, kind: kind),
                Self.entry(Self.part(3), at: 20, isPlayed: true, kind: kind),
            ])
            Self.play(engine)
            #expect(engine.playing == Self.part(1), "\(kind)")
        }
        let season = Self.engine([
            Self.entry(Self.part(2), at: 10, left: 300, kind: .video, episode: 2),
            Self.entry(Self.part(3), at: 20, isPlayed: true, kind: .video, episode: 3),
        ])
        Self.play(season)
        #expect(season.playing == Self.part(2) && season.position == 300)
    }

    @Test func afterAFinishedEpisodeTheNextOneFollows() {
        func season(_ entries: HistoryEntry...) -> FakeEngine {
            let engine = Self.engine(entries)
            Self.play(engine)
            return engine
        }
        func played(_ number: Int, at time: Double) -> HistoryEntry {
            Self.entry(Self.part(number), at: time, isPlayed: true, kind: .video, episode: Int32(number))
        }
        #expect(season(played(1, at: 10), played(2, at: 20)).playing == Self.part(3))
        // What was finished last, not the one that is farthest.
        #expect(season(played(4, at: 10), played(1, at: 20)).playing == Self.part(2))
        let begun = Self.entry(Self.part(3), at: 30, kind: .video, episode: 3)
        #expect(season(played(1, at: 10), played(2, at: 20), begun).playing == Self.part(3))
        #expect(
            season(played(4, at: 10), played(5, at: 20)).playing == Self.part(1), "after the last one, from the first")
        // Seen before, and begun again: it was not finished this time.
        var again = played(3, at: 30)
        (again.position, again.duration) = (.seconds(50), .seconds(1_800))
        #expect(season(played(1, at: 10), played(2, at: 20), again).playing == Self.part(3))
        again.position = .seconds(1_790)
        #expect(season(played(1, at: 10), played(2, at: 20), again).playing == Self.part(4))
    }

    @Test("shuffle and repeat of music are off for a series, and stay for other music") func order() {
        func replaced(by uris: [String], details: MediaDetails? = nil) -> FakeEngine {
            let engine = Self.engine([])
            engine.send(.insert((0..<30).map { MediaDescription(uri: "file:///\($0).mp3") }, at: 0))
            engine.send(.setShuffle(true))
            engine.send(.setLoop(.track))
            let descriptions = uris.map { MediaDescription(uri: $0, details: details) }
            engine.send(.replaceQueue(descriptions, play: true, start: nil, index: 0))
            return engine
        }
        let season = (1...3).map { "file:///tv/Plain.Show.S01E0\($0).720p.mkv" }
        let series = replaced(by: season)
        #expect(!series.snapshot.shuffle && series.snapshot.loop == .none)
        series.send(.setShuffle(true))
        #expect(series.snapshot.shuffle, "afterwards it may be shuffled")
        let music = replaced(by: season + ["file:///song.mp3"])
        #expect(music.snapshot.shuffle && music.snapshot.loop == .track)
        var fields = MediaDetails.Fields()
        fields.episode = 3
        #expect(!replaced(by: ["https://example.org/a.mp4"], details: MediaDetails(fields)).snapshot.shuffle)
    }

    @Test func aPodcastGoesOnWithTheNewestThatWasNotHeard() {
        let feed = (1...3).map { "https://example.org/\($0).mp3" }
        let engine = Self.engine([
            Self.entry(feed[0], at: 20, isPlayed: true), Self.entry(feed[2], at: 10, isPlayed: true),
        ])
        for uri in feed { engine.media[uri] = FakeMedia(duration: .seconds(1_800)) }
        engine.send(.replaceQueue(feed.map { MediaDescription(uri: $0) }, play: true, start: nil, index: 0))
        #expect(engine.playing == feed[1])
    }

    @Test func theEntriesOfAListGoOn() {
        let engine = Self.engine([Self.entry(Self.part(4), at: 20, left: 600)])
        let list = "file:///book.m3u"
        engine.media[list] = FakeMedia(fault: PlaybackFault(.containerUnknown, "It is no media."))
        engine.lists[list] = .entries((1...5).map { ListEntry(MediaDescription(uri: Self.part($0))) })
        engine.send(.replaceQueue([MediaDescription(uri: list)], play: true, start: nil, index: 0))
        #expect(engine.playing == Self.part(4) && engine.position == 600)
    }

    @Test func itCanBeAskedFirst() throws {
        let engine = Self.engine([Self.entry(Self.part(4), at: 20, left: 600)], .ask)
        Self.play(engine)
        engine.advance(1)
        #expect(engine.playing == Self.part(1))
        let action = try #require(engine.snapshot.actions.visible.first)
        #expect(action.title == "Continue: 4 · 10:00")
        #expect(engine.send(.actions(.invoke(action.id))) == .success(.done))
        #expect(engine.playing == Self.part(4) && engine.position == 600)
        #expect(engine.snapshot.actions.offered.isEmpty)
        #expect(engine.send(.actions(.invoke(action.id))) != .success(.done))
        let other = Self.engine([Self.entry(Self.part(4), at: 20, left: 600)], .ask)
        Self.play(other)
        other.advance(61)
        #expect(other.snapshot.actions.visible.isEmpty, "a minute")
    }

    @Test func theQueueOfAnEntryComesBack() {
        let engine = Self.engine([])
        let list = (1...5).map { MediaDescription(uri: Self.part($0)) }
        let left = Recollection(resume: ResumePoint(position: .seconds(700)), absence: .zero)
        engine.send(.insert([MediaDescription(uri: "file:///other.mp3")], at: 0))
        #expect(engine.send(.resume(Self.part(3), left, from: list)) == .success(.position(.seconds(700))))
        #expect(engine.snapshot.items.map(\.description) == list)
        #expect(engine.playing == Self.part(3) && engine.position == 700)
        // Where it is in the queue already, that stays.
        let ids = engine.snapshot.items.map(\.id)
        engine.send(.resume(Self.part(5), left, from: Array(list.reversed())))
        #expect(engine.snapshot.items.map(\.id) == ids && engine.playing == Self.part(5))
    }

    @Test func whatWasPlayedHasItsQueueAndItsKind() throws {
        let engine = Self.engine([])
        Self.play(engine)
        engine.advance(100)
        let record = try #require(engine.records.last)
        #expect(record.kind == .speech && record.queue.map(\.description.uri) == (1...5).map(Self.part))
    }
}
