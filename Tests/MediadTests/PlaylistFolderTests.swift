import Foundation
import PlayerService
import TestSupport
import Testing

@testable import mediad

/// One step inside of how much of the folders of playlists is looked at, and one outside.
@Suite(.timeLimit(.minutes(10))) struct PlaylistFolderTests {
    /// Waits without holding a thread: those of the tests are few, and what is waited for needs one.
    private func names(in folder: LargeFolder) async -> Set<String> {
        let (shown, show) = AsyncStream<[Playlist]>.makeStream()
        let folders = PlaylistFolders { show.yield($0) }
        folders.begin(Configuration.Playlists(folders: [folder.path]), environment: [:], library: nil)
        var names = Set<String>()
        for await lists in shown {
            names = Set(lists.map(\.name))
            break
        }
        withExtendedLifetime(folders) {}
        return names
    }

    @Test func soManyFilesAreLookedAt() async throws {
        let folder = try LargeFolder(files: 21_000) { $0 % 100 == 0 ? "\($0).m3u" : "\($0)" }
        let lists = try folder.arrange(".m3u", at: 20_000)
        let names = await names(in: folder)
        #expect(names.contains(String(lists.last.dropLast(4))))
        #expect(!names.contains(String(lists.next.dropLast(4))))
    }

    /// Those that are later by name.
    @Test func soManyListsAreShown() async throws {
        let folder = try LargeFolder(files: 10_001) { "\(100_000 + $0).m3u" }
        #expect(await names(in: folder) == Set((100_000..<110_000).map { "\($0)" }))
    }
}
