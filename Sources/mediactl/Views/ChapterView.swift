import DBusKit
import MediaProbe
import PlayerCore

/// A chapter or marker as `Chapters1` carries it.
struct ChapterView {
    var start: MediaTime
    var end: MediaTime
    var title: String
    var extras: [String: DBusValue]
    /// In the list that is shown to everybody, from 1; nil for what is not in it.
    var number: Int?
    var isCurrent = false

    /// Nil for what does not have the shape of a chapter.
    init?(_ value: DBusValue) {
        guard let fields = value.asArray, fields.count >= 3, let start = fields[0].asInt64,
            let end = fields[1].asInt64, let title = fields[2].asString
        else { return nil }
        self.start = MediaTime(microseconds: start)
        self.end = MediaTime(microseconds: end)
        self.title = title
        extras = fields.count > 3 ? fields[3].asDictionary ?? [:] : [:]
    }

    /// 0 at the top.
    var level: UInt32 { extras["level"]?.asUInt32 ?? 0 }
    var isHidden: Bool { extras["hidden"]?.asBool ?? false }

    /// All that is known of it.
    var json: JSONValue {
        var members = extras.mapValues { JSONValue($0) }
        members["start"] = JSONValue(start)
        members["end"] = JSONValue(end)
        members["title"] = .string(title)
        members["number"] = number.map { .integer(Int64($0)) }
        if number != nil { members["current"] = .bool(isCurrent) }
        return .object(members)
    }

    /// Its cells in the listing: mark, number, start, title, indented by its level.
    var cells: [TextTable.Cell] {
        let indent = String(repeating: "  ", count: Int(min(level, 8)))
        return [
            TextTable.Cell(text: isCurrent ? ">" : " "),
            TextTable.Cell(text: number.map { "\($0)" } ?? "", isRightAligned: true),
            TextTable.Cell(text: DurationText(start).description, isRightAligned: true),
            TextTable.Cell(text: indent + Output.visible(title) + (isHidden ? " (hidden)" : "")),
        ]
    }

    /// Whether two are the same chapter, perhaps in different languages.
    func isSame(as other: ChapterView) -> Bool {
        start == other.start && end == other.end && level == other.level
            && extras["id"]?.asString == other.extras["id"]?.asString
    }
}
