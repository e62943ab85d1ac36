import Testing

@testable import PlayerCore

/// Times in messages are clock times.
@Suite struct MediaTimeClockTests {
    @Test(arguments: [
        (0, "0:00"), (0.4, "0:00.4"), (70, "1:10"), (12.008, "0:12.008"), (3_600, "1:00:00"), (3_723.25, "1:02:03.25"),
        (-5, "-0:05"), (360_000, "100:00:00"),
    ])
    func timesAreClockTimes(seconds: Double, text: String) throws {
        #expect(try #require(MediaTime(seconds: seconds)).clock == text)
    }

    @Test func farTimesAreTextToo() {
        #expect(MediaTime(nanoseconds: .min).clock.hasPrefix("-"))
        #expect(MediaTime(nanoseconds: -1).clock == "0:00")
    }

    @Test func errorsSayThem() throws {
        let points = TrimPoints(inPoint: MediaTime(seconds: 1_200), outPoint: MediaTime(seconds: 60))
        #expect(
            points.believed(duration: nil).doubt
                == "The in point at 20:00 is not before the out point at 1:00: both are ignored.")
        let minute = try #require(MediaTime(seconds: 60))
        let refusal = #expect(throws: ExportRanges.Refusal.self) {
            _ = try ExportRanges(
                asked: [(start: minute + minute, end: minute)], points: TrimPoints(), without: [], duration: minute)
        }
        #expect(
            refusal?.message == "The part from 2:00 to 1:00 is not a range of this item, which is 1:00 long: "
                + "a range must start before it ends and lie within the item.")
    }
}
