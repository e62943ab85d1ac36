import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct OggTests {
    @Test(arguments: ["chapters.opus", "chapters.ogg", "chapters.oga"]) func readsChapters(_ name: String) throws {
        let found = try AudioFixture.findings(name)
        #expect(lines(found.chapters) == ["500 \"One ☃\"", "1250 \"Two\"", "2000"])
        #expect(found.chapters.first?.url == "https://example.org/1" && found.chapters.first?.source == "vorbis")
        #expect(found.container == "ogg" && found.problems.isEmpty)
        #expect(found.fields.artist == ["First", "Second"] && found.fields.language == "en")
    }

    @Test func readsACueSheet() throws {
        let found = try AudioFixture.findings("cuesheet.opus")
        #expect(lines(found.chapters) == ["200 \"First \"quoted\" track\"", "1493 \"Unquoted\""])
        #expect(found.chapters.first?.source == "cuesheet")
    }

    @Test func aPictureIsAURI() throws {
        guard case .uri(let uri) = try AudioFixture.findings("chapters.opus").artwork else {
            Issue.record("no URI")
            return
        }
        #expect(uri.hasPrefix("data:image/png;base64,iVBORw0KGgo"))
    }

    @Test func withoutAKnownLengthThereIsNoDuration() throws {
        let bytes = ByteSource(try AudioFixture.bytes("chapters.opus"))
        let found = MediaProbe.container(ByteSource(length: nil, read: bytes.read), uri: "")
        #expect(found.duration == nil && found.chapters.count == 3)
    }
}
