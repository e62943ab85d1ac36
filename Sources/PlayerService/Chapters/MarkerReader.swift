internal import DBusKit
internal import PlayerCore

/// Reads navigation markers from clients. Unknown keys and wrong types are refused by name, and nothing is accepted
/// then.
enum MarkerReader {
    /// Reads markers of the type `a(xxsa{sv})`. If a marker ends before its start, it lasts until the next one.
    static func markers(_ value: DBusValue) throws(DBusError) -> [Chapter] {
        try FieldReader.elements(of: value, named: "markers", marker)
    }

    private static func marker(_ value: DBusValue, place: String) throws(DBusError) -> Chapter {
        guard let fields = value.asArray, fields.count == 4, let start = fields[0].asInt64,
            let end = fields[1].asInt64, let title = fields[2].asString
        else { throw DBusError(.invalidArgs, "'\(place)' is not a marker: its type must be \(ChapterWriter.type).") }
        var marker = Chapter(start: MediaTime(microseconds: start))
        if end >= start { marker.end = MediaTime(microseconds: end) }
        var language = "und"
        for field in try FieldReader(place, fields[3]).fields() {
            switch field.key {
            case "id": marker.id = try field.text()
            case "image": marker.image = .uri(try field.text())
            case "url": marker.url = try field.text()
            case "language": language = try field.languageTag()
            case "level": marker.level = try field.count()
            case "hidden": marker.isHidden = try field.flag()
            default: throw field.unknown
            }
        }
        if !title.isEmpty { marker.titles = [ChapterTitle(title, language: language)] }
        return marker
    }
}
