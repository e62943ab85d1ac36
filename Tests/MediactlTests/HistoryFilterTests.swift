import DBusKit
import Foundation
import Testing

@testable import mediactl

/// Which entries of the history are listed, and what their numbers mean.
@Suite struct HistoryFilterTests {
    private static let entries: [[String: DBusValue]] = [
        ["uri": "file:///song", "kind": "music", "played": true, "series": "Album"],
        ["uri": "file:///e2", "kind": "video", "played": false, "resume": .int64(9_000_000), "series": "Show"],
        ["uri": "file:///e1", "kind": "video", "played": true, "series": "show"],
        ["uri": "file:///film", "played": false, "position": .int64(5_000_000)],
        ["uri": "file:///begun", "kind": "video", "played": false, "resume": .int64(0)],
    ]

    private func listed(_ filter: HistoryFilter) -> [String] {
        var filter = filter
        return Self.entries.map { HistoryEntryView(number: 0, fields: $0) }.filter { filter.shows($0) }
            .compactMap(\.uri)
    }

    @Test func songsAreLeftOut() {
        #expect(listed(HistoryFilter()) == ["file:///e2", "file:///e1", "file:///film", "file:///begun"])
        #expect(listed(HistoryFilter(showsMusic: true)).count == 5)
        let unfinished = listed(HistoryFilter(isUnfinished: true))
        #expect(unfinished == ["file:///e2", "file:///film"], "what has not begun is not unfinished")
        #expect(listed(HistoryFilter(isBySeries: true)) == ["file:///e2"])
    }

    @Test func numbersAreThoseOfTheLastListing() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let variables = ["XDG_RUNTIME_DIR": folder, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]
        let numbers = HistoryNumbers { variables[$0] }
        #expect(numbers.uris.isEmpty)
        numbers.remember([
            HistoryEntryView(number: 3, fields: ["uri": "file:///a"]), HistoryEntryView(number: 4, fields: [:]),
        ])
        #expect(numbers.uris == [3: "file:///a"])
        numbers.remember([HistoryEntryView(number: 1, fields: ["uri": "file:///b"])])
        #expect(numbers.uris == [1: "file:///b"])
        let other = HistoryNumbers { $0 == "DBUS_SESSION_BUS_ADDRESS" ? "unix:path=/y" : variables[$0] }
        #expect(other.uris.isEmpty)
        let none = HistoryNumbers { _ in nil }
        none.remember([HistoryEntryView(number: 1, fields: ["uri": "file:///b"])])
        #expect(none.uris.isEmpty)
    }
}
