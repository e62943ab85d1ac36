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
