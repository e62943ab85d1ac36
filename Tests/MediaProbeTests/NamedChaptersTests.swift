import PlayerCore
import Testing

@testable import MediaProbe

/// Files of chapters that a description names.
@Suite struct NamedChaptersTests {
    private static let json = #"{"version":"1.2.0","chapters":[{"startTime":0,"title":"One","img":"a.jpg"}]}"#

    @Test(arguments: [
        ("https://example.org/episode", "application/json+chapters", json, 1),
        ("https://example.org/episode.json?token=1", nil, json, 1),
        ("https://example.org/chapters", "application/octet-stream", json, 1),
        ("https://example.org/c.txt", "text/plain", "0:00 One\n1:00 Two\n", 2),
        ("https://example.org/c", "text/vtt", "WEBVTT\n\n00:00.000 --> 00:10.000\nOne\n", 1),
        ("https://example.org/c", nil, "WEBVTT\n\n00:00.000 --> 00:10.000\nOne\n", 1),
        ("https://example.org/c.cue", nil, "FILE \"a\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n", 1),
    ])
    func theServersWordThenTheNameThenTheBeginningSaysWhatItIs(
        _ uri: String, _ mediaType: String?, _ text: String, _ count: Int
    ) {
        let found = MediaProbe.chapters(in: Array(text.utf8), uri: uri, mediaType: mediaType, path: nil)
        #expect(found.chapters.count == count, "\(found.problems)")
    }

    @Test(
        arguments: [
            ("a.jpg", "https://example.org/show/a.jpg"), ("/a.jpg", "https://example.org/a.jpg"),
            ("//cdn.example.org/a.jpg", "https://cdn.example.org/a.jpg"), ("http://b.org/a.jpg", "http://b.org/a.jpg"),
            ("data:image/png;base64,AA==", "data:image/png;base64,AA=="), ("file:///etc/passwd", nil),
            ("ftp://x/a", nil),
        ] as [(String, String?)])
    func aRemoteFilesPicturesStayOnServers(_ reference: String, _ resolved: String?) {
        let text = #"{"version":"1.2.0","chapters":[{"startTime":0,"title":"One","img":"\#(reference)"}]}"#
        let found = MediaProbe.chapters(
            in: Array(text.utf8), uri: "https://example.org/show/1.json?x=/y", mediaType: nil, path: nil)
        #expect(found.chapters.first?.image == resolved.map { .uri($0) })
        #expect(found.problems.isEmpty == (resolved != nil))
    }

    @Test func aSheetOfSeveralFilesCountsWithTheOneThatIsTheItem() {
        let sheet = """
            FILE "Disc/One.wav" WAVE
            TRACK 01 AUDIO
            INDEX 01 00:00:00
            FILE "Two.wav" WAVE
            TRACK 02 AUDIO
            INDEX 01 00:00:00
            TRACK 03 AUDIO
            INDEX 01 00:30:00
            """
        #expect(CueSheet.chapters(sheet, item: "two.flac").map(\.id) == ["2", "3"])
        #expect(CueSheet.chapters(sheet, item: "one.flac").map(\.id) == ["1"])
        #expect(CueSheet.chapters(sheet, item: "three.flac").map(\.id) == ["1"])
        #expect(CueSheet.chapters(sheet).map(\.id) == ["1"])
    }

    @Test func aLocalFilesPictureStaysInItsFolder() {
        let found = MediaProbe.chapters(
            in: Array(Self.json.utf8), uri: "file:///media/1.json", mediaType: nil, path: Array("/media/1.json".utf8))
        #expect(found.chapters.first?.image == .uri("file:///media/a.jpg"))
    }

    @Test func whatIsNoFileOfChaptersSaysWhatWouldBe() {
        let found = MediaProbe.chapters(in: [0, 1, 2], uri: "https://example.org/x", mediaType: nil, path: nil)
        #expect(found.chapters.isEmpty)
        #expect(found.problems.first?.contains("is not a file of chapters") == true)
    }
}
