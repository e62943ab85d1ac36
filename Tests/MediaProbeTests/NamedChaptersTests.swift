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

    @Test func aRelativePictureOfARemoteFileIsDropped() {
        let found = MediaProbe.chapters(
            in: Array(Self.json.utf8), uri: "https://example.org/1.json", mediaType: nil, path: nil)
        #expect(found.chapters.first?.image == nil)
        #expect(!found.problems.isEmpty)
    }

    @Test func aLocalFilesPictureStaysInItsFolder() {
        let found = MediaProbe.chapters(
            in: Array(Self.json.utf8), uri: "file:///media/1.json", mediaType: nil, path: Array("/media/1.json".utf8))
        #expect(found.chapters.first?.image == .uri("file:///media/a.jpg"))
    }

    @Test func whatIsNoFileOfChaptersSaysWhatWouldBe() {
        let found = MediaProbe.chapters(in: [0, 1, 2], uri: "https://example.org/x", mediaType: nil, path: nil)
        #expect(found.chapters.isEmpty)
        #expect(found.problems.first?.contains("is no file of chapters") == true)
    }
}
