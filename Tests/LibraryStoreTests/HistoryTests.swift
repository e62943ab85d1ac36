import PlayerCore
import Testing

@testable import LibraryStore

@Suite struct HistoryTests {
    @Test func everythingOfAnEntryComesBack() async throws {
        let folder = try JournalFolder()
        let entry = HistoryEntry(
            identity: ContentIdentity(text: "file:5-ab"), uri: "file:///a.mkv", title: "One", series: "Series",
            season: 1, episode: 2, position: seconds(10), duration: seconds(100), furthest: seconds(60),
            isPlayed: true,
            resume: ResumePoint(position: seconds(10), chapterStart: seconds(8), isSpeech: true),
            subtitles: SubtitleStyle(delay: seconds(-1), scale: 1.5), audioDelay: seconds(-2),
            tracks: ItemTracks(
                audio: TrackMark(language: "de", title: "Kommentar", id: 1, purpose: .commentary),
                subtitles: .track(TrackMark(language: "und", id: 1_000, purpose: [.external, .forced]))),
            lastPlayed: 1_760_000_000.5)
        let store = folder.store()
        store.record(entry)
        await store.close(deadline: .seconds(30))
        let again = folder.store()
        #expect(await again.history(count: 10) == [entry])
        #expect(await again.entry(for: entry.identity) == entry)
        #expect(await again.entry(forURI: "file:///a.mkv") == entry)
        #expect(await again.entry(forURI: "file:///b.mkv") == nil)
        #expect(await again.history(count: 10).count == 1)
    }

    @Test(arguments: [true, false])
    func laterRecordsAddToEarlierOnes(isWrittenBetween: Bool) async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        let identity = ContentIdentity(text: "uri:http://a/")
        store.record(
            HistoryEntry(
                identity: identity, uri: "http://a/", title: "Title", series: "Series", season: 3, episode: 4,
                position: seconds(90), duration: seconds(100), isPlayed: true,
                subtitles: SubtitleStyle(delay: seconds(2)), audioDelay: seconds(1),
                tracks: ItemTracks(subtitles: .off), lastPlayed: 1))
        if isWrittenBetween { #expect(await store.flush(deadline: .seconds(30))) }
        store.record(HistoryEntry(identity: identity, uri: "http://b/", position: seconds(5), lastPlayed: 2))
        #expect(
            await store.entry(for: identity)
                == HistoryEntry(
                    identity: identity, uri: "http://b/", title: "Title", series: "Series", season: 3, episode: 4,
                    position: seconds(5), duration: seconds(100), furthest: seconds(90), isPlayed: true,
                    subtitles: SubtitleStyle(delay: seconds(2)), audioDelay: seconds(1),
                    tracks: ItemTracks(subtitles: .off), lastPlayed: 2))
        #expect(await store.history(count: 10).count == 1)
    }

    /// As it was before the history knew the tracks of its items.
    @Test func aHistoryWithoutTracksGetsThem() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        var entry = HistoryEntry(
            identity: ContentIdentity(text: "uri:http://a/"), uri: "http://a/", position: seconds(90), kind: .video,
            lastPlayed: 1)
        store.record(entry)
        #expect(await store.close(deadline: .seconds(30)))
        try folder.database {
            try $0.execute(sql: "ALTER TABLE history DROP COLUMN tracks")
            try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '13:%'")
        }
        let again = folder.store()
        #expect(await again.history(count: 10) == [entry])
        (entry.tracks, entry.lastPlayed) = (ItemTracks(audio: TrackMark(language: "de", id: 1)), 2)
        again.record(entry)
        #expect(await again.entry(for: entry.identity) == entry)
        #expect(await again.close(deadline: .seconds(30)))
        try folder.database { try $0.execute(sql: "UPDATE history SET tracks = '{\"audio\":7}'") }
        entry.tracks = nil
        #expect(await folder.store().history(count: 10) == [entry], "what cannot be read chooses nothing")
        #expect(folder.log.isEmpty)
    }

    /// Whoever begins something again, and stops, finds where it was left.
    @Test(arguments: [true, false])
    func aFalseStartKeepsWhereItWasLeft(isWrittenBetween: Bool) async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        let identity = ContentIdentity(text: "uri:http://a/")
        func record(_ position: Double, resume: Double? = nil, isPlayed: Bool = false, at time: Double) async {
            store.record(
                HistoryEntry(
                    identity: identity, uri: "http://a/", position: seconds(position), duration: seconds(1_000),
                    isPlayed: isPlayed, resume: resume.map { ResumePoint(position: seconds($0)) }, kind: .video,
                    lastPlayed: time))
            if isWrittenBetween { #expect(await store.flush(deadline: .seconds(30))) }
        }
        await record(400, resume: 400, at: 1)
        await record(2, at: 2)
        let entry = try #require(await store.entry(for: identity))
        #expect(entry.position == seconds(400) && entry.resume?.position == seconds(400) && entry.lastPlayed == 2)
        await record(70, resume: 70, at: 3)
        #expect(await store.entry(for: identity)?.resume?.position == seconds(70), "a minute is no false start")
        await record(1_000, isPlayed: true, at: 4)
        await record(2, at: 5)
        let played = try #require(await store.entry(for: identity))
        #expect(played.position == seconds(2) && played.resume == nil && played.isPlayed)
    }

    @Test func newestFirstInPages() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        for number in [3, 1, 5, 2, 4] { store.record(Self.entry(number)) }
        #expect(await store.history(offset: 0, count: 2).map(\.uri) == ["5", "4"])
        #expect(await store.history(offset: 2, count: 2).map(\.uri) == ["3", "2"])
        #expect(await store.history(offset: 4, count: 2).map(\.uri) == ["1"])
        #expect(await store.history(offset: 5, count: 2).isEmpty)
        #expect(await store.history(offset: -5, count: -1).isEmpty)
        #expect(await store.history(offset: 0, count: .max).count == 5)
    }

    @Test func theOldestGo() async throws {
        let folder = try JournalFolder()
        let store = folder.store(historyLimit: 3)
        for number in [1, 2, 3, 4] { store.record(Self.entry(number)) }
        #expect(await store.history(count: 10).map(\.uri) == ["4", "3", "2"])
        // Playing one again makes it new.
        store.record(HistoryEntry(identity: Self.entry(2).identity, uri: "2", position: .zero, lastPlayed: 9))
        store.record(Self.entry(5))
        #expect(await store.history(count: 10).map(\.uri) == ["2", "5", "4"])
    }

    @Test func aBurstIsWrittenAsAWhole() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        for number in 1...3_000 { store.record(Self.entry(number)) }
        #expect(await store.history(count: 4_000).count == 3_000)
    }

    @Test func forgotten() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        for number in 1...4 { store.record(Self.entry(number)) }
        store.record(HistoryEntry(identity: ContentIdentity(text: "x"), uri: "4", position: .zero, lastPlayed: 8))
        store.forget(Self.entry(2).identity)
        store.forget(uri: "4")
        store.forget(uri: "nothing")
        #expect(await store.history(count: 10).map(\.uri) == ["3", "1"])
        // In the order in which it was asked for.
        store.forget(uri: "3")
        store.record(Self.entry(3))
        store.record(Self.entry(1))
        store.forget(Self.entry(1).identity)
        #expect(await store.history(count: 10).map(\.uri) == ["3"])
    }

    @Test func ofOneNameTheNewestIsFound() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        for (identity, time) in [("file:1-a", 5.0), ("file:1-b", 9), ("file:1-c", 7)] {
            store.record(
                HistoryEntry(
                    identity: ContentIdentity(text: identity), uri: "file:///same", position: .zero, lastPlayed: time))
        }
        #expect(await store.entry(forURI: "file:///same")?.identity.text == "file:1-b")
    }

    @Test func anImportReplacesNothingNewer() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.record(Self.entry(5))
        store.importHistory([
            HistoryEntry(identity: Self.entry(5).identity, uri: "old", position: seconds(1), lastPlayed: 4),
            HistoryEntry(identity: Self.entry(6).identity, uri: "6", position: seconds(1), lastPlayed: 4),
        ])
        #expect(await store.history(count: 10).map(\.uri) == ["5", "6"])
        store.importHistory([
            HistoryEntry(identity: Self.entry(5).identity, uri: "new", position: seconds(1), lastPlayed: 6)
        ])
        #expect(await store.entry(for: Self.entry(5).identity)?.uri == "new")
    }

    @Test func aMomentThatIsNoneHarmsNothing() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.record(HistoryEntry(identity: Self.entry(1).identity, uri: "1", position: .zero, lastPlayed: .nan))
        store.record(Self.entry(2))
        #expect(await store.history(count: 10).map(\.uri) == ["2", "1"])
        #expect(folder.log.isEmpty)
    }

    @Test func choicesOfSeries() async throws {
        let folder = try JournalFolder()
        let choices: [String: SeriesChoice] = [
            "One": SeriesChoice(audioLanguage: "ja", subtitles: .language("de"), rate: 1.25),
            "Two": SeriesChoice(subtitles: .off),
            "Drei – ü'\"": SeriesChoice(rate: 2),
        ]
        let store = folder.store()
        for (series, choice) in choices { store.setChoice(choice, forSeries: series) }
        store.setChoice(SeriesChoice(rate: 3), forSeries: "Gone")
        store.setChoice(SeriesChoice(), forSeries: "Gone")
        await store.close(deadline: .seconds(30))
        let again = folder.store()
        for (series, choice) in choices { #expect(await again.choice(forSeries: series) == choice) }
        #expect(await again.choice(forSeries: "Gone") == nil)
        #expect(await again.choice(forSeries: "one") == nil)
    }

    private static func entry(_ number: Int) -> HistoryEntry {
        HistoryEntry(
            identity: ContentIdentity(text: "uri:\(number)"), uri: "\(number)", position: seconds(1),
            lastPlayed: Double(number))
    }
}
