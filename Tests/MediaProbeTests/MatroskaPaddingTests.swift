import Testing

@testable import MediaContainers

/// What is not heard of blocks, read from what a demuxer reads.
@Suite struct MatroskaPaddingTests {
    private static func number(_ id: UInt64, _ value: Int64, bytes: Int = 4) -> [UInt8] {
        EBMLWriter.element(
            id, (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) })
    }

    private static func block(_ time: Int16, padding: Int64? = nil, bytes: Int = 4) -> [UInt8] {
        let content =
            [0x81, UInt8(truncatingIfNeeded: time >> 8), UInt8(truncatingIfNeeded: time), 0]
            + [UInt8](repeating: 7, count: 50)
        return EBMLWriter.element(
            MatroskaID.blockGroup,
            EBMLWriter.element(MatroskaID.block, content)
                + (padding.map { number(MatroskaID.discardPadding, $0, bytes: bytes) } ?? []))
    }

    private static func cluster(_ time: Int64, _ blocks: [UInt8]...) -> [UInt8] {
        EBMLWriter.element(MatroskaID.cluster, number(MatroskaID.timestamp, time) + blocks.flatMap(\.self))
    }

    private static let file =
        EBMLWriter.element(MatroskaID.ebml, [0x42, 0x82, 0x80])
        + EBMLWriter.element(
            MatroskaID.segment,
            EBMLWriter.element(MatroskaID.info, number(MatroskaID.timestampScale, 1_000_000))
                + cluster(0, block(0), EBMLWriter.element(MatroskaID.simpleBlock, [UInt8](repeating: 0xA0, count: 90)))
                + cluster(
                    5_000, block(-3, padding: 12_979_167), block(20, padding: 0), block(40, padding: -9, bytes: 1)))

    private static let expected = [
        MatroskaPadding(time: 4_997_000_000, length: 12_979_167), MatroskaPadding(time: 5_040_000_000, length: -9),
    ]

    /// In pieces of every size, as a server sends them.
    @Test func everyPaddingIsFoundOnce() {
        for size in 1...Self.file.count {
            var reader = MatroskaPaddingReader(scale: 1_000_000)
            let found = stride(from: 0, to: Self.file.count, by: size).flatMap { place in
                reader.take(Array(Self.file[place...].prefix(size)), at: Int64(place))
            }
            #expect(found == Self.expected, "in pieces of \(size)")
        }
    }

    /// As a demuxer reads that asks for the whole of an element again, of which it had only the beginning.
    @Test func piecesMayOverlap() throws {
        let last = Self.block(20, padding: 0).count + Self.block(40, padding: -9, bytes: 1).count
        let start = Self.file.count - last
        var reader = MatroskaPaddingReader(scale: 1_000_000)
        var found = reader.take(Array(Self.file.prefix(start + 7)), at: 0)
        found += reader.take(Array(Self.file[start...]), at: Int64(start))
        #expect(found == Self.expected)
    }

    @Test func anythingEndsInAResult() {
        var reader = MatroskaPaddingReader(scale: 1_000_000_000)
        let huge = EBMLWriter.element(
            MatroskaID.cluster,
            Self.number(MatroskaID.timestamp, .max, bytes: 8) + Self.block(.max, padding: .min, bytes: 8)
                + Self.block(1, padding: 5))
        #expect(reader.take(huge, at: 0).isEmpty)
        for byte: UInt8 in [0, 1, 0x1F, 0xA0, 0xE7, 0xFF] {
            #expect(reader.take([UInt8](repeating: byte, count: 300), at: 50_000).isEmpty)
            #expect(reader.take([UInt8](repeating: byte, count: 300), at: .max - 300).isEmpty)
        }
    }
}
