import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct ListKindTests {
    private func kind(_ text: String, _ name: String = "x", _ mediaType: String? = nil) -> ListKind? {
        ListKind(head: Array(text.utf8), mediaType: mediaType, name: name)
    }

    @Test func listsAreKnownByTheirFirstBytes() {
        #expect(kind("#EXTM3U\na.mp3") == .m3u)
        #expect(kind("\u{FEFF}#EXTM3U\na.mp3") == .m3u)
        #expect(kind("\n [Playlist]\nFile1=a") == .pls)
        #expect(kind("<?xml version=\"1.0\"?>\n<!-- x --><playlist version=\"1\">") == .xspf)
        #expect(kind("<rss version='2.0'><channel>") == .feed)
        #expect(
            kind("<?xml version=\"1.0\"?><?xml-stylesheet href=\"x\"?><!DOCTYPE rss [ <!ENTITY a \"b\"> ]><rss>")
                == .feed)
        #expect(kind("http://a/b.mp3\nhttps://c/d.mp3\n") == .m3u)
    }

    @Test func nameAndTypeCountWhereTheBytesLeaveItOpen() {
        #expect(kind("a.mp3") == nil)
        #expect(kind("a.mp3", ".m3u") == .m3u)
        #expect(kind("a.mp3", "x", "audio/x-mpegurl") == .m3u)
        #expect(kind("a.mp3", "x", "text/plain") == nil)
        // A wrong name or type is not believed.
        #expect(kind("[playlist]\nFile1=a", "x.m3u", "audio/mpegurl") == .pls)
        #expect(kind("<html><body>", "x.m3u", "audio/mpegurl") == nil)
        #expect(kind("ID3\u{3}\u{0}\u{0}", ".m3u", "audio/mpegurl") == nil)
        #expect(kind("", ".m3u") == nil)
    }

    @Test func hlsIsNeverAList() {
        for tag in ["#EXT-X-TARGETDURATION:6", "#EXT-X-STREAM-INF:BANDWIDTH=1", "#EXT-X-VERSION:3"] {
            #expect(kind("#EXTM3U\n\(tag)\na.ts", ".m3u8", "application/vnd.apple.mpegurl") == nil)
            #expect(kind("#EXTM3U\r\n\(tag)\r\na.ts", ".m3u") == nil)
        }
        // Where the tag stands far behind.
        let late = "#EXTM3U\n" + String(repeating: "#EXTINF:6,\na.ts\n", count: 1000) + "#EXT-X-TARGETDURATION:6\n"
        #expect(ListRig().list(late) == nil)
    }

    @Test func otherTextsAndMediaAreNoLists() {
        for text in [
            "<?xml version=\"1.0\"?><MPD>", "<svg/>", "{\"a\": 1}", "hello world", "http://a b/c\nx", "<", "<rss",
            "WEBVTT",
        ] {
            #expect(kind(text) == (text == "<rss" ? .feed : nil), "\(text)")
        }
        #expect(ListKind(head: [0x1A, 0x45, 0xDF, 0xA3], mediaType: "audio/mpegurl", name: ".m3u") == nil)
    }
}
