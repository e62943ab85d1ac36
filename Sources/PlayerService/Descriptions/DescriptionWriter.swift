internal import DBusKit
internal import PlayerCore

/// Descriptions as D-Bus carries them: times `x`, lists of strings `as`, objects `a{sv}`, lists of objects `aa{sv}`.
enum DescriptionWriter {
    /// - Parameter remembered: what was read of the entry, for what its description does not say.
    static func item(_ item: QueueItem, state: ItemState, remembered: RememberedItem? = nil) -> [String: DBusValue] {
        var values = description(remembered?.described(item.description) ?? item.description)
        values["item"] = .objectPath(TrackPath.path(of: item.id))
        values["state"] = .string(state.phase.rawValue)
        if let duration = state.duration { values["duration"] = .int64(duration.microseconds) }
        if let fault = state.fault {
            values["error"] = .properties(error(ItemFault(fault: fault, uri: item.description.uri)))
        }
        return values
    }

    static func inspected(_ item: InspectedItem) -> [String: DBusValue] {
        var values = description(item.description)
        if let duration = item.duration { values["duration"] = .int64(duration.microseconds) }
        if let container = item.container { values["container"] = .string(container) }
        return values
    }

    static func error(_ fault: ItemFault) -> [String: DBusValue] {
        ["code": .int32(fault.fault.code.rawValue), "message": .string(fault.fault.message), "uri": .string(fault.uri)]
    }

    static func description(_ description: MediaDescription) -> [String: DBusValue] {
        var values: [String: DBusValue] = ["uri": .string(description.uri)]
        guard let fields = description.details?.fields else { return values }
        values["identifier"] = fields.identifier.map { .string($0) }
        values["title"] = fields.title.map { .string($0) }
        values["subtitle"] = fields.subtitle.map { .string($0) }
        values["description"] = fields.description.map { .string($0) }
        values["genre"] = fields.genre.map { .strings($0) }
        values["contentRating"] = fields.contentRating.map { .string($0) }
        values["language"] = fields.language.map { .string($0) }
        values["artist"] = fields.artist.map { .strings($0) }
        values["album"] = fields.album.map { .string($0) }
        values["season"] = fields.season.map { .int32($0) }
        values["episode"] = fields.episode.map { .int32($0) }
        values["date"] = fields.date.map { .string($0) }
        values["artwork"] = fields.artwork.map { .string($0) }
        values["start"] = fields.start.map { .int64($0.microseconds) }
        values["in"] = fields.inPoint.map { .int64($0.microseconds) }
        values["out"] = fields.outPoint.map { .int64($0.microseconds) }
        values["chapters"] =
            fields.chapters.map { .propertyLists($0.map(chapter)) } ?? fields.chaptersURI.map { .string($0) }
        values["markers"] = fields.markers.map { groups in
            .propertyLists(
                groups.map { ["title": .string($0.title), "markers": .propertyLists($0.markers.map(chapter))] })
        }
        values["segments"] = fields.segments.map { .propertyLists($0.map(segment)) }
        values["next"] = fields.next.map { .properties(next($0)) }
        values["custom"] = fields.custom.map { .properties($0.mapValues(value)) }
        return values
    }

    private static func chapter(_ chapter: Chapter) -> [String: DBusValue] {
        var values: [String: DBusValue] = ["start": .int64(chapter.start.microseconds)]
        values["end"] = chapter.end.map { .int64($0.microseconds) }
        values["title"] = chapter.titles.first.map { .string($0.text) }
        let titles = chapter.titles.filter { $0.language != "und" }
        if !titles.isEmpty {
            values["titles"] = .properties(
                Dictionary(titles.map { ($0.language, .string($0.text)) }, uniquingKeysWith: { first, _ in first }))
        }
        if case .uri(let uri) = chapter.image { values["image"] = .string(uri) }
        values["url"] = chapter.url.map { .string($0) }
        values["id"] = chapter.id.map { .string($0) }
        if chapter.level > 0 { values["level"] = .int32(Int32(clamping: chapter.level)) }
        if chapter.isHidden { values["hidden"] = .boolean(true) }
        return values
    }

    private static func segment(_ segment: SegmentDescription) -> [String: DBusValue] {
        var values: [String: DBusValue] = [
            "start": .int64(segment.start.microseconds), "end": .int64(segment.end.microseconds),
            "kind": .string(segment.kind),
        ]
        values["action"] = segment.action.map { .string($0) }
        values["id"] = segment.id.map { .string($0) }
        values["title"] = segment.title.map { .string($0) }
        return values
    }

    private static func next(_ next: NextDescription) -> [String: DBusValue] {
        var values: [String: DBusValue] = ["uri": .string(next.uri)]
        values["title"] = next.title.map { .string($0) }
        values["subtitle"] = next.subtitle.map { .string($0) }
        values["artwork"] = next.artwork.map { .string($0) }
        values["presentAt"] = next.presentAt.map { .int64($0.microseconds) }
        values["automaticAcceptanceInterval"] = next.automaticAcceptanceInterval.map { .double($0) }
        return values
    }

    private static func value(_ value: DescriptionValue) -> DBusValue {
        switch value {
        case .null: .objectPath("/")
        case .bool(let value): .boolean(value)
        case .integer(let value): .int64(value)
        case .number(let value): .double(value)
        case .string(let value): .string(value)
        case .list(let values): .array("v", values.map { .variant(self.value($0)) })
        case .object(let values): .properties(values.mapValues(self.value))
        }
    }
}
