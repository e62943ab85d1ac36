import Foundation
import PlayerCore
import Testing

@testable import LibraryStore

/// Sizes at which anything that looks at every item twice is felt. What a position costs is judged by what is written for
/// it: how long a disk takes to confirm that says nothing of the code.
@Suite(.serialized) struct LargeQueueTests {
    @Test(arguments: [10_000, 100_000]) func aLargeQueueIsWrittenOnceAndReadInBulk(count: Int) async throws {
        let folder = try JournalFolder()
        var session = StoredSession.plain(count)
        session.shuffle = StoredSession.Shuffle(order: session.items.map(\.id).reversed(), cursor: 5)
        let clock = ContinuousClock()
        let store = folder.store()
        let first = await clock.measure {
            store.save(session)
            await store.flush(deadline: .seconds(120))
        }
        let log = try Self.size(folder.journal) + Self.size(folder.journal + "-wal")
        var asked: [Duration] = []
        let positions = await clock.measure {
            for number in 1...100 {
                let next = session.at(Double(number))
                asked.append(clock.measure { store.save(next) })
                await store.flush(deadline: .seconds(120))
            }
        }
        let usual = asked.sorted()[asked.count / 2]
        #expect(usual < .milliseconds(5))
        #expect(try Self.size(folder.journal) + Self.size(folder.journal + "-wal") < log + 1_000_000)

        session = session.at(100)
        session.items.append(StoredSession.item(count))
        session.shuffle?.order.append(ItemID(rawValue: UInt64(count + 1)))
        let appended = session
        let append = await clock.measure {
            store.save(appended)
            await store.flush(deadline: .seconds(120))
        }
        await store.close(deadline: .seconds(120))

        let again = folder.store()
        var loaded: StoredSession?
        let loading = await clock.measure { loaded = await again.loadSession() }
        #expect(loaded == session)
        #expect(loading < .seconds(60))
        print(
            """
            \(count) items: written in \(first), 100 positions in \(positions) (\(usual) for who asks), one appended in \
            \(append), opened and read in \(loading)
            """)
    }

    private static func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
