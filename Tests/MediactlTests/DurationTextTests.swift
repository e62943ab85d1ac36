import PlayerCore
import Testing

@testable import mediactl

@Suite struct DurationTextTests {
    @Test(arguments: [
        (0, "0:00"), (7.999, "0:07"), (754, "12:34"), (3599.9, "59:59"), (3723, "1:02:03"), (360_000, "100:00:00"),
        (-83, "-1:23"), (-0.5, "0:00"),
    ]) func timesAreShownAsClocks(seconds: Double, text: String) throws {
        #expect(DurationText(try #require(MediaTime(seconds: seconds))).description == text)
    }
}
