import Foundation
import Glibc
import PlayerCore
import TestSupport
import Testing

@testable import LibraryStore

@Suite struct UnwritableDiskTests {
    @Test(arguments: [1_000, 1_001]) func soManyChangesWaitAndTheOldestGo(count: Int) {
        let pending = PendingWrites()
        for number in 0..<count { _ = pending.add(.forgetURI("\(number)")) }
        pending.putBack(pending.take())
        let kept = pending.take().changes.map { if case .forgetURI(let uri) = $0 { uri } else { "" } }
        #expect(kept == (count - 1_000..<count).map { "\($0)" })
    }

    @Test(arguments: ["/proc/mediad/journal.sqlite", "/dev/null/journal.sqlite", "/dev/null", "/tmp"])
    func aPlaceWithoutAJournalCostsOneSentence(path: String) async throws {
        let folder = try JournalFolder()
        let store = folder.store(at: path)
        for number in 0..<5 {
            store.save(.plain(number))
            store.setChoice(SeriesChoice(rate: 2), forSeries: "Series")
            #expect(await store.flush(deadline: .seconds(30)) == false)
        }
        #expect(folder.log.count == 1)
        #expect(folder.log.first?.hasPrefix("The journal \(path) cannot be written: ") == true)
        #expect(await store.loadSession() == nil)
        #expect(await store.history(count: 10).isEmpty)
        #expect(folder.log.count == 2)
        #expect(await store.close(deadline: .seconds(30)) == false)
    }

    @Test(.enabled(if: geteuid() != 0, "root writes to read-only folders"))
    func aReadOnlyFolderIsTriedAgain() async throws {
        let folder = try JournalFolder()
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let store = folder.store()
        store.save(.plain(1))
        #expect(await store.flush(deadline: .seconds(30)) == false)
        #expect(
            folder.log == [
                "The journal \(folder.journal) cannot be written: permission denied. Playback continues. Changes are "
                    + "written when this is possible again."
            ])
        chmod(folder.path, 0o700)
        store.save(.plain(2))
        #expect(await store.flush(deadline: .seconds(30)))
    }

    @Test func whatFailedIsWrittenLater() async throws {
        let folder = try JournalFolder()
        // A file where the folder should be.
        try folder.write([], to: "state")
        let store = folder.store()
        let identity = ContentIdentity(text: "uri:a")
        for round in 1...2 {
            store.record(
                HistoryEntry(identity: identity, uri: "a", position: seconds(9), lastPlayed: Double(round)))
            store.record(
                HistoryEntry(identity: identity, uri: "a", position: seconds(3), lastPlayed: Double(round) + 1))
            store.save(.plain(round))
            #expect(await store.flush(deadline: .seconds(30)) == false)
            #expect(folder.log.count == round)

            try FileManager.default.removeItem(atPath: "\(folder.path)/state")
            #expect(await store.flush(deadline: .seconds(30)))
            #expect(await store.loadSession() == .plain(round))
            let entry = try #require(await store.entry(for: identity))
            #expect(entry.position == seconds(3) && entry.furthest == seconds(9))

            // The folder goes while the file is open; SQLite notices when it has to make a file again.
            await store.journal.reopen()
            try FileManager.default.removeItem(atPath: "\(folder.path)/state")
            try folder.write([], to: "state")
        }
    }

    @Test(.enabled(if: SmallDisk.isPossible, Comment(rawValue: SmallDisk.refusal)))
    func aFullDiskCostsOneSentenceAndNothingElse() async throws {
        let folder = try JournalFolder()
        let disk = try SmallDisk()
        let path = "\(disk.path)/journal.sqlite"
        let store = folder.store(at: path)
        let session = StoredSession.plain(100)
        store.save(session)
        #expect(await store.flush(deadline: .seconds(30)))

        for round in 1...2 {
            try disk.fill()
            store.save(.plain(20_000))
            #expect(await store.flush(deadline: .seconds(30)) == false)
            #expect(folder.log.count == round)
            #expect(folder.log.last?.contains("the disk is full") == true)
            // Positions find room in the log that is there already, for ever.
            for number in 1...200 {
                store.save(session.at(Double(number)))
                #expect(await store.flush(deadline: .seconds(30)))
            }
            #expect(folder.log.count == round)
            #expect(await store.loadSession() == session.at(200))
            disk.clear()
            store.save(session.at(Double(1_000 + round)))
            #expect(await store.flush(deadline: .seconds(30)))
        }
        await store.close(deadline: .seconds(30))
        #expect(await folder.store(at: path).loadSession() == session.at(1_002))
    }

    @Test(.enabled(if: SmallDisk.isPossible, Comment(rawValue: SmallDisk.refusal)))
    func aReadOnlyDiskStillTellsWhereWeWere() async throws {
        let folder = try JournalFolder()
        let disk = try SmallDisk()
        let path = "\(disk.path)/journal.sqlite"
        let store = folder.store(at: path)
        store.save(.plain(3, position: 7))
        await store.close(deadline: .seconds(30))
        #expect(disk.makeReadOnly())
        let again = folder.store(at: path)
        #expect(await again.loadSession() == .plain(3, position: 7))
        for number in 0..<3 {
            again.save(.plain(number))
            #expect(await again.flush(deadline: .seconds(30)) == false)
        }
        #expect(folder.log.count == 1)
        #expect(await again.loadSession()?.state.position == seconds(7))
    }

    /// Everywhere, also where no disk can be mounted: no file may grow beyond a limit.
    @Test func filesThatCannotGrowAreNoHarm() async throws {
        let folder = try JournalFolder()
        let writer = try ChildProcess(JournalWriter.program, [folder.journal, "120000"])
        let (status, output) = try writer.finish(within: 60)
        #expect(status == 0)
        #expect(output.contains("closed "))
        #expect(try folder.integrity == "ok")
        let session = await folder.store().loadSession()
        if let session { try JournalWriter.expectWhole(session) }
        #expect(folder.log.isEmpty)
    }
}
