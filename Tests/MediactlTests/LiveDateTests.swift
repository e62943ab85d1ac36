import FoundationEssentials
import Glibc
import Testing

@testable import mediactl

/// What `mediactl live at` makes of a time.
@Suite struct LiveDateTests {
    /// 2026-11-23T12:00:00Z.
    private let now = Date(timeIntervalSince1970: 1_795_435_200)

    @Test func dates() {
        #expect(LiveCommand.At.date("2026-11-23T11:00:00Z", now: now) == 1_795_431_600_000_000)
        #expect(LiveCommand.At.date("2026-11-23T13:00:00+01:00", now: now) == 1_795_435_200_000_000)
        for text in ["", "24:00", "1:60", "1:2:60", "1", "1:2:3:4", "-1:00", "x"] {
            #expect(LiveCommand.At.date(text, now: now) == nil, "\(text)")
        }
    }

    /// In whatever zone the test runs.
    @Test(arguments: [("0:00", 0, 0), ("23:59:59", 23, 59), ("6:30", 6, 30)])
    func aTimeOfTheDayIsTheLastOne(text: String, hour: CInt, minute: CInt) throws {
        let date = try #require(LiveCommand.At.date(text, now: now))
        var (seconds, parts) = (time_t(date / 1_000_000), tm())
        localtime_r(&seconds, &parts)
        #expect(parts.tm_hour == hour && parts.tm_min == minute)
        let age = 1_795_435_200 - seconds
        #expect(age >= 0 && age < 86_400)
    }
}
