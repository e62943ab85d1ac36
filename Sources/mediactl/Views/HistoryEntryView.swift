import DBusKit
import MediaProbe
import PlayerCore

/// Something that was played, as `Session1.History` returns it.
struct HistoryEntryView {
    /// From 1, the one that was played last.
    var number: Int
    var fields: [String: DBusValue]

    /// Nil for what the daemon cannot be asked for again.
    var uri: String? { fields["uri"]?.asString }

    /// Whether it was played to its end, and would begin anew.
    var isOver: Bool { fields["played"]?.asBool == true && fields["resume"] == nil }

    /// What it is called: series, season and episode, title; else its file's name.
    var name: String {
        let words = [text("series"), episodeText].compactMap { $0 }.joined(separator: " ")
        let title = text("title") ?? (words.isEmpty ? uri.map { URIText.name(of: $0) } : nil)
        return [words, title ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
    }

    /// `12:03 of 45:00`, or `played`.
    var progress: String {
        if isOver { return "played" }
        guard let position = fields["position"]?.asInt64 else { return "" }
        let of = fields["duration"]?.asInt64.map { " of \(DurationText(MediaTime(microseconds: $0)))" } ?? ""
        return "\(DurationText(MediaTime(microseconds: position)))\(of)"
    }

    /// All that is known of it; all times are seconds.
    var json: JSONValue {
        var members = fields.mapValues { JSONValue($0) }
        // Seconds on the bus too, where every other number of this type is a time in an item.
        members["lastPlayed"] = fields["lastPlayed"]?.asInt64.map { .integer($0) }
        members["number"] = .integer(Int64(number))
        return .object(members)
    }

    /// Its cells in the listing: number, when, how far, what.
    ///
    /// - Parameter now: seconds since 1970.
    func cells(now: Int64) -> [TextTable.Cell] {
        [
            TextTable.Cell(text: String(number), isRightAligned: true),
            TextTable.Cell(text: fields["lastPlayed"]?.asInt64.map { WhenText($0, now: now).description } ?? ""),
            TextTable.Cell(text: progress, isRightAligned: true),
            TextTable.Cell(text: Output.visible(name)),
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
