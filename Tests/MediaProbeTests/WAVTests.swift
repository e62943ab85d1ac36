import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct WAVTests {
    @Test func readsCuePointsTheirNamesAndLengths() throws {
        let found = try AudioFixture.findings("cue.wav")
        #expect(lines(found.chapters) == ["0 \"One\"", "50-62 \"Only a note\"", "125 \"Zwei ü\""])
        #expect(found.container == "wav" && found.problems.isEmpty)
        #expect(found.fields.title == "The Title" && found.fields.artist == ["Artist"])
        #expect(found.fields.album == "Album" && found.fields.genre == ["Rock"] && found.fields.date == "2026")
        #expect(found.fields.subtitle == "Subtitle")
    }

    @Test func lengthsBeyond32BitsAreInTheirOwnChunk() throws {
        let found = try AudioFixture.findings("cue.rf64.wav")
        #expect(found.duration == MediaTime(nanoseconds: 250_000_000))
        #expect(lines(found.chapters) == ["0", "50", "125"])
    }

    @Test func absurdLengthsAreNoTrap() {
        var bytes: [UInt8] = Array("RF64".utf8) + [255, 255, 255, 255] + "WAVEds64".utf8 + [24, 0, 0, 0]
        bytes += [UInt8](repeating: 0xFF, count: 24) + "data".utf8 + [255, 255, 255, 255]
        for length in [nil, Int64(bytes.count), Int64.max] {
            let source = ByteSource(bytes)
            let found = MediaProbe.container(ByteSource(length: length, read: source.read), uri: "")
            #expect(found.container == "wav" && found.chapters.isEmpty)
        }
    }
}
