import DBusKit
import MediaProbe
import PlayerCore

/// An item of the queue as `Queue1.Items` returns it.
struct ItemView {
    /// From 1.
    var number: UInt32
    var isCurrent: Bool
    /// The description and what the daemon adds to it.
    var fields: [String: DBusValue]

    /// What it is called: its title, else its file's name.
    var title: String {
        let title = fields["title"]?.asString ?? ""
        return title.isEmpty ? URIText.name(of: fields["uri"]?.asString ?? "") : title
    }

    /// The MPRIS track id.
    var id: String? { fields["item"]?.asString }

    /// Nil if it is not known yet.
    var duration: MediaTime? {
        guard let duration = fields["duration"]?.asInt64, duration > 0 else { return nil }
        return MediaTime(microseconds: duration)
    }

    /// Why it does not play; nil if nothing is wrong.
    var problem: String? {
        guard fields["state"]?.asString == "failed" || fields["error"]?.asDictionary?.isEmpty == false else {
            return nil
        }
        return fields["error"]?.asDictionary?["message"]?.asString ?? "does not play"
    }

    /// Why it does not play, as an error message: with the file's name. Nil if nothing is wrong.
    var failure: String? {
        guard let problem else { return nil }
        let uri = fields["uri"]?.asString ?? ""
        // Most messages name it.
        return Output.visible(problem.contains(uri) ? problem : "\(uri): \(problem)")
    }

    /// Whether it plays, has played to its end, or stands ready in a player that is paused.
    var hasStarted: Bool {
        switch fields["state"]?.asString {
        case "playing", "ready", "ended": true
        default: false
        }
    }

    /// All that is known of it.
    var json: JSONValue {
        var members = fields.mapValues { JSONValue($0) }
        members["number"] = .integer(Int64(number))
        members["current"] = .bool(isCurrent)
        return .object(members)
    }

    /// Its cells in the listing: mark, number, title, duration.
    var cells: [TextTable.Cell] {
        let artists = fields["artist"]?.asStringArray ?? []
        let by = artists.isEmpty ? "" : " – " + artists.joined(separator: ", ")
        let why = problem.map { " (failed: \($0))" } ?? ""
        return [
            TextTable.Cell(text: isCurrent ? ">" : " "),
            TextTable.Cell(text: String(number), isRightAligned: true),
            TextTable.Cell(text: Output.visible(title + by + why)),
            TextTable.Cell(text: duration.map { DurationText($0).description } ?? "", isRightAligned: true),
        ]
    }
}
