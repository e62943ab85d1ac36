import Glibc
import PlayerCore
import TestSupport
import Testing

@testable import LibraryStore

/// `kill -9` at any moment leaves a whole session, no older than the last one that was said to be on disk.
@Suite(.serialized) struct KillTests {
    @Test func killedWhileItWrites() async throws {
        let folder = try JournalFolder()
        var generator = SystemRandomNumberGenerator()
        var newest = 0
        for round in 1...20 {
            let delay = UInt32.random(in: 0...30_000, using: &generator)
            let writer = try ChildProcess(JournalWriter.program, [folder.journal])
            _ = try writer.line(within: 60)
            // Nothing is waited for: that it is any moment is what is tested.
            usleep(delay)
            newest = try await expectWholeAfterKilling(
                writer, in: folder, atLeast: newest, "round \(round), \(delay) µs")
        }
    }

    @Test func killedWhileItBegins() async throws {
        for round in 0..<12 {
            let folder = try JournalFolder()
            let writer = try ChildProcess(JournalWriter.program, [folder.journal])
            // From before it opens the file to after its first writes.
            usleep(UInt32(round) * 4_000)
            writer.kill()
            let output = try writer.finish(within: 60).output
            let session = await folder.store().loadSession()
            if let session { try JournalWriter.expectWhole(session) }
            #expect(folder.log.isEmpty && !output.contains("log:"), "round \(round)")
            #expect(try folder.integrity == "ok", "round \(round)")
        }
    }

    private func expectWholeAfterKilling(
        _ writer: ChildProcess, in folder: JournalFolder, atLeast oldest: Int, _ comment: Comment
    ) async throws -> Int {
        writer.kill()
        let output = try writer.finish(within: 60).output
        #expect(!output.contains("log:"), comment)
        // A line that was not written to its end was cut by the kill.
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let acknowledged = lines.compactMap { Int($0) }.max() ?? oldest
        #expect(try folder.integrity == "ok", comment)
        let store = folder.store()
        let session = try #require(await store.loadSession(), comment)
        let number = try JournalWriter.expectWhole(session)
        #expect(number >= max(oldest, acknowledged), comment)
        // The entry is asked for after the session; both are written at once, or it is next.
        let lastPlayed = try #require(await store.history(count: 1).first?.lastPlayed, comment)
        #expect((number - 1...number).contains(Int(lastPlayed)), comment)
        #expect(folder.log.isEmpty, comment)
        await store.close(deadline: .seconds(30))
        return number
    }
}
