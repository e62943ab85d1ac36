import PlayerCore
import Testing

@testable import mediactl

@Suite struct TimeArgumentTests {
    private static func time(_ seconds: Double) throws -> MediaTime { try #require(MediaTime(seconds: seconds)) }

    @Test(arguments: [
        ("0", 0), ("90", 90), ("1.5", 1.5), (".5", 0.5), ("7.", 7), ("1:23.5", 83.5), ("0:05", 5), ("90:00", 5400),
        ("1:02:03.250", 3723.25), ("0:00:00.000000001", 1e-9),
    ]) func clocksAreRead(text: String, seconds: Double) throws {
        #expect(MediaTime(clock: text) == (try Self.time(seconds)))
        #expect(TimeArgument(argument: text) == .absolute(try Self.time(seconds)))
    }

    @Test(arguments: [
        "", ".", ":", "1:", ":30", "1:60", "1:5:600", "1:2:3:4", "1:-5", "1e3", "0x10", "nan", " 1", "1,5", "1.5.5",
        "1:1.5:3", "٣", "99999999999", "1:+5", "--5", "+", "-", "%", "101%", "-5%", "50%%", "m", "1m2h", "1h60m",
        "1h2h",
        "5x", "1h:30", "90s1", "1d", "9999999999h",
    ]) func nonsenseIsRefused(text: String) {
        #expect(TimeArgument(argument: text) == nil)
    }

    @Test(arguments: [
        ("20m", 1200), ("1h30", 5400), ("1h30m", 5400), ("90s", 90), ("1.5h", 5400), ("1m30", 90), ("2H", 7200),
        ("1h0m5s", 3605), ("20 min", 1200), ("1 h 30", 5400), ("0.5s", 0.5), ("90m", 5400),
    ]) func unitsAreRead(text: String, seconds: Double) throws {
        #expect(TimeArgument(argument: text) == .absolute(try Self.time(seconds)))
        #expect(ClockArgument(argument: text)?.time == (try Self.time(seconds)))
        #expect(TimeArgument(argument: "-" + text) == .relative(try Self.time(-seconds)))
        #expect(ClockRange(argument: "0-" + text)?.end == (try Self.time(seconds)))
    }

    @Test(arguments: [
        ("20", 1200), ("1.5", 90), ("20m", 1200), ("1h30", 5400), ("90s", 90), ("20:00", 1200), ("1:30:00", 5400),
    ]) func sleepTimersCountMinutes(text: String, seconds: Double) throws {
        #expect(SleepCommand.time(text) == (try Self.time(seconds)))
    }

    @Test(arguments: ["0", "0m", "-5", "soon", "", "1e3", "chapters"]) func sleepTimersEndLater(text: String) {
        #expect(SleepCommand.time(text) == nil)
    }

    @Test func signsMeanAmounts() throws {
        #expect(TimeArgument(argument: "+10") == .relative(try Self.time(10)))
        #expect(TimeArgument(argument: "-1:30.5") == .relative(try Self.time(-90.5)))
    }

    @Test func percentagesMeanParts() {
        #expect(TimeArgument(argument: "50%") == .fraction(0.5))
        #expect(TimeArgument(argument: "12.5%") == .fraction(0.125))
        #expect(TimeArgument(argument: "100%") == .fraction(1))
    }

    @Test(
        arguments: [
            (["seek", "-30"], ["seek", "--", "-30"]),
            (["seek", "-1:30", "--help"], ["seek", "--help", "--", "-1:30"]),
            (["volume", "-5%"], ["volume", "--", "-5%"]),
            (["volume", "--json"], ["volume", "--json"]),
            (["seek", "--", "-30"], ["seek", "--", "-30"]),
            (["seek", "-x"], ["seek", "-x"]),
            (["play", "-30"], ["play", "-30"]),
            ([], []),
        ] as [([String], [String])]) func negativeAmountsAreNoOptions(arguments: [String], expected: [String])
    {
        #expect(SignedArguments.protecting(arguments) == expected)
    }
}
