import DBusKit
import PlayerCore

extension MediaDescription {
    /// The description in the form that `Queue1` takes, limited to the details that playlists contain: texts,
    /// numbers, pictures, chapters and a chapter file.
    var properties: [String: DBusValue] {
        var properties: [String: DBusValue] = ["uri": .string(uri)]
        guard let fields = details?.fields else { return properties }
        for field in MediaDetails.Fields.table.fields {
            let value: DBusValue? =
                switch field.kind {
                case .text(let path), .paragraphs(let path), .location(let path):
                    fields[keyPath: path].map { .string($0) }
                case .texts(let path): fields[keyPath: path].map { .strings($0) }
                case .number(let path): fields[keyPath: path].map { .int32($0) }
                case .time(let path): fields[keyPath: path].map { .int64($0.microseconds) }
                case .chapters(let path, let address):
                    fields[keyPath: path].map(Self.chapters) ?? fields[keyPath: address].map { .string($0) }
                case .parts(let path): fields[keyPath: path].map(Self.parts)
                default: nil
                }
            properties[field.key] = value
        }
        return properties
    }

    /// The files of a book in the form of `Queue1`.
    private static func parts(_ parts: [MediaPart]) -> DBusValue {
        .propertyLists(
            parts.map { part in
                var properties: [String: DBusValue] = [
                    "uri": .string(part.uri), "duration": .int64(part.duration.microseconds),
                ]
                properties["title"] = part.title.map { .string($0) }
                return properties
            })
    }

    /// Chapters in the form of `Queue1`: what feeds tell of them.
    private static func chapters(_ chapters: [Chapter]) -> DBusValue {
        .propertyLists(
            chapters.map { chapter in
                var properties: [String: DBusValue] = ["start": .int64(chapter.start.microseconds)]
                properties["end"] = chapter.end.map { .int64($0.microseconds) }
                properties["title"] = chapter.titles.first.map { .string($0.text) }
                if case .uri(let uri) = chapter.image { properties["image"] = .string(uri) }
                properties["url"] = chapter.url.map { .string($0) }
                return properties
            })
    }
}
