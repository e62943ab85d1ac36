import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct MP4EditListTests {
    static func time(_ milliseconds: Int64) -> MediaTime { MediaTime(microseconds: milliseconds * 1_000) }

    static let samples = [time(0)..<time(1_000), time(1_000)..<time(3_000), time(3_000)..<time(4_000)]

    /// Edits as (duration, start in the media), -1 for what they leave out; pieces as (start, end, sample).
    @Test(
        arguments: [
            ("none", [], [(0, 1_000, 0), (1_000, 3_000, 1), (3_000, 4_000, 2)]),
            ("all", [(4_000, 0)], [(0, 1_000, 0), (1_000, 3_000, 1), (3_000, 4_000, 2)]),
            ("delay", [(500, -1), (4_000, 0)], [(500, 1_500, 0), (1_500, 3_500, 1), (3_500, 4_500, 2)]),
            ("without an end", [(-1, 1_000)], [(0, 2_000, 1), (2_000, 3_000, 2)]),
            ("cut at both ends", [(2_000, 500)], [(0, 500, 0), (500, 2_000, 1)]),
            ("the same twice", [(1_000, 3_000), (1_000, 3_000)], [(0, 1_000, 2), (1_000, 2_000, 2)]),
            ("other order", [(1_000, 3_000), (1_000, 0)], [(0, 1_000, 2), (1_000, 2_000, 0)]),
            ("rounded", [(3_000, 1_000), (0, 0)], [(0, 2_000, 1), (2_000, 3_000, 2)]),
            ("behind the media", [(1_000, 9_000)], []),
        ] as [(String, [(Int64, Int64)], [(Int64, Int64, Int)])])
    func edits(_ name: String, _ edits: [(Int64, Int64)], _ expected: [(Int64, Int64, Int)]) {
        let list = MP4EditList(
            edits.map { duration, start in
                .init(
                    duration: duration < 0 ? nil : Self.time(duration), mediaStart: start < 0 ? nil : Self.time(start))
            })
        let pieces = list.pieces(of: Self.samples, limit: 100)
        #expect(pieces == expected.map { .init(start: Self.time($0.0), end: Self.time($0.1), sample: $0.2) }, "\(name)")
    }

    @Test func whatRoundingLeavesOfASampleIsNoChapter() {
        let list = MP4EditList([
            .init(
                duration: MediaTime(microseconds: 2_000_700), mediaStart: MediaTime(microseconds: 999_600))
        ])
        #expect(list.pieces(of: Self.samples, limit: 100).map(\.sample) == [1])
    }

    @Test func aSampleWithoutLengthIsKept() {
        let list = MP4EditList([.init(duration: Self.time(5_000), mediaStart: .zero)])
        let pieces = list.pieces(of: [Self.time(0)..<Self.time(0), Self.time(0)..<Self.time(1)], limit: 100)
        #expect(pieces.map(\.sample) == [0, 1])
    }

    @Test func thereAreNoMorePiecesThanTheLimit() {
        let list = MP4EditList(Array(repeating: .init(duration: Self.time(4_000), mediaStart: .zero), count: 1_000))
        #expect(list.pieces(of: Self.samples, limit: 10).count == 10)
    }
}
