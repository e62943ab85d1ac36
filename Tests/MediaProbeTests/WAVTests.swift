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

    @Test(
        "a header that is being written tells less than the file holds", arguments: [0, 1_000, 0xFFFF_FFFF] as [UInt32])
    func growing(length: UInt32) throws {
        // 16 bits, one channel, 1 kHz.
        var bytes: [UInt8] = Array("RIFF".utf8) + [0, 0, 0, 0] + "WAVEfmt ".utf8 + [16, 0, 0, 0, 1, 0, 1, 0]
        bytes += [0xE8, 3, 0, 0, 0xD0, 7, 0, 0, 2, 0, 16, 0] + "data".utf8
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        let head = bytes
        bytes += [UInt8](repeating: 0x80, count: 6_000)
        #expect(MediaProbe.writtenLength(ByteSource(bytes), uri: "")?.seconds == 3)
        // What is behind the sound is none.
        let whole = head + [UInt8](repeating: 0x80, count: 1_000) + "LIST".utf8 + [4, 0, 0, 0] + "INFO".utf8
        if length == 1_000 { #expect(MediaProbe.writtenLength(ByteSource(whole), uri: "")?.seconds == 0.5) }
        // A complete file is believed, as demuxers do.
        let stated = MediaProbe.container(ByteSource(bytes), uri: "").duration?.seconds
        #expect(stated == (length == 1_000 ? 0.5 : 3))
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
