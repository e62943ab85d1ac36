import Testing

@testable import LibraryStore

@Suite struct PlaylistTests {
    @Test func whenListsWerePlayedOutlivesTheStore() async throws {
        let folder = try JournalFolder()
        let store = folder.store()
        #expect(await store.playlists() == [:])
        store.recordPlaylist("file:///a.m3u", at: 5)
        store.recordPlaylist("file:///b.pls", at: 6)
        store.recordPlaylist("file:///a.m3u", at: 7.5)
        #expect(await store.playlists() == ["file:///a.m3u": 7.5, "file:///b.pls": 6])
        await store.close(deadline: .seconds(30))
        #expect(await folder.store().playlists() == ["file:///a.m3u": 7.5, "file:///b.pls": 6])
    }

    @Test func theOldestAreForgotten() async throws {
        let store = try JournalFolder().store()
        for number in 0...PlaylistTable.mostEntries {
            store.recordPlaylist("file:///\(number).m3u", at: Double(number))
        }
        let playlists = await store.playlists()
        #expect(playlists.count == PlaylistTable.mostEntries)
        #expect(playlists["file:///0.m3u"] == nil)
    }
}
