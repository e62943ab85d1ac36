internal import DBusKit
internal import PlayerCore

/// Chapters and markers as D-Bus carries them: `(xxsa{sv})`, times in microseconds, and in the dictionary only what is
/// known of a chapter: `id` `s`, `image` `s`, `url` `s`, `language` `s`, `level` `u`, `hidden` `b`.
enum ChapterWriter {
    /// Of one chapter.
    static let type = "(xxsa{sv})"
    /// Of one group: its title and its markers.
    static let groupType = "(sa(xxsa{sv}))"

    /// - Parameter images: the pictures that were fetched, as `file:` URIs; where a picture is before that is nothing
    ///   that a client could show.
    static func chapters(_ chapters: [LocalizedChapter], images: [ImageSource: String]) -> DBusValue {
        .array(type, chapters.map { chapter($0, images: images) })
    }

    /// The chapters as the group without a title, then the others.
    static func groups(
        _ groups: [MarkerGroup], chapters: DBusValue, images: [ImageSource: String]
    ) -> DBusValue {
        let others = groups.map { group in
            DBusValue.structure([.string(group.title), Self.chapters(group.markers, images: images)])
        }
        return .array(groupType, [.structure([.string(""), chapters])] + others)
    }

    private static func chapter(_ chapter: LocalizedChapter, images: [ImageSource: String]) -> DBusValue {
        // Written in the order of the keys, as `properties` would sort them: there may be thousands.
        var extras: [DBusEntry] = []
        func add(_ key: String, _ value: DBusValue) { extras.append(DBusEntry(.string(key), .variant(value))) }
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
