import PlayerCore
import Testing

@testable import PlayerService

/// The sleep timer counts on the monotonic clock; clients see the time of day.
@Suite struct WallDeadlineTests {
    private static let deadline = MonotonicTime(microseconds: 100_000_000)

    @Test func smallDifferencesAreNotShown() {
        var shown = WallDeadline()
        #expect(shown.microseconds(of: Self.deadline, now: .init(microseconds: 0), wall: 5_000_000) == 105_000_000)
        #expect(
            shown.microseconds(of: Self.deadline, now: .init(microseconds: 1_000), wall: 5_001_500) == 105_000_000)
    }

    /// The clock was set by an hour, or the machine slept for one: what is left is the same.
    @Test(arguments: [3_600_000_000, -3_600_000_000] as [Int64])
    func aClockThatJumpsMovesTheDeadline(jump: Int64) {
        var shown = WallDeadline()
        _ = shown.microseconds(of: Self.deadline, now: .init(microseconds: 0), wall: 5_000_000)
        let now = MonotonicTime(microseconds: 40_000_000)
        let wall: Int64 = 45_000_000 + jump
        #expect(shown.microseconds(of: Self.deadline, now: now, wall: wall) - wall == 60_000_000)
    }

    @Test func anotherTimerIsAnother() {
        var shown = WallDeadline()
        let now = MonotonicTime(microseconds: 0)
        _ = shown.microseconds(of: Self.deadline, now: now, wall: 0)
        #expect(shown.microseconds(of: .init(microseconds: 100_000_500), now: now, wall: 0) == 100_000_500)
    }
}
