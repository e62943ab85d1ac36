import PlayerCore
import Testing

@testable import LibraryStore

/// The queue that was replaced last.
@Suite struct FormerQueueTests {
    private static func queue(_ count: Int) throws -> FormerQueue {
        let session = StoredSession.plain(count)
        return FormerQueue(
            items: session.items, currentIndex: count - 1,
            shuffle: StoredSession.Shuffle(order: session.items.map(\.id).reversed(), cursor: 0),
            point: ResumePoint(position: MediaTime(nanoseconds: 12_345)), wasPlaying: true,
            playlist: "file:///list.m3u")
    }

    @Test func itComesBackWithItsTime() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        #expect(await store.formerQueue() == nil)
        store.keepQueue(try Self.queue(30), at: 1_000)
        store.keepQueue(try Self.queue(25), at: 2_000)
        #expect(await store.close(deadline: .seconds(30)))
        let again = folder.store()
        let former = try #require(await again.formerQueue())
        #expect(former.time == 2_000)
        #expect(former.queue == (try Self.queue(25)))
        again.dropQueue()
        #expect(await again.formerQueue() == nil)
        #expect(folder.log.isEmpty)
    }

    @Test func theHistoryRemembersQueues() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        let items = StoredSession.plain(5).items
        let identity = ContentIdentity(text: "file:1")
        var entry = HistoryEntry(
            identity: identity, uri: items[2].description.uri, position: .zero, kind: .speech, lastPlayed: 1)
        store.record(entry, from: items)
        entry.lastPlayed = 2
        store.record(entry)
        #expect(await store.close(deadline: .seconds(30)))
        let again = folder.store()
        #expect(await again.queue(of: identity) == items.map(\.description))
        #expect(await again.entry(for: identity)?.kind == .speech)
        #expect(await again.queue(of: ContentIdentity(text: "file:2")).isEmpty)
        // Equal queues are stored once, and of many the oldest are forgotten.
        let others = (0..<110).map { number in
            Array(items.dropLast()) + [
                QueueItem(id: ItemID(rawValue: 99), description: MediaDescription(uri: "file:///new/\(number)"))
            ]
        }
        for (number, queue) in others.enumerated() {
            let identity = ContentIdentity(text: "file:new-\(number)")
            again.record(
                HistoryEntry(identity: identity, uri: "file:///\(number)", position: .zero, lastPlayed: 3), from: queue)
            again.record(
                HistoryEntry(identity: identity, uri: "file:///\(number)", position: .zero, lastPlayed: 4), from: queue)
        }
        #expect(await again.queue(of: identity).isEmpty)
        #expect(await again.queue(of: ContentIdentity(text: "file:new-109")).count == 5)
        #expect(await again.close(deadline: .seconds(30)))
        try folder.database { db in
            let collections = try db.value(Int.self, sql: "SELECT count(*) FROM collection")
            let items = try db.value(Int.self, sql: "SELECT count(*) FROM collection_item")
            #expect(collections == 100 && items == 500)
        }
        #expect(folder.log.isEmpty)
    }

    @Test("queues with large descriptions do not fill the disk") func largeQueues() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        func queue(_ number: Int, bytes: Int) -> [QueueItem] {
            (0..<4).map { place in
                var fields = MediaDetails.Fields()
                fields.title = String(repeating: "x", count: bytes / 4)
                return QueueItem(
                    id: ItemID(rawValue: UInt64(place + 1)),
                    description: MediaDescription(uri: "file:///\(number)/\(place)", details: MediaDetails(fields)))
            }
        }
        for number in 0..<12 {
            let entry = HistoryEntry(
                identity: ContentIdentity(text: "file:\(number)"), uri: "file:///\(number)", position: .zero,
                lastPlayed: Double(number))
            store.record(entry, from: queue(number, bytes: number == 11 ? 5 << 20 : 4_000_000))
        }
        #expect(await store.queue(of: ContentIdentity(text: "file:11")).isEmpty, "it is too large")
        #expect(await store.queue(of: ContentIdentity(text: "file:10")).count == 4)
        #expect(await store.queue(of: ContentIdentity(text: "file:1")).isEmpty, "all together are too large")
        #expect(await store.entry(for: ContentIdentity(text: "file:1")) != nil)
        #expect(await store.close(deadline: .seconds(30)))
    }

    @Test func whatMakesNoSenseIsRepaired() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        store.keepQueue(try Self.queue(21), at: 1)
        #expect(await store.close(deadline: .seconds(30)))
        try folder.database { db in
            try db.execute(sql: "UPDATE former_queue SET current_index = 700")
        }
        #expect(await folder.store().formerQueue()?.queue.currentIndex == 0)
    }
}
