import DBusKit
import Glibc
import Testing

@testable import mediactl

@Suite struct HistoryViewTests {
    /// As if the session were in Greenwich.
    private static func greenwich(_ seconds: Int64) -> tm? {
        var (moment, parts) = (time_t(seconds), tm())
        return gmtime_r(&moment, &parts) == nil ? nil : parts
    }

    private func when(_ seconds: Int64) -> String {
        // 2026-03-01 00:30
        WhenText(seconds, now: 1_772_325_000, calendar: Self.greenwich).description
    }

    @Test(
        arguments: [
            (1_772_325_000, "today 00:30"), (1_772_323_200, "today 00:00"), (1_772_323_199, "yesterday"),
            (1_772_236_800, "yesterday"), (1_772_236_799, "2026-02-27"), (0, "1970-01-01"), (-1, "1969-12-31"),
            (1_772_409_599, "today 23:59"), (1_772_409_600, "2026-03-02"), (.max, ""), (.min, ""),
            (67_767_976_233_532_799, "2147483647-12-31"),
        ] as [(Int64, String)]) func momentsAreNamed(seconds: Int64, text: String)
    {
        #expect(when(seconds) == text)
    }

    @Test func momentsAreOfTheSessionsTimeZone() {
        let now = Int64(time(nil))
        #expect(WhenText(now, now: now).description.hasPrefix("today "))
        #expect(WhenText(.max, now: now).description == "")
    }

    @Test(
        arguments: [
            (["title": "T"], "T"), (["uri": "file:///a%20b.mkv"], "a b.mkv"), ([:], ""),
            (["title": "T", "series": "S"], "S – T"), (["series": "S", "uri": "file:///x"], "S"),
            (["title": "T", "season": .int32(1), "episode": .int32(12)], "S01E12 – T"),
            (["series": "S", "episode": .int32(3)], "S E03"), (["series": "S", "season": .int32(100)], "S S100"),
            (["title": "", "series": "", "season": .int32(-1), "episode": .int32(.min), "uri": "x"], "x"),
            (["title": .int32(4), "season": "two", "uri": "http://x/"], "http://x/"),
        ] as [([String: DBusValue], String)]) func entriesHaveNames(fields: [String: DBusValue], name: String)
    {
        #expect(HistoryEntryView(number: 1, fields: fields).name == name)
    }

    @Test(
        arguments: [
            (["position": .int64(723_000_000), "duration": .int64(2_700_000_000)], "12:03 of 45:00"),
            (["position": .int64(723_000_000)], "12:03"), ([:], ""), (["played": true], "played"),
            (["played": true, "position": .int64(1)], "played"),
            (["played": true, "position": .int64(61_000_000), "resume": .int64(61_000_000)], "1:01"),
            (["position": .int64(.max), "duration": .int64(.min)], "2562047:47:16 of -2562047:47:16"),
        ] as [([String: DBusValue], String)]) func progressIsShown(fields: [String: DBusValue], text: String)
    {
        #expect(HistoryEntryView(number: 1, fields: fields).progress == text)
    }

    @Test func argumentsAreNumbersFilesOrURIs() throws {
        #expect(try HistoryArgument("7") == .number(7))
        #expect(try HistoryArgument("007") == .number(7))
        #expect(try HistoryArgument("/a b") == .uri("file:///a%20b"))
        #expect(try HistoryArgument("file:///it%27s") == .uri("file:///it's"))
        #expect(try HistoryArgument("http://x/a b") == .uri("http://x/a%20b"))
        #expect(try HistoryArgument("ytdl://a") == .uri("ytdl://a"))
        #expect(try HistoryArgument("٣") == .uri(LocalPath("٣").uri))
        #expect(HistoryArgument.problem(with: "0") != nil && HistoryArgument.problem(with: "00") != nil)
        for name in ["1", "", "./0", "0x0"] { #expect(HistoryArgument.problem(with: name) == nil, "\(name)") }
    }

    @Test func mpvsPlacesAreThoseOfTheEnvironment() {
        func places(_ variables: [String: String]) -> [String] {
            WatchLaterPlaces { variables[$0].map { Array($0.utf8) } }.folders.map(\.text)
        }
        #expect(places([:]) == [])
        #expect(places(["HOME": "", "XDG_STATE_HOME": "relative"]) == [])
        #expect(
            places(["HOME": "/h", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/h/.config"]) == [
                "/s/mpv/watch_later", "/h/.local/state/mpv/watch_later", "/h/.config/mpv/watch_later",
            ])
    }
}
