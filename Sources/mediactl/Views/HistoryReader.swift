import DBusKit
import Glibc
import MediaProbe
import PlayerCore

/// Reads the history through `Session1`.
struct HistoryReader {
    /// The maximum number of entries in a reply of mediad.
    private static let pageSize: UInt32 = 1_000

    let daemon: DaemonConnection

    init(_ daemon: DaemonConnection) { self.daemon = daemon }

    /// Returns the entries that a filter shows, from an offset on, most recently played first; fewer at the end. Their
    /// numbers count on from the offset, without those that are not shown.
    func entries(
        offset: UInt32, limit: UInt32, _ filter: HistoryFilter = HistoryFilter(showsMusic: true)
    ) throws(Failure) -> [HistoryEntryView] {
        var (entries, filter): ([HistoryEntryView], HistoryFilter) = ([], filter)
        let limit = min(limit, .max - offset)
        var start = offset
        while entries.count < limit {
            let rest = limit - UInt32(entries.count)
            // Where many are left out, a few calls read them all.
            let count = min(Self.pageSize, start == offset ? rest : max(rest, 200))
            let reply = try daemon.call(.session, "History", [.uint32(start), .uint32(count)])
            let page = (reply.first?.asDictionaries ?? []).prefix(Int(count))
            for fields in page where entries.count < limit {
                let entry = HistoryEntryView(number: Int(offset) + entries.count + 1, fields: fields)
                if filter.shows(entry) { entries.append(entry) }
            }
            guard page.count == Int(count), start < .max - count else { break }
            start += count
        }
        return entries
    }

    /// Returns the URIs of the arguments in their order, each only once.
    func uris(of arguments: [HistoryArgument]) throws(Failure) -> [String] {
        // Numbers are those of the last listing. All are resolved before anything is changed.
        let listed = HistoryNumbers().uris
        let arguments = arguments.map { argument in
            argument.number.flatMap { listed[Int($0)] }.map { HistoryArgument.uri($0) } ?? argument
        }
        let numbers = arguments.compactMap(\.number)
        var entries: [HistoryEntryView] = []
        if let last = numbers.max() { entries = try self.entries(offset: 0, limit: last, HistoryFilter()) }
        var uris: [String] = []
        for argument in arguments {
            let uri = try Self.uri(of: argument, among: entries)
            if !uris.contains(uri) { uris.append(uri) }
        }
        return uris
    }

    private static func uri(of argument: HistoryArgument, among entries: [HistoryEntryView]) throws(Failure) -> String {
        switch argument {
        case .uri(let uri): return uri
        case .number(let number):
            guard let entry = entries.first(where: { $0.number == Int(number) }) else {
                throw Failure(.notFound, "There is no entry \(number) in the history. See mediactl history.")
            }
            guard let uri = entry.uri else {
                throw Failure(
                    .refused, "mediad does not know the location of entry \(number). Specify the file or URI.")
            }
            return uri
        }
    }
}

/// An entry as `Session1.History` returns it.
struct HistoryEntryView {
    /// Counted from 1, the most recently played entry.
    var number: Int
    var fields: [String: DBusValue]

    /// Nil if the daemon does not know the URI.
    var uri: String? { fields["uri"]?.asString }

    /// Whether the item was played to its end, and would start from the beginning.
    var isOver: Bool { fields["played"]?.asBool == true && fields["resume"] == nil }

    /// Whether at least a second of it was played.
    var isBegun: Bool { fields["resume"]?.asInt64 ?? fields["position"]?.asInt64 ?? 0 >= 1_000_000 }

    /// The name: series, season and episode, title; else the file name.
    var name: String {
        // An untagged episode has its series in the title, which its file's name told.
        if let title = text("title"), let series = text("series"), title.hasPrefix("\(series) · ") { return title }
        let words = [text("series"), episodeText].compactMap { $0 }.joined(separator: " ")
        let title = text("title") ?? (words.isEmpty ? uri.map { URIText.name(of: $0) } : nil)
        // A book is its own series.
        if title == words { return words }
        return [words, title ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
    }

    /// `12:03 of 45:00`, or `played`.
    var progress: String {
        if isOver { return "played" }
        guard let position = fields["position"]?.asInt64 else { return "" }
        let of = fields["duration"]?.asInt64.map { " of \(DurationText(MediaTime(microseconds: $0)))" } ?? ""
        return "\(DurationText(MediaTime(microseconds: position)))\(of)"
    }

    /// All known properties for programs; times are in seconds.
    var json: JSONValue {
        var members = fields.mapValues { JSONValue($0) }
        // Already in seconds on the bus, unlike all other numbers of this type.
        members["lastPlayed"] = fields["lastPlayed"]?.asInt64.map { .integer($0) }
        members["number"] = .integer(Int64(number))
        return .object(members)
    }

    /// The cells of the entry in the listing: number, time, progress, name.
    ///
    /// - Parameter now: seconds since 1970.
    func cells(now: Int64) -> [TextTable.Cell] {
        [
            TextTable.Cell(text: String(number), isRightAligned: true),
            TextTable.Cell(text: fields["lastPlayed"]?.asInt64.map { WhenText($0, now: now).description } ?? ""),
            TextTable.Cell(text: progress, isRightAligned: true),
            TextTable.Cell(text: Output.visible(name), isCut: true),
        ]
    }

    private var episodeText: String? {
        let parts = [("S", "season"), ("E", "episode")].compactMap { letter, key -> String? in
            guard let number = fields[key]?.asInt32, number >= 0 else { return nil }
            return letter + (number < 10 ? "0" : "") + "\(number)"
        }
        return parts.isEmpty ? nil : parts.joined()
    }

    private func text(_ key: String) -> String? { fields[key]?.asString.flatMap { $0.isEmpty ? nil : $0 } }
}

/// A past time for people: `today 21:14`, `yesterday`, `2026-11-19`.
struct WhenText: CustomStringConvertible {
    /// Empty if the calendar cannot represent the time.
    let description: String

    /// - Parameters:
    ///   - seconds: seconds since 1970, as is `now`.
    ///   - calendar: returns the date and the time of day; the default uses the session's time zone.
    init(_ seconds: Int64, now: Int64, calendar: (Int64) -> tm? = Self.local) {
        guard let then = calendar(seconds), let today = calendar(now) else {
            description = ""
            return
        }
        switch Self.day(today) - Self.day(then) {
        case 0: description = "today \(Self.twoDigits(then.tm_hour)):\(Self.twoDigits(then.tm_min))"
        case 1: description = "yesterday"
        default:
            description =
                "\(Int(then.tm_year) + 1900)-\(Self.twoDigits(then.tm_mon + 1))-\(Self.twoDigits(then.tm_mday))"
        }
    }

    /// The time in the session's time zone; nil if its year cannot be represented.
    static func local(_ seconds: Int64) -> tm? {
        var (moment, parts) = (time_t(seconds), tm())
        return localtime_r(&moment, &parts) == nil ? nil : parts
    }

    /// Days since 1970, counted by date, because a day need not have 24 hours.
    private static func day(_ parts: tm) -> Int {
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (parts.tm_year, parts.tm_mon, parts.tm_mday)
        return timegm(&date) / 86_400
    }

    private static func twoDigits(_ value: CInt) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
