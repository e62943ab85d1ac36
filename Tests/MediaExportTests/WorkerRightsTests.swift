import Testing

@testable import MediaExport

@Suite struct WorkerRightsTests {
    @Test(arguments: [
        ("file:///a/film.mkv", true), ("FILE:///a/film.MKV", true), ("file:///a/list.m3u8", false),
        ("file:///a/LIST.M3U8?x#y", false), ("file:///a/show.mpd", false), ("https://example.org/film.mkv", false),
        ("rtsp://example.org/film", false), ("", false),
    ])
    func onlyLocalFilesThatNameNoOthersNeedNoNetwork(uri: String, isLocal: Bool) {
        #expect(WorkerRights.isLocal(uri) == isLocal)
    }
}
