import PlayerCore
import Testing

/// Pillarbox's tables for blocked ranges, the cases it leaves untested, and the step back that it cannot make.
@Suite struct BlockedRangesTests {
    private static func range(_ start: Double, _ end: Double) -> TimeRange {
        TimeRange(start: .seconds(start), end: .seconds(end)) ?? TimeRange(start: .zero, end: .zero)!
    }

    private static func blocked(_ ranges: (Double, Double)..., duration: Double? = nil) -> BlockedRanges {
        BlockedRanges(ranges.map { range($0.0, $0.1) }, duration: duration.map { .seconds($0) })
    }

    @Test(
        arguments: [
            ([], []),
            ([(10, 20), (30, 40)], [(10, 20), (30, 40)]),
            ([(30, 40), (10, 20)], [(10, 20), (30, 40)]),
            ([(10, 30), (20, 40)], [(10, 40)]),
            ([(10, 20), (20, 30)], [(10, 30)]),
            ([(10, 40), (20, 30)], [(10, 40)]),
            ([(10, 20), (10, 40)], [(10, 40)]),
            ([(10, 10), (20, 20)], []),
        ] as [([(Double, Double)], [(Double, Double)])])
    func overlappingAndTouchingRangesAreOne(_ given: [(Double, Double)], _ expected: [(Double, Double)]) {
        #expect(BlockedRanges(given.map { Self.range($0.0, $0.1) }).ranges == expected.map { Self.range($0.0, $0.1) })
    }

    @Test(arguments: [(9.9, 9.9), (10, 20), (15, 20), (19.999, 20), (20, 20), (0, 0)] as [(Double, Double)])
    func aSeekIntoARangeLandsAtItsEnd(_ target: Double, _ landing: Double) {
        #expect(Self.blocked((10, 20)).landing(for: .seconds(target)) == .seconds(landing))
    }

    @Test func aRangeAtZeroMovesTheStart() {
        #expect(Self.blocked((0, 10)).landing(for: .zero) == .seconds(10))
    }

    @Test(
        arguments: [
            (65, 10, 15), (65, 5, 60), (65, 3, 62), (65, 60, 0), (61, 2, 19), (60, 5, 15), (19, 10, 9), (100, 30, 70),
        ] as [(Double, Double, Double)])
    func aStepBackTakesNothingFromWhatIsBlocked(_ from: Double, _ step: Double, _ landing: Double) {
        #expect(Self.blocked((20, 60)).stepBack(from: .seconds(from), by: .seconds(step)) == .seconds(landing))
    }

    @Test func aStepBackOverSeveralRangesCountsOnlyWhatIsPlayed() {
        let blocked = Self.blocked((10, 20), (30, 40))
        #expect(blocked.stepBack(from: .seconds(45), by: .seconds(17)) == .seconds(8))
        #expect(blocked.stepBack(from: .seconds(45), by: .seconds(10)) == .seconds(25))
    }

    @Test func aStepBackFromInsideARangeLeavesItAtItsStart() {
        #expect(Self.blocked((20, 60)).stepBack(from: .seconds(30), by: .seconds(5)) == .seconds(15))
    }

    @Test func behindARangeAtZeroThereIsNothingToGoBackTo() {
        #expect(Self.blocked((0, 10)).stepBack(from: .seconds(12), by: .seconds(30)) == .seconds(10))
    }

    @Test func aRangeThatReachesTheEndIsTheEnd() {
        #expect(Self.blocked((90, 100), duration: 100).playableEnd == .seconds(90))
        #expect(Self.blocked((80, 90), duration: 100).playableEnd == .seconds(100))
        #expect(Self.blocked((90, 120), duration: 100).playableEnd == .seconds(90))
        #expect(Self.blocked((90, 120)).playableEnd == nil)
    }

    @Test func allOfItMayBeBlocked() {
        #expect(Self.blocked((0, 60), (60, 100), duration: 100).blocksAll)
        #expect(!Self.blocked((0, 99), duration: 100).blocksAll)
        #expect(!Self.blocked((0, 99)).blocksAll)
    }
}
