import ArgumentParser
import DBusKit
import FoundationEssentials
import Glibc
import MediaProbe
import PlayerCore

/// `live`: live streams.
struct LiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Show the distance to the live edge, or go to it.",
        subcommands: [Show.self, Go.self, At.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the live edge, the seekable range and the date.")

        @OptionGroup var output: JSONOption

        func run() throws {
            let daemon = try DaemonConnection()
            let view = LiveView(
                try daemon.properties(of: .live), player: try daemon.properties(of: .player),
                isGrowing: try daemon.isItemGrowing)
            output.show(view.json, lines: view.lines)
        }
    }

    struct Go: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "go", abstract: "Go to the live edge.")

        func run() throws { try DaemonConnection().callOnItem(.live, "GoLive") }
    }

    struct At: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "at", abstract: "Go to what was broadcast at a time.",
            discussion: "Examples: live at 20:15, live at 20:15:30, live at 2026-11-23T20:15:00Z.")

        @Argument(help: ArgumentHelp("A time of today, or an ISO 8601 date.", valueName: "time"))
        var time: String

        func validate() throws {
            guard Self.date(time, now: Date()) == nil else { return }
            throw ValidationError("'\(time)' is not a time: write 20:15, 20:15:30 or 2026-11-23T20:15:00Z.")
        }

        func run() throws {
            guard let date = Self.date(time, now: Date()) else { return }
            try DaemonConnection().callOnItem(.live, "SeekToDate", [.int64(date)])
        }

        /// Microseconds since 1970; nil if the text is not a time. A time of day is its latest occurrence before `now`.
        static func date(_ text: String, now: Date) -> Int64? {
            if let date = try? Date(text, strategy: .iso8601) {
                return Int64(exactly: (date.timeIntervalSince1970 * 1e6).rounded())
            }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard (2...3).contains(parts.count), !parts.contains(nil) else { return nil }
            let numbers = parts.compactMap(\.self)
            let second = numbers.count > 2 ? numbers[2] : 0
            guard (0..<24).contains(numbers[0]), (0..<60).contains(numbers[1]), (0..<60).contains(second) else {
                return nil
            }
            // In the session's time zone, for which the C library needs no ICU data.
            var (moment, day) = (time_t(now.timeIntervalSince1970), tm())
            guard localtime_r(&moment, &day) != nil else { return nil }
            (day.tm_hour, day.tm_min, day.tm_sec) = (CInt(numbers[0]), CInt(numbers[1]), CInt(second))
            var yesterday = day
            yesterday.tm_mday -= 1
            // The offset from UTC may have changed since.
            (day.tm_isdst, yesterday.tm_isdst) = (-1, -1)
            let date = mktime(&day)
            return Int64(date > moment ? mktime(&yesterday) : date) * 1_000_000
        }
    }
}

/// `Live1` for people and programs.
struct LiveView {
    private let isLive: Bool
    /// The distance to the live edge; nil if the item is not live.
    private let offset: MediaTime?
    private let seekable: (start: MediaTime, end: MediaTime)?
    /// In microseconds since 1970.
    private let date: Int64?
    /// The distance to the end of what is written; nil if the item is no recording that is being written.
    private let behind: MediaTime?
    /// The name of a radio station; nil if the item is none.
    private let station: String?
    private let canSeek: Bool

    /// - Parameters:
    ///   - properties: the properties of `Live1`.
    ///   - player: those of the player.
    ///   - isGrowing: whether the item is a recording that is being written.
    init(_ properties: [String: DBusValue], player: [String: DBusValue] = [:], isGrowing: Bool = false) {
        let metadata = player["Metadata"]?.asDictionary ?? [:]
        let position = player["Position"]?.asInt64
        let length = metadata["mpris:length"]?.asInt64
        behind = isGrowing ? MediaTime(microseconds: max(0, (length ?? 0) - (position ?? length ?? 0))) : nil
        station = metadata["mediad:station"]?.asString
        canSeek = player["CanSeek"]?.asBool ?? true
        isLive = properties["IsLive"]?.asBool ?? false
        offset = properties["LiveOffset"]?.asInt64.flatMap { $0 < 0 ? nil : MediaTime(microseconds: $0) }
        let range = properties["SeekableRange"]?.asArray?.compactMap(\.asInt64) ?? []
        seekable =
            range.count == 2 && range[1] > range[0]
            ? (MediaTime(microseconds: range[0]), MediaTime(microseconds: range[1])) : nil
        date = properties["Date"]?.asInt64.flatMap { $0 < 0 ? nil : $0 }
    }

    private var dateText: String? {
        date.map { Date(timeIntervalSince1970: Double($0) / 1e6).formatted(.iso8601) }
    }

    var json: JSONValue {
        .members([
            "live": .bool(isLive), "offset": offset.map { JSONValue($0) },
            "growing": behind == nil ? nil : .bool(true), "behind": behind.map { JSONValue($0) },
            "station": station.map { .string($0) },
            "seekable": seekable.map { .array([JSONValue($0.start), JSONValue($0.end)]) },
            "date": dateText.map { .string($0) },
        ])
    }

    private var headline: String {
        if let behind { return "a recording that is being written, \(DurationText(behind)) behind its end" }
        // Also one whose server does not say that it is live.
        if let station, !canSeek {
            return "a station, \(Output.visible(station)): it \(isLive ? "is live and " : "")cannot be sought"
        }
        guard isLive else { return "not live" }
        if !canSeek { return "live: it cannot be sought" }
        return offset.map { "\(DurationText($0)) behind the live edge" } ?? "live"
    }

    var lines: [String] {
        var lines = [headline]
        if let seekable { lines.append("from \(DurationText(seekable.start)) to \(DurationText(seekable.end))") }
        if let dateText { lines.append("broadcast \(dateText)") }
        return lines
    }
}
