import MediaContainers
import Testing

@testable import MediaProbe

@Suite struct ByteReaderTests {
    @Test func readsAcrossBlocksAndStopsAtTheEnd() throws {
        let reader = ByteReader(ByteSource((0..<100_000).map { UInt8(truncatingIfNeeded: $0) }))
        #expect(try reader.bytes(at: 16_383, count: 2) == [255, 0])
        #expect(try reader.available(at: 99_999, count: 10).count == 1)
        #expect(throws: ProbeError.truncated) { try reader.bytes(at: 99_999, count: 2) }
    }

    /// 3,000 titles, each a megabyte from the one before.
    @Test func scatteredReadsAreSmallOnes() throws {
        let reader = ByteReader(
            ByteSource(length: 4 << 30) { _, count in [UInt8](repeating: 0, count: count) })
        for index in 0..<3_000 { _ = try reader.bytes(at: Int64(index) << 20, count: 40) }
        #expect(reader.bytesRead < 4 << 20)
    }

    @Test func endsWhereTheBudgetEnds() throws {
        var limits = ProbeLimits()
        limits.bytes = 40_000
        let reader = ByteReader(ByteSource([UInt8](repeating: 0, count: 100_000)), limits: limits)
        _ = try reader.bytes(at: 0, count: 30_000)
        #expect(throws: ProbeError.tooMuch("more than 40000 bytes of it would be read")) {
            try reader.bytes(at: 50_000, count: 20_000)
        }
    }

    @Test func theLastByteOfTheBudgetIsGiven() throws {
        var limits = ProbeLimits()
        limits.bytes = 40_000
        let source = ByteSource(length: 100_000, blockLength: 1) { _, count in [UInt8](repeating: 0, count: count) }
        let reader = ByteReader(source, limits: limits)
        #expect(try reader.bytes(at: 0, count: 40_000).count == 40_000)
        #expect(throws: ProbeError.tooMuch("more than 40000 bytes of it would be read")) {
            try reader.bytes(at: 40_000, count: 1)
        }
    }

    /// What was read once may be claimed by each of 100,000 elements.
    @Test func givesTheSameBytesOutABoundedNumberOfTimes() throws {
        var limits = ProbeLimits()
        limits.bytes = 40_000
        let reader = ByteReader(ByteSource([UInt8](repeating: 0, count: 20_000)), limits: limits)
        var given = 0
        #expect(throws: ProbeError.tooMuch("too many of its parts are the same bytes")) {
            while given < 1_000_000 { given += try reader.bytes(at: 0, count: 10_000).count }
        }
        #expect(given > 40_000 && given <= 4 * 40_000 + 10_000)
        #expect(reader.bytesRead <= 20_000)
    }
}
