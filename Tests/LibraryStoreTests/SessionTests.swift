import PlayerCore
import Testing

@testable import LibraryStore

@Suite struct SessionTests {
    @Test func nothingIsLoadedWhereNothingWasSaved() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        #expect(await store.loadSession() == nil)
        #expect(folder.log.isEmpty)
    }

    @Test func everythingOfASessionComesBack() async throws {
        let folder = try JournalFolder()
        let session = try Self.rich()
        let store = folder.store()
        store.save(session)
        #expect(await store.close(deadline: .seconds(30)))

        let again = folder.store()
        #expect(await again.loadSession() == session)
        #expect(folder.log.isEmpty)
    }

    @Test func howSubtitlesAreShownComesBackUnlessItMakesNoSense() async throws {
        let folder = try JournalFolder()
        var session = StoredSession.plain(2)
        session.state.subtitles = SubtitleStyle(delay: MediaTime(nanoseconds: -250_000_000), scale: 1.5)
        session.state.audioDelay = MediaTime(nanoseconds: 300_000_000)
        session.state.scaling = .fill
        let store = folder.store()
        store.save(session)
        #expect(await store.close(deadline: .seconds(30)))
        let again = folder.store()
        #expect(await again.loadSession() == session)
        session.state.subtitles?.scale = 1_000
        session.state.audioDelay = MediaTime(nanoseconds: 11_000_000_000)
        session.state.scaling = nil
        again.save(session)
        #expect(await again.close(deadline: .seconds(30)))
        #expect(await folder.store().loadSession() == .plain(2))
        #expect(folder.log.isEmpty)
    }

    @Test func aQueueThatIsTooLongIsCut() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(3, position: 7))
        #expect(await store.close(deadline: .seconds(30)))
        try folder.database { db in
            let whole = try #require(try SessionTables.session(in: db, limit: 3))
            #expect(whole.session.items.count == 3 && whole.problems.isEmpty)
            let cut = try #require(try SessionTables.session(in: db, limit: 2))
            #expect(cut.session.items == Array(whole.session.items.prefix(2)))
            #expect(cut.problems == ["The queue in the journal has more than 2 items; the rest is ignored."])
        }
    }

    /// As it was before the session knew what its current item was, and where picture in picture stood.
    @Test func aJournalOfTheFirstSchemaGoesOn() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(3, position: 7))
        #expect(await store.close(deadline: .seconds(30)))
        try folder.database {
            let younger = [
                "identity", "pip_corner", "pip_width", "pip_margin", "pip_aspect_width", "pip_aspect_height",
                "subtitle_delay", "subtitle_scale",
                "audio_device", "pip_automatic", "audio_delay", "scaling",
            ]
            for column in younger { try $0.execute(sql: "ALTER TABLE session DROP COLUMN \(column)") }
            for column in ["subtitle_delay", "subtitle_scale", "audio_delay", "tracks"] {
                try $0.execute(sql: "ALTER TABLE history DROP COLUMN \(column)")
            }
            try $0.execute(sql: "DROP TABLE playlist")
            try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier NOT LIKE '1:%'")
        }
        let again = folder.store()
        #expect(await again.loadSession() == .plain(3, position: 7))
        var session = StoredSession.plain(2)
        session.state.identity = ContentIdentity(text: "file:5-ab")
        session.state.audioDevice = "phones"
        again.save(session)
        #expect(await again.close(deadline: .seconds(30)))
        #expect(await folder.store().loadSession() == session)
        #expect(folder.log.isEmpty)
    }

    @Test func numbersThatAreNoneSurvive() async throws {
        let folder = try JournalFolder()
        var session = try Self.rich()
        var fields = MediaDetails.Fields()
        fields.next = NextDescription(uri: "file:///next")
        fields.next?.automaticAcceptanceInterval = .nan
        fields.custom = ["rate": .number(-.infinity), "whole": .number(1)]
        session.items[0] = QueueItem(
            id: ItemID(rawValue: .max),
            description: MediaDescription(uri: "file:///a", details: MediaDetails(fields)))
        session.state.volume = .nan
        let store = folder.store()
        store.save(session)
        #expect(await store.close(deadline: .seconds(30)))

        let loaded = try #require(await folder.store().loadSession())
        let read = try #require(loaded.items[0].description.details?.fields)
        #expect(read.next?.automaticAcceptanceInterval?.isNaN == true)
        #expect(read.custom == fields.custom)
        #expect(loaded.items[0].id == session.items[0].id)
        #expect(loaded.state.volume == 1)
        #expect(folder.log.isEmpty)
    }

    @Test func anEmptyQueueIsASessionToo() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(3))
        store.save(.plain(0))
        #expect(await store.loadSession() == .plain(0))
        // Whoever empties a shuffled queue fills a shuffled one.
        var session = StoredSession.plain(0)
        session.shuffle = StoredSession.Shuffle(order: [], cursor: 0)
        store.save(session)
        #expect(await store.close(deadline: .seconds(30)))
        let loaded = try #require(await folder.store().loadSession())
        #expect(loaded == session)
        var queue = Queue(firstID: 1, seed: 1)
        queue.restore(loaded)
        #expect(queue.isShuffled)
    }

    @Test(arguments: [
        ("appended", [0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5, 6]),
        ("inserted", [0, 1, 2], [0, 7, 1, 2]),
        ("removed from the middle", [0, 1, 2, 3], [0, 3]),
        ("removed from the end", [0, 1, 2, 3], [0]),
        ("moved", [0, 1, 2, 3, 4], [0, 3, 1, 2, 4]),
        ("replaced", [0, 1, 2], [9, 8]),
        ("emptied", [0, 1], []),
        ("filled", [], [3, 4]),
    ]) func editsAreWritten(name: String, before: [Int], after: [Int]) async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        for numbers in [before, after] {
            var session = StoredSession.plain(0)
            session.items = numbers.map { StoredSession.item($0) }
            session.currentIndex = numbers.isEmpty ? nil : 0
            store.save(session)
            #expect(await store.flush(deadline: .seconds(30)))
            #expect(await store.loadSession() == session, "\(name)")
        }
        // What the store takes to be on disk is what another one reads.
        await store.close(deadline: .seconds(30))
        #expect(await folder.store().loadSession()?.items.map(\.id.rawValue) == after.map { UInt64($0 + 1) }, "\(name)")
    }

    @Test func anotherDescriptionOfTheSameItemIsWritten() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        var session = StoredSession.plain(3)
        store.save(session)
        #expect(await store.flush(deadline: .seconds(30)))
        var fields = MediaDetails.Fields()
        fields.title = "Second"
        session.items[1] = QueueItem(
            id: session.items[1].id,
            description: MediaDescription(uri: session.items[1].description.uri, details: MediaDetails(fields)))
        store.save(session)
        await store.close(deadline: .seconds(30))
        #expect(await folder.store().loadSession() == session)
    }

    @Test func theQueueIsNotWrittenWithThePosition() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        let session = StoredSession.plain(50)
        store.save(session)
        #expect(await store.flush(deadline: .seconds(30)))
        // A row that is changed behind the store's back stays as it is, so nothing wrote it again.
        try folder.database { try $0.execute(sql: "UPDATE queue SET uri = 'file:///changed' WHERE place = 7") }
        store.save(session.at(12))
        await store.close(deadline: .seconds(30))
        let loaded = try #require(await folder.store().loadSession())
        #expect(loaded.items[7].description.uri == "file:///changed")
        #expect(loaded.state.position == seconds(12))
    }

    @Test func onlyTheNewestPendingSessionIsWritten() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(3))
        #expect(await store.flush(deadline: .seconds(30)))
        let release = Gate()
        let (isHeld, told) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            await store.journal.occupy {
                told.finish()
                release.wait()
            }
        }
        // Not on a semaphore: the pool of tasks has as many threads as the machine has processors.
        for await _ in isHeld {}
        let session = StoredSession.plain(3)
        for number in 1...1_000 { store.save(session.at(Double(number))) }
        release.open()
        await holder.value
        #expect(await store.flush(deadline: .seconds(30)))
        #expect(await store.journal.sessionWrites == 2)
        #expect(await store.loadSession() == session.at(1_000))
    }

    @Test func aDiskThatHangsIsNotWaitedFor() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        let release = Gate()
        let (isHeld, told) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            await store.journal.occupy {
                told.finish()
                release.wait()
            }
        }
        for await _ in isHeld {}
        store.save(.plain(1))
        #expect(await store.flush(deadline: .milliseconds(20)) == false)
        release.open()
        await holder.value
        #expect(await store.flush(deadline: .seconds(30)))
    }

    @Test func whatComesAfterTheCloseIsNotWritten() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(1))
        #expect(await store.close(deadline: .seconds(30)))
        store.save(.plain(2))
        #expect(await store.loadSession() == nil)
        #expect(await folder.store().loadSession() == .plain(1))
        #expect(try folder.files.first == "journal.sqlite")
        #expect(folder.log.isEmpty)
    }

    /// With every kind of detail.
    static func rich() throws -> StoredSession {
        var fields = MediaDetails.Fields()
        fields.identifier = "id"
        fields.title = "Ein „Titel“ / 标题"
        fields.genre = ["Drama", "Krimi"]
        fields.season = 2
        fields.episode = -1
        fields.start = seconds(12.345)
        var chapter = Chapter(
            start: seconds(1), end: seconds(2), titles: [ChapterTitle("One", language: "en")], id: "c")
        chapter.image = .embedded(
            EmbeddedImage(
                uri: "file:///a", offset: 5, length: 6, coding: .compressed(length: 7, isUnsynchronised: true)))
        var other = Chapter(start: seconds(3))
        other.image = .uri("https://example.org/a.png")
        fields.chapters = [chapter, other]
        fields.markers = [MarkerGroupDescription(title: "Songs", markers: [other])]
        fields.segments = [SegmentDescription(start: seconds(5), end: seconds(9), kind: "recap")]
        fields.next = NextDescription(uri: "file:///next")
        fields.next?.presentAt = seconds(-30)
        fields.next?.automaticAcceptanceInterval = -5.5
        fields.custom = [
            "null": .null, "list": .list([.bool(true), .integer(.max), .number(0.1), .string("\u{1}\"")]),
            "object": .object(["": .object([:])]),
        ]
        let items = [
            StoredSession.item(0),
            QueueItem(
                id: ItemID(rawValue: .max),
                description: MediaDescription(uri: "file:///b", details: MediaDetails(fields))),
            StoredSession.item(2),
        ]
        let range = try #require(TimeRange(start: seconds(5), end: seconds(9)))
        var metadata = ItemMetadata(title: "B \"b\"")
        (metadata.artists, metadata.trackNumber) = (["One", "Two"], 7)
        return StoredSession(
            items: items, currentIndex: 1,
            shuffle: StoredSession.Shuffle(order: [items[1].id, items[2].id, items[0].id], cursor: 0),
            state: StoredSession.State(
                position: seconds(1234.567890123), chapterStart: seconds(1200), isSpeech: true,
                identity: ContentIdentity(text: "file:5-ab"), metadata: metadata, duration: seconds(5_000),
                wasPlaying: true, loop: .playlist, volume: 0.35,
                rate: 1.5,
                disarmedSegments: [DisarmedSegment(range: range, kind: "recap")], startsAutomatically: false,
                savedAt: 1_760_000_000.25))
    }
}
