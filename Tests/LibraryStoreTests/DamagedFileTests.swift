import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import LibraryStore

@Suite struct DamagedFileTests {
    @Test func anEmptyFileBecomesAJournal() async throws {
        let folder = try JournalFolder()
        try folder.write([], to: "state/journal.sqlite")
        try await expectWorks(folder)
        #expect(folder.log.isEmpty)
    }

    @Test func theFolderAndTheFileAreTheUsersOwn() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(1))
        #expect(await store.flush(deadline: .seconds(30)))
        for (name, mode) in [("", 0o700), ("/journal.sqlite", 0o600), ("/journal.sqlite-wal", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/state\(name)")
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
        #expect(try folder.database { try $0.value(String.self, sql: "PRAGMA journal_mode") } == "wal")
    }

    @Test func whatIsNoDatabaseIsSetAsideUntouched() async throws {
        let folder = try JournalFolder()
        let text = Array("This is a text, longer than the header of a database would be.".utf8)
        for number in 1...2 {
            try folder.write(text, to: "state/journal.sqlite")
            try folder.write([1, 2, 3], to: "state/journal.sqlite-wal")
            try await expectWorks(folder)
            #expect(try folder.bytes(of: "state/journal.sqlite.corrupt-\(number)") == text)
            #expect(try folder.bytes(of: "state/journal.sqlite.corrupt-\(number)-wal") == [1, 2, 3])
            try FileManager.default.removeItem(atPath: folder.journal)
        }
        #expect(
            folder.log
                == (1...2).map {
                    "The journal \(folder.journal) is damaged (file is not a database); it is kept as "
                        + "journal.sqlite.corrupt-\($0), and a new one is created."
                })
    }

    @Test func aTruncatedFileIsSetAside() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(500))
        #expect(await store.close(deadline: .seconds(30)))
        let whole = try folder.bytes(of: "state/journal.sqlite")
        for length in [1, 15, 16, 99, 100, 512, 4096, 5000, whole.count / 2, whole.count - 4096] {
            try folder.write(whole[..<length], to: "state/journal.sqlite")
            let logged = folder.log.count
            try await expectWorks(folder)
            #expect(folder.log.count == logged + 1, "\(length) bytes of \(whole.count)")
            #expect(folder.log.last?.contains("is damaged") == true)
        }
        #expect(try folder.files.count { $0.contains("corrupt") } == 10)
    }

    @Test func damageInTheMiddleIsNoticedWhenItIsRead() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(500))
        #expect(await store.close(deadline: .seconds(30)))
        var bytes = try folder.bytes(of: "state/journal.sqlite")
        for index in 4096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        try folder.write(bytes, to: "state/journal.sqlite")
        let again = folder.store()
        #expect(await again.loadSession() == nil)
        again.save(.plain(2))
        await again.close(deadline: .seconds(30))
        #expect(await folder.store().loadSession() == .plain(2))
        #expect(folder.log.count == 1)
        #expect(try folder.integrity == "ok")
    }

    @Test func valuesThatAreNeverWrittenAreDamage() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(2))
        store.record(
            HistoryEntry(
                identity: ContentIdentity(text: "uri:a"), uri: "a", position: .zero, lastPlayed: 1))
        #expect(await store.close(deadline: .seconds(30)))
        try folder.database {
            try $0.execute(sql: "UPDATE history SET season = 1 << 40")
            try $0.execute(sql: "UPDATE session SET item_count = -5, current_index = -7, shuffle_cursor = 1 << 60")
        }
        let again = folder.store()
        #expect(await again.loadSession()?.currentIndex == 0)
        #expect(await again.history(count: 10).isEmpty)
        #expect(try folder.files.contains("journal.sqlite.corrupt-1"))
        #expect(folder.log.count == 1)
    }

    /// Wherever a disk damages it, and whether reading or writing meets that first: a damaged file is set aside, with one
    /// sentence, and what is written afterwards is kept.
    @Test(arguments: [true, false]) func damageAnywhereLosesNothingThatIsWrittenAfterwards(isReadFirst: Bool)
        async throws
    {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(60))
        for number in 0..<60 { store.record(Self.entry("\(number)", lastPlayed: Double(number))) }
        store.setChoice(SeriesChoice(rate: 2), forSeries: "Series")
        #expect(await store.close(deadline: .seconds(30)))
        let whole = try folder.bytes(of: "state/journal.sqlite")
        let (session, entry) = (StoredSession.plain(3, position: 5), Self.entry("new", lastPlayed: 1_000))
        for number in 0..<40 {
            for name in try folder.files { try FileManager.default.removeItem(atPath: "\(folder.path)/state/\(name)") }
            try folder.write(Mutation(of: whole, seed: UInt64(number)).bytes, to: "state/journal.sqlite")
            let logged = folder.log.count
            let damaged = folder.store()
            if isReadFirst {
                _ = await damaged.loadSession()
                _ = await damaged.history(count: 100)
            }
            damaged.save(session)
            damaged.record(entry)
            damaged.setChoice(SeriesChoice(rate: 3), forSeries: "Series")
            let comment = "copy \(number), \(Mutation(of: whole, seed: UInt64(number)).kind)"
            #expect(await damaged.close(deadline: .seconds(20)), "\(comment)")
            let again = folder.store()
            #expect(await again.loadSession() == session, "\(comment)")
            #expect(await again.entry(for: entry.identity) == entry, "\(comment)")
            #expect(await again.choice(forSeries: "Series")?.rate == 3, "\(comment)")
            #expect(await again.close(deadline: .seconds(20)), "\(comment)")
            let told = folder.log[logged...]
            let isAside = try folder.files.contains { $0.contains(".corrupt-1") || $0.contains(".newer-1") }
            #expect(told.count == (isAside ? 1 : 0), "\(comment): \(told)")
            #expect(told.allSatisfy { $0.hasSuffix("and a new one is created.") }, "\(comment): \(told)")
        }
    }

    /// Reading the session and the history meets no damage in the index of what was played.
    @Test func damageThatReadersDoNotMeetIsFoundBeforeTheFirstWrite() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(3))
        for number in 0..<60 { store.record(Self.entry("\(number)", lastPlayed: Double(number))) }
        #expect(await store.close(deadline: .seconds(30)))
        var bytes = try folder.bytes(of: "state/journal.sqlite")
        let (key, row) = (Array("uri:30".utf8), Array("uri:30file".utf8))
        let places = bytes.indices.filter { bytes[$0...].starts(with: key) && !bytes[$0...].starts(with: row) }
        #expect(!places.isEmpty)
        for place in places { bytes[place + 4] = UInt8(ascii: "~") }
        try folder.write(bytes, to: "state/journal.sqlite")

        let damaged = folder.store()
        #expect(await damaged.loadSession() == .plain(3))
        #expect(await damaged.history(count: 100).count == 60)
        let entry = Self.entry("new", lastPlayed: 1_000)
        damaged.record(entry)
        #expect(await damaged.close(deadline: .seconds(20)))
        #expect(try folder.files.contains { $0.contains(".corrupt-1") })
        let again = folder.store()
        #expect(await again.entry(for: entry.identity) == entry)
        #expect(await again.loadSession() == .plain(3))
        #expect(await again.close(deadline: .seconds(20)))
    }

    private static func entry(_ name: String, lastPlayed: Double) -> HistoryEntry {
        HistoryEntry(
            identity: ContentIdentity(text: "uri:\(name)"), uri: "file:///\(name)", position: .zero,
            lastPlayed: lastPlayed)
    }

    /// Damage that only readers of the history meet does not cost the session, which was read before.
    @Test func theSessionIsWrittenAgainIntoTheNewJournal() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(4, position: 7))
        store.record(Self.entry("a", lastPlayed: 1))
        #expect(await store.close(deadline: .seconds(30)))
        try folder.database { try $0.execute(sql: "UPDATE history SET season = 1 << 40") }
        let again = folder.store()
        #expect(await again.loadSession() == .plain(4, position: 7))
        #expect(await again.history(count: 10).isEmpty)
        #expect(await again.close(deadline: .seconds(30)))
        #expect(folder.log.count == 1)
        #expect(await folder.store().loadSession() == .plain(4, position: 7))
    }

    @Test func aDescriptionThatCannotBeReadCostsOnlyItself() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        let session = try SessionTests.rich()
        store.save(session)
        #expect(await store.close(deadline: .seconds(30)))
        try folder.database { try $0.execute(sql: "UPDATE queue SET details = '{' WHERE place = 1") }
        let loaded = try #require(await folder.store().loadSession())
        #expect(loaded.items.map(\.description.uri) == session.items.map(\.description.uri))
        #expect(loaded.items[1].description.details == nil)
        #expect(
            folder.log == ["The description of file:///b in the journal cannot be read; the item is kept without it."])
    }

    @Test func anotherProgramsDatabaseIsSetAside() async throws {
        let folder = try JournalFolder()
        try folder.database { try $0.execute(sql: "CREATE TABLE cookies (taste TEXT)") }
        try await expectWorks(folder)
        #expect(
            folder.log == [
                "The journal \(folder.journal) is another program's database; it is kept as journal.sqlite.corrupt-1, "
                    + "and a new one is created."
            ])
    }

    @Test func aNewerVersionsJournalIsKept() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.save(.plain(4))
        #expect(await store.close(deadline: .seconds(30)))
        try folder.database {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: what is to come')")
            try $0.execute(sql: "ALTER TABLE session ADD COLUMN mood TEXT")
        }
        try await expectWorks(folder)
        #expect(
            folder.log == [
                "The journal \(folder.journal) was written by a newer version of mediad; it is kept as "
                    + "journal.sqlite.newer-1, and a new one is created."
            ])
        let kept = try Database(path: folder.journal + ".newer-1")
        #expect(try kept.value(Int.self, sql: "SELECT count(*) FROM queue") == 4)
    }

    @Test func aJournalThatBreaksWhileItIsUsedIsBegunAnew() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        let session = StoredSession.plain(300)
        store.save(session)
        #expect(await store.flush(deadline: .seconds(30)))
        try folder.database { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        let size = try folder.bytes(of: "state/journal.sqlite").count
        // Another process, because one that closes a file loses its locks on it.
        let noise = "head -c \(size - 4096) /dev/zero | tr '\\0' x"
        let script = "\(noise) | dd of=\(folder.journal) bs=4096 seek=1 conv=notrunc"
        #expect(try ChildProcess("sh", ["-c", script]).finish().status == 0)
        // A change by somebody else, so that nothing is taken from memory.
        try folder.database { try $0.execute(sql: "PRAGMA user_version = 1") }
        store.save(session.at(9))
        #expect(await store.flush(deadline: .seconds(30)))
        await store.close(deadline: .seconds(30))
        #expect(await folder.store().loadSession() == session.at(9))
        #expect(folder.log.count == 1)
    }

    /// That a store on this folder writes and another one reads it back.
    private func expectWorks(_ folder: JournalFolder, _ location: SourceLocation = #_sourceLocation) async throws {
        let store = folder.store()
        store.save(.plain(3, position: 5))
        #expect(await store.close(deadline: .seconds(30)), sourceLocation: location)
        #expect(await folder.store().loadSession() == .plain(3, position: 5), sourceLocation: location)
        #expect(try folder.integrity == "ok", sourceLocation: location)
    }
}
