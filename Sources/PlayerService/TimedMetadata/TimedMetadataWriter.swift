internal import DBusKit
internal import PlayerCore

/// Writes timed metadata for D-Bus: `(xxsa{sv})`, start and end in microseconds (-1 if the end is unknown), the
/// class, and the other attributes by name.
enum TimedMetadataWriter {
    static let type = "(xxsa{sv})"
    static let listType = "a(xxsa{sv})"

    static func ranges(_ ranges: [TimedRange]) -> DBusValue { .array(type, ranges.map(range)) }

    private static func range(_ range: TimedRange) -> DBusValue {
        var extras = DescriptionWriter.attributes(range.attributes)
        extras["id"] = range.id.map { .string($0) }
        extras["startDate"] = range.startDate.map { .int64($0) }
        extras["endDate"] = range.endDate.map { .int64($0) }
        extras["plannedDuration"] = range.plannedDuration.map { .int64($0.microseconds) }
        return .structure([
            .int64(range.start.microseconds), .int64(range.end?.microseconds ?? -1), .string(range.className),
            .properties(extras),
        ])
    }

    /// The tags of a stream, under the names of the fields of descriptions if there are such fields.
    static func tags(_ tags: MediaTags) -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        values["title"] = tags.title.map { .string($0) }
        values["album"] = tags.album.map { .string($0) }
        values["date"] = tags.date.map { .string($0) }
        values["lyrics"] = tags.lyrics.map { .string($0) }
        values["organization"] = tags.organization.map { .string($0) }
        let lists = [
            ("artist", tags.artists), ("albumArtist", tags.albumArtists), ("composer", tags.composers),
            ("genre", tags.genres), ("comment", tags.comments),
        ]
        for (key, texts) in lists where !texts.isEmpty { values[key] = .strings(texts) }
        let numbers = [
            ("trackNumber", tags.trackNumber), ("discNumber", tags.discNumber), ("beatsPerMinute", tags.beatsPerMinute),
        ]
        for (key, number) in numbers { values[key] = number.map { .int32($0) } }
        return values
    }
}
