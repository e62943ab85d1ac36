import DBusKit
import MediaProbe

/// An audio, subtitle or video track as `Tracks1` lists it.
struct TrackView {
    /// What people call it: its place in the list, from 1.
    var number: Int
    /// What the daemon calls it.
    var id: UInt32
    /// BCP 47.
    var language: String
    var extras: [String: DBusValue]
    var isSelected: Bool

    /// Nil for what does not have the shape of a track.
    ///
    /// - Parameters:
    ///   - number: its place in the list, from 1.
    ///   - selected: the id that the daemon says plays, where it says so apart from the tracks.
    init?(_ value: DBusValue, number: Int, selected: Int64?) {
        guard let fields = value.asArray, fields.count >= 2, let id = fields[0].asUInt32 else { return nil }
        self.number = number
        self.id = id
        language = fields[1].asString ?? "und"
        extras = fields.count > 2 ? fields[2].asDictionary ?? [:] : [:]
        isSelected = extras["selected"]?.asBool ?? (selected == Int64(id))
    }

    /// All that is known of it.
    var json: JSONValue {
        var members = extras.mapValues { JSONValue($0) }
        members["number"] = .integer(Int64(number))
        members["id"] = .integer(Int64(id))
        members["language"] = .string(language)
        members["selected"] = .bool(isSelected)
        return .object(members)
    }

    /// Its cells in the listing: mark, number, language, what else it says.
    var cells: [TextTable.Cell] {
        var words = [extras["title"]?.asString, extras["codec"]?.asString].compactMap { $0 }.filter { !$0.isEmpty }
        if extras["default"]?.asBool == true { words.append("default") }
        if extras["forced"]?.asBool == true { words.append("forced") }
        return [
            TextTable.Cell(text: isSelected ? ">" : " "),
            TextTable.Cell(text: String(number), isRightAligned: true),
            TextTable.Cell(text: Output.visible(language)),
            TextTable.Cell(text: Output.visible(words.joined(separator: ", "))),
        ]
    }
}
