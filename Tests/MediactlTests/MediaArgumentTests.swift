import Foundation
import Testing

@testable import mediactl

@Suite struct MediaArgumentTests {
    @Test(arguments: [
        ("/a/b c.mkv", "file:///a/b%20c.mkv"), ("/a/%41#?.mp4", "file:///a/%2541%23%3F.mp4"),
        ("/ü/é", "file:///%C3%BC/%C3%A9"), ("/a//b/./c", "file:///a/b/c"), ("/", "file:///"), ("/..", "file:///"),
        ("/it's (1) & more;x", "file:///it's%20(1)%20&%20more%3Bx"),
    ]) func pathsBecomeEscapedURIs(path: String, uri: String) {
        #expect(LocalPath(path).uri == uri)
    }

    @Test func namesNeedNotBeUTF8() {
        #expect(LocalPath([0x2F, 0xE9, 0x0A]).uri == "file:///%E9%0A")
    }

    @Test(arguments: ["http://example.org/x", "file:///x", "rtsp://x", "data:audio/wav;base64,AA", "dvb+x://y"])
    func urisAreKnown(text: String) {
        #expect(URIText.isURI(text))
    }

    @Test(arguments: ["a.mkv", "/a:b", "Part 1: x.mkv", "1: x", "C:x", "x:", ":x", "Episode: one.mkv", ""])
    func namesOfFilesAreNoURIs(text: String) {
        #expect(!URIText.isURI(text))
    }

    @Test(arguments: [
        ("file:///a/b%20c.mkv", "b c.mkv"), ("http://example.org/x/live.mp3?a=b/c", "live.mp3"),
        ("http://example.org/", "http://example.org/"), ("file:///%zz", "%zz"), ("plain", "plain"),
    ]) func itemsAreCalledByTheirFile(uri: String, name: String) {
        #expect(URIText.name(of: uri) == name)
    }

    @Test func fileURIsLeadToPaths() {
        #expect(URIText.localPath("file:///a%20b")?.text == "/a b")
        #expect(URIText.localPath("FILE://localhost/a#x")?.text == "/a")
        #expect(URIText.localPath("file:/a")?.text == "/a")
        #expect(URIText.localPath("file://server/a") == nil)
        #expect(URIText.localPath("http:///a") == nil)
    }

    @Test func namesAreOrderedAsPeopleDo() {
        let names = ["b10.mkv", "B2.mkv", "b2.mkv", "a.mkv", "b02x.mkv", "10.mkv", "9.mkv", "é.mkv"]
        let sorted = names.sorted { NaturalKey($0) < NaturalKey($1) }
        #expect(sorted == ["9.mkv", "10.mkv", "a.mkv", "B2.mkv", "b2.mkv", "b02x.mkv", "b10.mkv", "é.mkv"])
    }

    @Test func foldersAreTheirMedia() throws {
        let folder = try TemporaryFolder()
        for name in ["e10.mkv", "e2.mkv", ".hidden.mkv", "notes.txt", "sub/x.mp3", ".git/y.mp3"] {
            try folder.write("", to: name)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/sub/loop", withDestinationPath: folder.path)
        var media = MediaArguments()
        try media.add(folder.path)
        #expect(media.uris.map { URIText.name(of: $0) } == ["e2.mkv", "e10.mkv", "x.mp3"])
    }

    @Test func whatIsMissingIsNamed() throws {
        let folder = try TemporaryFolder()
        var media = MediaArguments()
        #expect(throws: Failure(.notFound, "not found: \(folder.path)/no")) { try media.add(folder.path + "/no") }
        #expect(throws: Failure(.notFound, "not found: \(folder.path)/a b")) {
            try media.add("file://\(folder.path)/a%20b")
        }
        #expect(throws: Failure(.notFound, "no media files found in \(folder.path)")) { try media.add(folder.path) }
    }

    @Test func playlistsAreTheirEntries() throws {
        let folder = try TemporaryFolder()
        try folder.write("#EXTM3U\n#EXTINF:1,x\nsub/a b.mp3\r\n\nhttp://example.org/x\n", to: "list.m3u8")
        try folder.write("[playlist]\nFile2=/b.mp3\nFile1=a.mp3\nTitle1=x\nNumberOfEntries=2\n", to: "list.pls")
        try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:4\nseg.ts\n", to: "hls.m3u8")
        var media = MediaArguments()
        for name in ["list.m3u8", "list.pls", "hls.m3u8"] { try media.add(folder.path + "/" + name) }
        let base = "file://" + folder.path
        #expect(
            media.uris == [
                base + "/sub/a%20b.mp3", "http://example.org/x", base + "/a.mp3", "file:///b.mp3", base + "/hls.m3u8",
            ])
    }
}
