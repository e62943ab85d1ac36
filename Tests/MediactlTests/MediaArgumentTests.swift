import DBusKit
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

    @Test(arguments: [
        "http://example.org/x", "file:///x", "rtsp://x", "data:audio/wav;base64,AA", "dvb+x://y",
        "http://example.org/a b.mp3", "file:///a b",
    ])
    func urisAreKnown(text: String) {
        #expect(URIText.isURI(text))
    }

    @Test(arguments: ["a.mkv", "/a:b", "Part 1: x.mkv", "1: x", "C:x", "x:", ":x", "Episode: one.mkv", "", "a://b\nc"])
    func namesOfFilesAreNoURIs(text: String) {
        #expect(!URIText.isURI(text))
    }

    @Test(arguments: [
        ("http://x.org/a b/ü.mp3?q=1 2#3", "http://x.org/a%20b/%C3%BC.mp3?q=1%202#3"),
        ("http://x.org/a%20b", "http://x.org/a%20b"), ("http://x.org/100% a", "http://x.org/100%25%20a"),
        ("http://[::1]:80/~a;b=(c),d@e", "http://[::1]:80/~a;b=(c),d@e"),
        ("http://x.org/<a>\"", "http://x.org/%3Ca%3E%22"),
    ]) func urisAreEscapedOnce(text: String, uri: String) {
        #expect(URIText.escaped(text) == uri)
        #expect(URIText.escaped(uri) == uri)
    }

    @Test func argumentsWithSpacesAreURIsToo() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "a b.mkv")
        try folder.write("http://x.org/c d.mp3  \nhttp://x.org/e%20f.mp3\n", to: "list.m3u")
        var media = MediaArguments()
        for name in ["http://x.org/a b", "file://\(folder.path)/a b.mkv", folder.path + "/list.m3u"] {
            try media.add(name)
        }
        #expect(
            media.uris == [
                "http://x.org/a%20b", "file://\(folder.path)/a%20b.mkv", "http://x.org/c%20d.mp3",
                "http://x.org/e%20f.mp3",
            ])
        #expect(try HistoryArgument("http://x.org/a b") == .uri("http://x.org/a%20b"))
    }

    @Test(arguments: [
        "clip.mp4", "clip.webm", "episode-1.mkv", "junk.mp4", "tone.flac", "tone.m4a", "tone.mp3", "tone.ogg",
        "tone.opus",
        "truncated.mp4", "broken-tags.mp3",
    ]) func mediaAreNoNames(name: String) throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/\(name)").path
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        let failure = #expect(throws: Failure.self) { try StandardInput.readNames(descriptor) }
        #expect(failure?.status == .refused)
        #expect(failure?.message.hasPrefix("Standard input contains media, but '-' reads file names") == true)
    }

    @Test(arguments: ["", "/a b.mkv\n/ü.mp3\r\n", "RIFF.wav\0ID3 song.mp3\0", "OggS\tfLaC"])
    func namesAreNoMedia(text: String) {
        #expect(!StandardInput.isMedia(Array(text.utf8)[...]))
    }

    @Test func namesNeedNotBeUTF8InStandardInput() {
        #expect(!StandardInput.isMedia([0x2F, 0xE9, 0x0A]))
        // The frames of MPEG audio without a tag.
        #expect(StandardInput.isMedia([0xFF, 0xFB, 0x90, 0x64, 0, 0]))
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
        #expect(throws: Failure(.notFound, "\(folder.path)/no was not found.")) { try media.add(folder.path + "/no") }
        #expect(throws: Failure(.notFound, "\(folder.path)/a b was not found.")) {
            try media.add("file://\(folder.path)/a%20b")
        }
        #expect(throws: Failure(.notFound, "There are no media files in \(folder.path).")) {
            try media.add(folder.path)
        }
    }

    @Test("what is missing beside others is left out, and nothing is added if all are") func someAreMissing() throws {
        let folder = try TemporaryFolder()
        for name in ["1.mp3", "3.mp3"] { try folder.write("", to: name) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/2.mp3", withDestinationPath: folder.path + "/gone.mp3")
        var media = MediaArguments()
        try media.add((1...3).map { "\(folder.path)/\($0).mp3" })
        #expect(media.uris.map { URIText.name(of: $0) } == ["1.mp3", "3.mp3"])
        #expect(throws: Failure(.notFound, "\(folder.path)/4.mp3 was not found.")) {
            try media.add(["\(folder.path)/2.mp3", "\(folder.path)/4.mp3"])
        }
        #expect(media.uris.count == 2)
    }

    @Test("a list of stations stays a list, unless its entries are counted") func stations() throws {
        let folder = try TemporaryFolder()
        try folder.write("#EXTM3U\n#EXTINF:-1,One\nhttp://x.org/1\n#EXTINF:-1,Two\nhttp://x.org/2\n", to: "radio.m3u")
        try folder.write("#EXTM3U\n#EXTINF:-1,One\nhttp://x.org/1\n#EXTINF:9,Song\na.mp3\n", to: "mixed.m3u")
        var media = MediaArguments()
        try media.add(folder.path + "/radio.m3u")
        #expect(media.uris == ["file://\(folder.path)/radio.m3u"], "mediad knows that the titles are those of stations")
        var counted = MediaArguments()
        counted.expandsStations = true
        try counted.add(folder.path + "/radio.m3u")
        #expect(counted.uris == ["http://x.org/1", "http://x.org/2"])
        var mixed = MediaArguments()
        try mixed.add(folder.path + "/mixed.m3u")
        #expect(mixed.uris == ["http://x.org/1", "file://\(folder.path)/a.mp3"])
    }

    @Test func tracksOfACueSheetHaveTheirPlacesInTheFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "a.flac")
        try folder.write(
            "FILE a.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:04:01\n", to: "a.cue")
        var media = MediaArguments()
        try media.add(folder.path + "/a.cue")
        let items = media.items.map(\.properties)
        #expect(items.map { $0["in"] } == [.int64(0), .int64(4_013_334)])
        #expect(items.map { $0["out"] } == [.int64(4_013_334), nil])
        #expect(items.map { $0["track"] } == [.int32(1), .int32(2)])
    }

    @Test func playlistsAreTheirEntries() throws {
        let folder = try TemporaryFolder()
        try folder.write("#EXTM3U\n#EXTINF:1,x\nsub/a b.mp3\r\n\nhttp://example.org/x\n", to: "list.m3u8")
        try folder.write("[playlist]\nFile2=/b.mp3\nFile1=a.mp3\nTitle1=x\nNumberOfEntries=2\n", to: "list.pls")
        try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:4\nseg.ts\n", to: "hls.m3u8")
        // mediad knows which of them it has read before.
        try folder.write("sub/a.mp3\nother.m3u\n", to: "lists.m3u")
        var media = MediaArguments()
        for name in ["list.m3u8", "list.pls", "hls.m3u8", "lists.m3u"] { try media.add(folder.path + "/" + name) }
        let base = "file://" + folder.path
        #expect(
            media.uris == [
                base + "/sub/a%20b.mp3", "http://example.org/x", base + "/a.mp3", "file:///b.mp3", base + "/hls.m3u8",
                base + "/lists.m3u",
            ])
    }
}
