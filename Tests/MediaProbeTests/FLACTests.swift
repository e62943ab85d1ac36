import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct FLACTests {
    @Test(arguments: [
        ("chapters.flac", ["500 \"One ☃\"", "1250 \"Two\"", "2000"]),
        ("cuesheet-tag.flac", ["200 \"First \"quoted\" track\"", "1493 \"Unquoted\""]),
        ("cuesheet-block.flac", ["0", "1250"]),
    ]) func numberedChaptersThenTheSheetThenTheBlock(_ name: String, _ expected: [String]) throws {
        let found = try AudioFixture.findings(name)
        #expect(lines(found.chapters) == expected)
        #expect(found.container == "flac" && found.problems.isEmpty)
        #expect(found.duration == MediaTime(nanoseconds: 3_000_000_000))
    }

    /// Catalogue, lead-in, flags; then tracks of an offset, number, code, flags and indices.
    private static func sheet(_ tracks: [[UInt8]], count: UInt8? = nil) -> [UInt8] {
        [UInt8](repeating: 0, count: 395) + [count ?? UInt8(tracks.count)] + tracks.flatMap(\.self)
    }

    private static func track(_ offset: UInt64, _ number: UInt8, flags: UInt8 = 0, indices: [(UInt64, UInt8)])
        -> [UInt8]
    {
        let big = { (value: UInt64) in (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) } }
        return big(offset) + [number] + [UInt8](repeating: 0, count: 12) + [flags] + [UInt8](repeating: 0, count: 13)
            + [UInt8(indices.count)] + indices.flatMap { big($0.0) + [$0.1, 0, 0, 0] }
    }

    @Test func tracksStartAtTheirIndex() {
        let bytes = Self.sheet([
            Self.track(0, 1, indices: [(0, 0), (500, 1)]), Self.track(1_000, 2, flags: 0x80, indices: [(0, 1)]),
            Self.track(2_000, 3, indices: []), Self.track(3_000, 170, indices: []),
            Self.track(.max, 4, indices: [(.max, 1)]),
        ])
        #expect(lines(FLACCueSheet.chapters(bytes[...], sampleRate: 1_000)).prefix(2) == ["500", "2000"])
        #expect(FLACCueSheet.chapters(bytes[...], sampleRate: 0).isEmpty)
    }

    @Test func aSheetThatEndsTooEarlyGivesWhatItHas() {
        let bytes = Self.sheet([Self.track(0, 1, indices: [(0, 1)])], count: 99)
        #expect(FLACCueSheet.chapters(bytes[...], sampleRate: 1_000).count == 1)
    }
}
