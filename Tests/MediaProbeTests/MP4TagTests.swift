import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct MP4TagTests {
    @Test func whatITunesWrites() throws {
        let findings = try MP4Fixture.findings("tags.m4a")
        var expected = MediaDetails.Fields()
        expected.title = "The Title"
        expected.artist = ["First", "Second"]
        expected.album = "The Show"
        expected.genre = ["Drama"]
        expected.date = "2020-02-03T00:00:00Z"
        expected.description = "What it is …"
        expected.season = 2
        expected.episode = 7
        expected.contentRating = "PG-13"
        #expect(findings.fields == expected)
        #expect(findings.problems == [])
    }

    @Test(arguments: ["ffmpeg.m4b", "ffmpeg-keys.mov", "ffmpeg.mov"])
    func whatFFmpegWrites(_ name: String) throws {
        let fields = try MP4Fixture.findings(name).fields
        #expect(fields.title == "The Book")
        #expect(fields.artist == ["A Reader"])
        #expect(fields.album == "The Series")
        #expect(fields.genre == ["Audiobook"])
        #expect(fields.date == "2021-03-04")
        #expect(fields.description == "A comment")
    }

    @Test func quickTimesUserData() throws {
        let findings = try MP4Fixture.findings("userdata.mov")
        #expect(findings.fields.title == "Un été")
        #expect(findings.fields.description == "Text")
        #expect(findings.problems == [])
    }

    @Test func theCoverIsNamedAndNotRead() throws {
        let file = try MP4Fixture("tags.m4a")
        guard case .embedded(let cover)? = try MP4Fixture.findings("tags.m4a").artwork else {
            Issue.record("no cover")
            return
        }
        let bytes = file.bytes[Int(cover.offset)..<Int(cover.offset) + cover.length]
        #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9])
        #expect(cover.mediaType == "image/jpeg" && cover.uri == "file:///tags.m4a")
    }
}
