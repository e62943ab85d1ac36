import CGLib
import CGStreamer
import Testing

@testable import Gst

/// Which times of a stream are taken for those of a damaged file.
@Suite struct StreamReachTests {
    private static let second: Int64 = 1_000_000_000
    private static let day: Int64 = 24 * 3_600 * second

    private static func time(_ seconds: Int64) -> GstClockTime { GstClockTime(seconds * second) }

    /// A stream that went out up to `end` seconds.
    private static func reach(to end: Int64?) -> StreamReach {
        var reach = StreamReach()
        reach.begin(with: .time, isMoved: false)
        if let end { reach.reach(end * second) }
        return reach
    }

    @Test(
        arguments: [
            // What went out, the next, the item's length, whether it is astray.
            (4, 4, 8, false), (4, 7, 8, false), (4, 16, 8, false), (4, 19, 8, true), (4, 3_000, 3_600, false),
            (4, 90_000, 100_000, true), (4, 3_000, nil, false), (4, 90_000, nil, true), (nil, 30, 8, true),
            (nil, 30, 60, false), (4, 2, 8, false),
            // A recording that grew since its head was written goes on, however long.
            (100, 101, 8, false),
        ] as [(Int64?, Int64, Int64?, Bool)])
    func whatIsAstray(_ end: Int64?, _ next: Int64, _ length: Int64?, _ isAstray: Bool) {
        let length = length.map { $0 * Self.second }
        let astray = Self.reach(to: end).isAstray(Self.time(next), in: .time, length: length)
        #expect(astray == isAstray)
    }

    @Test func whatWasMovedBeginsWhereItWasMoved() {
        var reach = StreamReach()
        let segment = StreamSegment.time.shifted(by: 2 * Self.day)
        reach.begin(with: segment, isMoved: true)
        #expect(!reach.isAstray(0, in: segment, length: 8 * Self.second))
        reach.reach(2 * Self.day + Self.second)
        #expect(!reach.isAstray(Self.time(1), in: segment, length: 8 * Self.second))
        #expect(reach.isAstray(Self.time(40), in: segment, length: 8 * Self.second))
    }

    @Test func endsThatAreAstrayDoNotCount() {
        let length = 8 * Self.second
        func duration(_ duration: GstClockTime, heard: GstClockTime? = nil) -> GstClockTime {
            StreamReach.duration(duration, from: Self.time(7), in: .time, length: length, heard: heard)
        }
        #expect(duration(Self.time(1)) == Self.time(1))
        #expect(duration(Self.time(9)) == Self.time(9))
        #expect(duration(Self.time(3_600)) == 0)
        #expect(duration(.max - 1, heard: 20_000_000) == 20_000_000)
        // Unknown stays unknown.
        #expect(duration(.max) == .max)
    }
}
