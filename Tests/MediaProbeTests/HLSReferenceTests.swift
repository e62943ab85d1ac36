import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// What the references in playlists of HLS may name.
@Suite struct HLSReferenceTests {
    @Test func aServersVariantsAreOnServers() {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nfile:///etc/passwd\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb.m3u8\n"
        #expect(
            HLSPlaylist.read(Array(text.utf8), uri: "http://a.example/m.m3u8")
                == .master(HLSMasterPlaylist(variants: ["http://a.example/b.m3u8"]))
        )
        #expect(
            HLSPlaylist.read(Array(text.utf8), uri: "file:///media/m.m3u8")
                == .master(HLSMasterPlaylist(variants: ["file:///etc/passwd", "file:///media/b.m3u8"])))
    }

    @Test func whereTheAssetsOfInterstitialsAre() throws {
        func asset(_ attribute: String, in uri: String) -> TimedValue? {
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXT-X-DATERANGE:ID=\"i\",X-ASSET-URI=\"\(attribute)\"\n"
            guard case .media(let playlist)? = HLSPlaylist.read(Array(text.utf8), uri: uri) else { return nil }
            return playlist.ranges.first?.attributes["X-ASSET-URI"]
        }
        let server = "https://a.example/b/list.m3u8"
        #expect(asset("ad.mp4", in: server) == .text("https://a.example/b/ad.mp4"))
        #expect(asset("http://c.example/ad.m3u8", in: server) == .text("http://c.example/ad.m3u8"))
        #expect(asset("file:///etc/passwd", in: server) == nil, "a server names no files of this machine")
        #expect(asset("ad.mp4", in: "file:///media/list.m3u8") == .text("file:///media/ad.mp4"))
        let list =
            #"{ "ASSETS": [ { "URI": "1.mp4", "DURATION": 9.5 }, { "URI": "file:///x" }, 7, { "URI": "/2.mp4" } ] }"#
        #expect(
            try HLSAssetList.read(Array(list.utf8), uri: "https://a.example/b/list.json") == [
                "https://a.example/b/1.mp4", "https://a.example/2.mp4",
            ])
        for text in ["", "[]", "{}", #"{ "ASSETS": {} }"#] {
            #expect(throws: ProbeError.self) { try HLSAssetList.read(Array(text.utf8), uri: server) }
        }
    }
}
