internal import DBusKit
internal import PlayerCore

/// Writes chapters and markers for D-Bus: `(xxsa{sv})`, times in microseconds. The dictionary only contains known
/// properties: `id` `s`, `hasImage` `b`, `image` `s`, `url` `s`, `language` `s`, `level` `u`, `hidden` `b`.
enum ChapterWriter {
    /// The type of a chapter.
    static let type = "(xxsa{sv})"
    /// The type of a group: its title and its markers.
    static let groupType = "(sa(xxsa{sv}))"

    /// - Parameter images: the `file:` URIs of fetched pictures; clients could not show the original locations.
    static func chapters(_ chapters: [LocalizedChapter], images: [ImageSource: String]) -> DBusValue {
        .array(type, chapters.map { chapter($0, images: images) })
    }

    /// The chapters as the group without a title, followed by the other groups.
    static func groups(
        _ groups: [MarkerGroup], chapters: DBusValue, images: [ImageSource: String]
    ) -> DBusValue {
        let others = groups.map { group in
            DBusValue.structure([.string(group.title), Self.chapters(group.markers, images: images)])
        }
        return .array(groupType, [.structure([.string(""), chapters])] + others)
    }

    private static func chapter(_ chapter: LocalizedChapter, images: [ImageSource: String]) -> DBusValue {
        // Already in the order of the keys that `properties` would sort: there may be thousands of chapters.
        var extras: [DBusEntry] = []
        func add(_ key: String, _ value: DBusValue) { extras.append(DBusEntry(.string(key), .variant(value))) }
        if chapter.image != nil { add("hasImage", .boolean(true)) }
        if chapter.isHidden { add("hidden", .boolean(true)) }
        if let id = chapter.id { add("id", .string(id)) }
        if let image = chapter.image, let uri = images[image] { add("image", .string(uri)) }
        if let language = chapter.language { add("language", .string(language)) }
        if chapter.level > 0 { add("level", .uint32(chapter.level)) }
        if let url = chapter.url { add("url", .string(url)) }
        return .structure([
            .int64(chapter.start.microseconds), .int64(chapter.end.microseconds), .string(chapter.title),
            .dictionary("sv", extras),
        ])
    }
}
